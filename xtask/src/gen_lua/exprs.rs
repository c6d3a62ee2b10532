//! Expressions by type. `depth` bounds nesting; at 0 an expression is a constant or a variable.

use super::{Gen, Ty};

const INTS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "10",
    "-13",
    "255",
    "1000",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967296",
    "math.maxinteger",
    "math.mininteger",
    "0x7ffffffffffffff0",
    "9007199254740993",
];
const FLOATS: &[&str] = &[
    "0.0",
    "-0.0",
    "0.5",
    "1.0",
    "-1.5",
    "3.25",
    "1e10",
    "1e-3",
    "123456.789",
    "2^53",
    "0.1",
    "1e300",
    "math.huge",
];
const STRINGS: &[&str] =
    &["''", "'a'", "'xyz'", "'10'", "'hello world'", "'0x1F'", "'A-b_c'", "'\\0\\255'", "'k3'"];

impl Gen {
    /// An expression of a scalar type.
    pub(super) fn value(&mut self, ty: Ty, depth: u32) -> String {
        match ty {
            Ty::Int => self.int(depth),
            Ty::Float => self.float(depth),
            Ty::Num => self.num(depth),
            Ty::Str => self.string(depth),
            _ => self.scalar(depth),
        }
    }

    /// An integer, float or string.
    pub(super) fn scalar(&mut self, depth: u32) -> String {
        match self.rng.below(4) {
            0 | 1 => self.int(depth),
            2 => self.float(depth),
            _ => self.string(depth),
        }
    }

    fn leaf(&mut self, ty: Ty, constants: &[&str]) -> String {
        if !self.rng.one_in(3) {
            if let Some(name) = self.var(ty) {
                return name;
            }
        }
        let text = *self.rng.pick(constants);
        if text.starts_with('-') {
            format!("({text})")
        } else {
            text.to_string()
        }
    }

    /// An integer expression; overflow wraps.
    pub(super) fn int(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.rng.one_in(4) {
                self.rng.range(0, 20).to_string()
            } else {
                self.leaf(Ty::Int, INTS)
            };
        }
        let d = depth - 1;
        match self.rng.below(20) {
            0..=3 => format!("({} {} {})", self.int(d), self.rng.pick(&["+", "-"]), self.int(d)),
            4 | 5 => format!("({} * {})", self.int(d), self.int(d)),
            6 => format!("({} // {})", self.int(d), self.rng.pick(&["3", "7", "-2", "-1", "16"])),
            7 => format!("({} % {})", self.int(d), self.rng.pick(&["3", "7", "-5", "-1", "64", "1000003"])),
            8 => format!("({} // ({} | 1))", self.int(d), self.int(d)),
            9 => format!("({} {} {})", self.int(d), self.rng.pick(&["&", "|", "~"]), self.int(d)),
            10 => format!(
                "({} {} {})",
                self.int(d),
                self.rng.pick(&["<<", ">>"]),
                self.rng.pick(&["1", "3", "31", "63", "64", "-2"])
            ),
            11 => format!("{}{}", self.rng.pick(&["~", "- "]), self.atom(d)),
            12 => self.call_int(d),
            13 => self.element_int(d),
            14 => match self.var(Ty::Map) {
                Some(map) if self.rng.one_in(2) => {
                    format!("({map}.k{} or {})", self.rng.below(8), self.int(0))
                }
                Some(map) => format!("({map}['k' .. ({} & 7)] or {})", self.int(d), self.int(0)),
                None => self.int(d),
            },
            15 => match self.var(Ty::Object) {
                Some(object) => match self.rng.below(5) {
                    0 => format!("#{object}"),
                    1 => format!("{object}({})", self.int(d)),
                    2 => format!("{object}:get({})", self.int(d)),
                    3 => format!("{object}.absent{}", self.rng.below(3)),
                    _ => format!("{object}.v"),
                },
                None => self.int(d),
            },
            16 => format!("toint({})", self.float(d)),
            17 => match self.rng.below(3) {
                0 => format!("#{}", self.string_atom()),
                1 => format!("({}:byte({}) or -1)", self.string_atom(), self.rng.range(1, 3)),
                _ => format!("select('#', {})", self.arguments(d)),
            },
            18 => format!("math.{}({}, {})", self.rng.pick(&["max", "min"]), self.int(d), self.int(d)),
            _ => format!("({} and {} or {})", self.boolean(d), self.int(d), self.int(d)),
        }
    }

    fn atom(&mut self, depth: u32) -> String {
        format!("({})", self.int(depth))
    }

    fn arguments(&mut self, depth: u32) -> String {
        let list: Vec<String> = (0..self.rng.range(1, 3)).map(|_| self.scalar(depth)).collect();
        list.join(", ")
    }

    fn call_int(&mut self, depth: u32) -> String {
        let affordable: Vec<_> = self.funcs.iter().filter(|f| self.affords(f.cost)).cloned().collect();
        if affordable.is_empty() {
            return self.int(depth);
        }
        let f = self.rng.pick(&affordable).clone();
        self.spent += self.repeats * f.cost;
        let args: Vec<String> = (0..f.params).map(|_| self.int(depth)).collect();
        format!("{}({})", f.name, args.join(", "))
    }

    fn element_int(&mut self, depth: u32) -> String {
        if self.rng.one_in(3) {
            if let Some(holes) = self.var(Ty::Holes) {
                return format!(
                    "({holes}[{}] or {})",
                    self.rng.pick(&["1", "2", "3", "4", "7"]),
                    self.int(0)
                );
            }
        }
        match self.var(Ty::Ints) {
            Some(array) => format!("{array}[{} % #{array} + 1]", self.atom(depth)),
            None => self.int(depth),
        }
    }

    /// A float expression; may become infinite or NaN.
    pub(super) fn float(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.leaf(Ty::Float, FLOATS);
        }
        let d = depth - 1;
        match self.rng.below(9) {
            0..=2 => format!("({} {} {})", self.float(d), self.rng.pick(&["+", "-", "*"]), self.float(d)),
            3 => format!("({} / {})", self.float(d), self.float(d)),
            4 => format!("({} / {})", self.int(d), self.rng.pick(&["2", "3", "-7", "1e3"])),
            5 => format!("({} {} {})", self.float(d), self.rng.pick(&["+", "-", "*"]), self.int(d)),
            6 => format!(
                "({} {} {})",
                self.float(d),
                self.rng.pick(&["//", "%"]),
                self.rng.pick(&["0.5", "3.0", "-1.25", "7"])
            ),
            7 => format!("(- {})", self.float(d)),
            _ => format!("({} + 0.0)", self.int(d)),
        }
    }

    /// An integer or a float, not known which.
    pub(super) fn num(&mut self, depth: u32) -> String {
        if self.rng.one_in(3) {
            if let Some(name) = self.var(Ty::Num) {
                return if depth == 0 {
                    name
                } else {
                    format!("({name} {} {})", self.rng.pick(&["+", "-", "*"]), self.num(depth - 1))
                };
            }
        }
        if self.rng.one_in(2) {
            self.int(depth)
        } else {
            self.float(depth)
        }
    }

    /// A string variable or a constant in parentheses: something a method can be called on.
    pub(super) fn string_atom(&mut self) -> String {
        match self.var(Ty::Str) {
            Some(name) => name,
            None => format!("({})", self.rng.pick(STRINGS)),
        }
    }

    /// A string expression of bounded length.
    pub(super) fn string(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.leaf(Ty::Str, STRINGS);
        }
        let d = depth - 1;
        match self.rng.below(9) {
            0 | 1 => format!("({} .. {})", self.string(d), self.int(d)),
            2 => format!("{}:sub({}, {})", self.string_atom(), self.rng.range(1, 3), self.rng.range(2, 9)),
            3 => format!("{}:{}()", self.string_atom(), self.rng.pick(&["upper", "lower", "reverse"])),
            4 => format!("tostring({})", self.int(d)),
            5 => format!(
                "format('%d|%5.2f|%s', {}, {}, {})",
                self.int(d),
                self.rng.pick(&["1.5", "-2", "1e3"]),
                self.string(d)
            ),
            6 => match self.var(Ty::Object) {
                // In a call of its own: lua5.4.4 corrupts its heap on some chains such as `s .. (o .. 1)`.
                Some(object) => format!("join({object}, {})", self.int(d)),
                None => self.string(d),
            },
            7 => format!("({}:gsub('[a-f%d]', '%0.', 3))", self.string_atom()),
            _ => format!("({} and {} or {})", self.boolean(d), self.string(d), self.string(d)),
        }
    }

    /// A condition.
    pub(super) fn boolean(&mut self, depth: u32) -> String {
        let order = *self.rng.pick(&["<", "<=", ">", ">=", "==", "~="]);
        let d = depth.saturating_sub(1);
        match self.rng.below(11) {
            0..=2 => format!("{} {order} {}", self.int(d), self.int(d)),
            3 => format!("{} {order} {}", self.float(d), self.float(d)),
            4 => format!("{} {order} {}", self.num(d), self.num(d)),
            5 => format!("{} {order} {}", self.string(d), self.string(d)),
            6 => match self.var(Ty::Object) {
                Some(a) => {
                    let b = self.var(Ty::Object).unwrap_or_else(|| a.clone());
                    format!("{a} {order} {b}")
                }
                None => "true".to_string(),
            },
            7 => format!("({}) % {} == {}", self.int(d), self.rng.range(2, 7), self.rng.below(2)),
            8 if depth > 0 => format!("not ({})", self.boolean(d)),
            9 if depth > 0 => {
                format!("({} {} {})", self.boolean(d), self.rng.pick(&["and", "or"]), self.boolean(d))
            }
            _ => match self.var(Ty::Any) {
                Some(any) => format!("type({any}) == '{}'", self.rng.pick(&["number", "string", "nil"])),
                None => "false".to_string(),
            },
        }
    }
}
