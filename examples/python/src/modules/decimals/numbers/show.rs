//! Numbers as texts.

use super::{Kind, Number};

impl Number {
    /// What stands for a number that is not finite, without the sign.
    pub fn name(&self) -> Option<String> {
        let word = match self.kind {
            Kind::Finite => return None,
            Kind::Infinite => return Some("Infinity".to_string()),
            Kind::Quiet => "NaN",
            Kind::Signaling => "sNaN",
        };
        Some(if self.digits.is_zero() { word.to_string() } else { format!("{word}{}", self.digits) })
    }

    /// Appends the text: scientific if the exponent is positive or small; `engineering` with exponents that 3 divides.
    pub fn show(&self, engineering: bool, capitals: bool, out: &mut String) {
        if self.negative {
            out.push('-');
        }
        if let Some(name) = self.name() {
            out.push_str(&name);
            return;
        }
        let mut buffer = itoa::Buffer::new();
        let long;
        let digits = match &self.digits {
            super::Digits::Small(n) => buffer.format(*n),
            n => {
                long = n.to_string();
                &long
            }
        };
        let left = self.exp + digits.len() as i64;
        let point = match () {
            _ if self.exp <= 0 && left > -6 => left,
            _ if !engineering => 1,
            _ if digits == "0" => (left + 1).rem_euclid(3) - 1,
            _ => (left - 1).rem_euclid(3) + 1,
        };
        placed(digits, point, out);
        if left != point {
            out.push(if capitals { 'E' } else { 'e' });
            out.push(if left > point { '+' } else { '-' });
            out.push_str(itoa::Buffer::new().format((left - point).unsigned_abs()));
        }
    }
}

/// Appends digits with a point behind so many of them.
fn placed(digits: &str, point: i64, out: &mut String) {
    let zeros = |out: &mut String, n: i64| out.extend(std::iter::repeat_n('0', n as usize));
    let n = digits.len() as i64;
    if point <= 0 {
        out.push_str("0.");
        zeros(out, -point);
        out.push_str(digits);
    } else if point >= n {
        out.push_str(digits);
        zeros(out, point - n);
    } else {
        let (whole, fraction) = digits.split_at(point as usize);
        out.push_str(whole);
        out.push('.');
        out.push_str(fraction);
    }
}
