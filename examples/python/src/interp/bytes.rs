//! Bytes and byte arrays in traces: loads and stores of their array.
//!
//! **Not promised.** What makes new bytes, and operators, are helpers. Views are, too.

use super::{helpers, Ints};
use crate::value::{Bytes, Value};
use crate::Py;
use holloway::machine::*;

impl Py {
    /// Byte `i`, which is within the length.
    #[inline(always)]
    pub fn byte_at<M: Machine<L = Py>>(
        &self,
        m: &M,
        b: Ref<M::V, Bytes>,
        i: Int<M::V>,
    ) -> Option<Slot<M::V>> {
        let data = m.non_null(b.get(m, Bytes::data))?;
        data.at(m, i).map(|x| Value::Int(x).into())
    }

    /// `b[k]`, if that is simple.
    pub fn bytes_item<M: Machine<L = Py>>(
        &self,
        m: &M,
        b: Ref<M::V, Bytes>,
        k: Slot<M::V>,
    ) -> Result<Option<Slot<M::V>>, Raised> {
        let n = b.get(m, Bytes::size);
        Ok(match m.unpack(k) {
            Value::Int(i) => self.position(m, i, n).and_then(|i| self.byte_at(m, b, i)),
            Value::Slice(k) => match self.part(m, k, n) {
                Some((from, to)) => Some(Value::Bytes(helpers::bytes_part(m, b, from, to)?).into()),
                None => None,
            },
            _ => None,
        })
    }

    /// `b[k] = v` of a byte array; whether it was done.
    pub fn set_byte<M: Machine<L = Py>>(
        &self,
        m: &M,
        b: Ref<M::V, Bytes>,
        k: Slot<M::V>,
        v: Slot<M::V>,
    ) -> bool {
        let (Value::Int(i), Some(byte)) = (m.unpack(k), self.byte_for(m, b, v)) else { return false };
        let Some(i) = self.position(m, i, b.get(m, Bytes::size)) else { return false };
        m.non_null(b.get(m, Bytes::data)).and_then(|data| data.put(m, i, byte)).is_some()
    }

    /// Adds a byte to a byte array where there is room; whether it was done.
    pub fn append_byte<M: Machine<L = Py>>(&self, m: &M, b: Ref<M::V, Bytes>, v: Slot<M::V>) -> bool {
        let Some(byte) = self.byte_for(m, b, v) else { return false };
        let n = b.get(m, Bytes::size);
        let done = m.non_null(b.get(m, Bytes::data)).and_then(|data| data.put(m, n, byte)).is_some();
        if done {
            b.set(m, Bytes::size, n + 1);
        }
        done
    }

    /// A value as one that a byte array may be given.
    fn byte_for<M: Machine<L = Py>>(&self, m: &M, b: Ref<M::V, Bytes>, v: Slot<M::V>) -> Option<Int<M::V>> {
        let Value::Int(x) = m.unpack(v) else { return None };
        (m.branch(b.get(m, Bytes::mutable)) && m.branch(x.ult(256))).then_some(x)
    }

    /// Whether the bytes are equal.
    pub fn same_bytes<M: Machine<L = Py>>(&self, m: &M, a: Ref<M::V, Bytes>, b: Ref<M::V, Bytes>) -> bool {
        let ends: Ints<M::V> = (a.get(m, Bytes::size), b.get(m, Bytes::size));
        m.branch(a.is(b)) || m.branch(ends.0.eq_(ends.1)) && m.branch(helpers::bytes_equal(m, a, b))
    }
}
