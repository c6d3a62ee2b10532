//! `translate` and `maketrans` of bytes.

use super::{data, like};
use crate::errors;
use crate::native::Args;
use crate::objects::bytes;
use crate::value::Val;
use holloway::machine::Raised;

pub(super) fn translate(a: &mut Args<'_>) -> Result<Val, Raised> {
    a.takes(1, 2, &["", "delete"])?;
    let d = data(a)?;
    let table = match a.val(1) {
        Val::None => (0..=255).collect(),
        v => bytes::need(a.rt, v)?,
    };
    if table.len() != 256 {
        return Err(errors::value(a.rt, "translation table must be 256 characters long"));
    }
    let gone = match a.opt(2, "delete", Val::Unbound) {
        Val::Unbound => Vec::new(),
        v => bytes::need(a.rt, v)?,
    };
    like(a, d.into_iter().filter(|b| !gone.contains(b)).map(|b| table[b as usize]).collect())
}
pub(super) fn maketrans_bytes(a: &mut Args<'_>) -> Result<Val, Raised> {
    maketrans(a, false)
}
pub(super) fn maketrans_array(a: &mut Args<'_>) -> Result<Val, Raised> {
    maketrans(a, true)
}
fn maketrans(a: &Args<'_>, is_array: bool) -> Result<Val, Raised> {
    if !a.names.is_empty() {
        let of = if is_array { "bytearray" } else { "bytes" };
        return Err(errors::type_(a.rt, &format!("{of}.maketrans() takes no keyword arguments")));
    }
    a.count(2, 2)?;
    let (x, y) = (bytes::need(a.rt, a.val(0))?, bytes::need(a.rt, a.val(1))?);
    if x.len() != y.len() {
        return Err(errors::value(a.rt, "maketrans arguments must have same length"));
    }
    let mut table: Vec<u8> = (0..=255).collect();
    x.into_iter().zip(y).for_each(|(x, y)| table[x as usize] = y);
    bytes::val(a.rt, table)
}
