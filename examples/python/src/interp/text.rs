//! Texts of instances: what `str`, `repr` and f-strings ask of the program.
//!
//! The prelude's `text_by` and `format_by` call the method and look at what it gives, so that a trace goes into it. What formats values of built-in classes is in
//! helpers.
//!
//! **Example.** `f"{x}"` enters `text_by(X.__str__, x, STR)`, whose result is that of the instruction.

use super::attr::Asked;
use super::{helpers, konst, Step, S};
use crate::native::Guest;
use crate::objects::class::Layout;
use crate::objects::str;
use crate::value::{Tag, Val, Value};
use crate::Py;
use holloway::machine::*;

/// `__str__`: its number is what the prelude is told, for messages.
pub const STR: i64 = 0;
/// `__repr__`.
pub const REPR: i64 = 1;

impl Py {
    /// `str(x)` or `repr(x)` of an instance with a method for it; `None` for anything else.
    pub fn text_of<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        x: Slot<M::V>,
        which: i64,
    ) -> Result<Option<Step<M::V>>, Raised> {
        let (Some(c), Some(by)) = (self.instance_class(m, x), self.guest(Guest::TextBy)) else {
            return Ok(None);
        };
        let asked = self.asked_method(m, x, self.name(if which == STR { "__str__" } else { "__repr__" }));
        let own = match asked {
            Some(Asked::Library(id)) => return self.ask(m, id, x, None).map(|v| Some(Step::Value(v))),
            Some(Asked::Program(f)) if which == STR => Some((f, STR)),
            _ => None,
        };
        let object = self.types().object;
        let asks_repr = || {
            let its = object.version.peek(|v| object.lookup_in(v, self.name("__str__")));
            let left = c.layout == Layout::Object
                && !self.without.versions()
                && c.lookup_in(self.version(m, c), self.name("__str__")) == its;
            match which == REPR || left {
                true => self.special_method(m, x, self.name("__repr__")).map(|f| (f, REPR)),
                false => None,
            }
        };
        let Some((f, which)) = own.or_else(asks_repr) else { return Ok(None) };
        let by: Slot<M::V> = Value::Func(Ref::new(by)).into();
        self.call_meta(m, s, by, &[f, x, Value::Int(Int::new(which)).into()]).map(Some)
    }

    /// A value in an f-string.
    #[inline(never)]
    pub fn format<M: Machine<L = Py>>(
        &self,
        m: &M,
        s: &mut S<M>,
        v: Slot<M::V>,
        spec: Slot<M::V>,
        conv: u8,
    ) -> Result<Step<M::V>, Raised> {
        let bare = m.branch(spec.has_tag(Tag::None));
        if (conv == 0 || conv == b's') && bare {
            match m.unpack(v) {
                Value::Str(_) => return Ok(Step::Value(v)),
                Value::Int(i) => {
                    return helpers::int_text(m, i).map(|s| Step::Value(Value::Str(s).into()));
                }
                _ => {}
            }
        }
        if m.branch(v.has_tag(Tag::Inst)) {
            let own = match conv {
                0 => self.asked_method(m, v, self.name("__format__")),
                _ => None,
            };
            let given = || if bare { konst(Val::Str(str::literal(m.runtime(), "")).into()) } else { spec };
            let own = match own {
                Some(Asked::Library(id)) => return self.ask(m, id, v, Some(given())).map(Step::Value),
                Some(Asked::Program(f)) => Some(f),
                None => None,
            };
            if let (Some(f), Some(by)) = (own, self.guest(Guest::FormatBy)) {
                let spec = given();
                return self.call_meta(m, s, Value::Func(Ref::new(by)).into(), &[f, v, spec]);
            }
            let which = match conv {
                0 | b's' if own.is_none() => Some(STR),
                b'r' => Some(REPR),
                _ => None,
            };
            if let Some(which) = which.filter(|_| bare && (conv != 0 || self.formats_as_text(m, v))) {
                if let Some(step) = self.text_of(m, s, v, which)? {
                    return Ok(step);
                }
            }
        }
        helpers::format(m, v, spec, Int::new(conv.into())).map(Step::Value)
    }

    /// Whether formatting an instance without a specification is what `object.__format__` does.
    fn formats_as_text<M: Machine<L = Py>>(&self, m: &M, x: Slot<M::V>) -> bool {
        let Some(c) = self.instance_class(m, x) else { return false };
        if self.without.versions() {
            return false;
        }
        let (object, name) = (self.types().object, self.name("__format__"));
        c.lookup_in(self.version(m, c), name) == object.version.peek(|v| object.lookup_in(v, name))
    }
}
