//! Values of declarations: variables, lengths and colors.

use std::collections::BTreeMap;

use csscolorparser::Color;

/// Nesting of variables.
const DEEPEST: u8 = 12;
/// Bytes of a value with resolved variables.
const LONGEST: usize = 600;

/// Custom properties by scope: the element's own, and where the inherited ones are.
#[derive(Debug, Default)]
pub(super) struct Scopes(Vec<Scope>);

#[derive(Debug, Default)]
struct Scope {
    own: BTreeMap<String, String>,
    outer: Option<usize>,
}

impl Scopes {
    /// Adds the scope of an element and returns its index.
    pub(super) fn add(&mut self, own: BTreeMap<String, String>, outer: Option<usize>) -> usize {
        self.0.push(Scope { own, outer });
        self.0.len() - 1
    }

    fn get(&self, name: &str, scope: Option<usize>) -> Option<&str> {
        let mut scope = scope;
        while let Some(found) = scope.and_then(|at| self.0.get(at)) {
            if let Some(value) = found.own.get(name) {
                return Some(value);
            }
            scope = found.outer;
        }
        None
    }

    /// Resolves the variables of a value; `None` if one is missing or the value becomes too long.
    pub(super) fn resolve(&self, value: &str, scope: Option<usize>) -> Option<String> {
        let mut whole = String::new();
        self.put_in(value, scope, 0, &mut whole)?;
        Some(whole)
    }

    fn put_in(&self, value: &str, scope: Option<usize>, depth: u8, whole: &mut String) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        let mut rest = value;
        while let Some(at) = rest.find("var(") {
            push(whole, &rest[..at])?;
            let inner = &rest[at + 4..];
            let end = closing(inner)?;
            let (name, fallback) = match inner[..end].split_once(',') {
                Some((name, fallback)) => (name, Some(fallback)),
                None => (&inner[..end], None),
            };
            let found = self.get(name.trim(), scope).or(fallback)?;
            self.put_in(found.trim(), scope, depth + 1, whole)?;
            rest = &inner[end + 1..];
        }
        push(whole, rest)
    }
}

fn push(whole: &mut String, text: &str) -> Option<()> {
    whole.push_str(text);
    (whole.len() <= LONGEST).then_some(())
}

fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(at),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns a length in CSS pixels, on a screen of 1,280 by 720; `em` is the size of the font.
///
/// Of `min()`, `max()` and `clamp()` the last length that can be read counts, and of `calc()` none.
pub(crate) fn length(text: &str, em: f64) -> Option<f64> {
    let text = text.trim();
    if let Some(inner) =
        text.strip_suffix(')').and_then(|text| text.split_once('(')).filter(|(name, _)| *name != "calc")
    {
        return inner.1.split(',').filter_map(|part| length(part, em)).next_back();
    }
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: f64 = number.parse().ok()?;
    let pixels = match unit.trim().to_ascii_lowercase().as_str() {
        "px" => 1.0,
        "" if number == 0.0 => 0.0,
        "rem" => 16.0,
        "em" => em,
        "ch" | "ex" => em / 2.0,
        "pt" => 4.0 / 3.0,
        "vw" => 12.8,
        "vh" => 7.2,
        _ => return None,
    };
    Some(number * pixels)
}

/// Returns the first color of a value; `None` for what is not a color.
pub(super) fn color(text: &str) -> Option<Color> {
    let text = text.trim();
    if text.is_empty() || text.len() > 120 {
        return None;
    }
    csscolorparser::parse(text).ok()
}
