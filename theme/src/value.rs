//! Values of declarations: resolves variables, finds colours and families.

use std::{collections::BTreeMap, rc::Rc};

use csscolorparser::Color;
use cssparser::{Parser, Token};

use super::{
    limits::{DEEPEST_VALUE, LONGEST_TEXT},
    media::Scheme,
};

/// Custom properties of an element: its own, then inherited ones.
#[derive(Debug, Default)]
pub(super) struct Variables {
    pub(super) own: BTreeMap<Rc<str>, Rc<str>>,
    pub(super) outer: Option<Rc<Self>>,
}

impl Variables {
    fn get(&self, name: &str) -> Option<&str> {
        let mut scope = Some(self);
        while let Some(variables) = scope {
            if let Some(value) = variables.own.get(name) {
                return Some(value);
            }
            scope = variables.outer.as_deref();
        }
        None
    }
}

/// Resolves the variables of a value; returns `None` if one is missing or the value becomes too long.
pub(super) fn resolve(value: &str, variables: &Variables) -> Option<String> {
    if !value.contains("var(") {
        return (value.len() <= LONGEST_TEXT).then(|| value.to_owned());
    }
    let mut whole = String::new();
    put_in(value, variables, 0, &mut whole)?;
    Some(whole)
}

fn put_in(value: &str, variables: &Variables, depth: usize, whole: &mut String) -> Option<()> {
    if depth > DEEPEST_VALUE {
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
        let found = variables.get(name.trim()).or(fallback)?;
        put_in(found, variables, depth + 1, whole)?;
        rest = &inner[end + 1..];
    }
    push(whole, rest)
}

fn push(whole: &mut String, text: &str) -> Option<()> {
    whole.push_str(text);
    (whole.len() <= LONGEST_TEXT).then_some(())
}

/// Returns the index of the matching closing parenthesis.
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

/// Returns the first colour in a value: of a gradient its first, of a URL none.
pub(super) fn first_colour(value: &str, scheme: Scheme) -> Option<Color> {
    if value.bytes().filter(|byte| *byte == b'(').count() > DEEPEST_VALUE {
        return None;
    }
    find_colour(&mut Parser::new(value), scheme)
}

fn find_colour(parser: &mut Parser<'_>, scheme: Scheme) -> Option<Color> {
    loop {
        let start = parser.position();
        let token = parser.next().ok()?.clone();
        let found = match &token {
            Token::Ident(name) => named(name),
            Token::Hash(digits) | Token::IDHash(digits) => Color::from_html(format!("#{digits}")).ok(),
            Token::Function(name) => {
                let kind = name.to_ascii_lowercase();
                let mut inside = None;
                let _: Result<(), cssparser::ParseError<()>> = parser.parse_nested_block(|inner| {
                    inside = nested(&kind, inner, scheme);
                    while inner.next().is_ok() {}
                    Ok(())
                });
                if is_colour_function(&kind) { Color::from_html(parser.slice_from(start).trim()).ok() } else { inside }
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
}

/// Returns the colour inside a function that is not a colour itself.
fn nested(kind: &str, parser: &mut Parser<'_>, scheme: Scheme) -> Option<Color> {
    if is_colour_function(kind) || kind == "url" {
        return None;
    }
    let first = find_colour(parser, scheme);
    match kind {
        "light-dark" if scheme == Scheme::Dark => find_colour(parser, scheme).or(first),
        _ => first,
    }
}

fn is_colour_function(name: &str) -> bool {
    matches!(name, "rgb" | "rgba" | "hsl" | "hsla" | "hwb" | "lab" | "lch" | "oklab" | "oklch")
}

/// Returns a colour by name. The library accepts bare digits as a colour, which CSS does not.
fn named(name: &str) -> Option<Color> {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphabetic()) && name.bytes().any(|b| !b.is_ascii_hexdigit());
    if !is_word || name.eq_ignore_ascii_case("transparent") {
        return None;
    }
    Color::from_html(name).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(value: &str) -> Option<String> {
        first_colour(value, Scheme::Light).map(|colour| colour.to_css_hex().to_string())
    }

    #[test]
    fn colours_are_found_among_other_things() {
        for (value, expected) in [
            ("#f0b429", "#f0b429"),
            ("RED", "#ff0000"),
            ("no-repeat url(red.png) 0 0 / cover, #123", "#112233"),
            ("linear-gradient(45deg, rgb(1 2 3), blue)", "#010203"),
            ("1px solid hsl(120 100% 50% / 50%)", "#00ff0080"),
            ("oklch(86.644% 0.29483 142.495)", "#00ff00"),
            ("light-dark(white, black)", "#ffffff"),
        ] {
            assert_eq!(colour(value).as_deref(), Some(expected), "{value}");
        }
        for none in
            ["", "bed", "transparent", "inherit", "url(javascript:alert(1))", "url(\"red\")", "var(--x", "#ggg", "}{"]
        {
            assert_eq!(colour(none), None, "{none}");
        }
        assert_eq!(first_colour("light-dark(white, black)", Scheme::Dark).map(|c| c.r), Some(0.0));
    }

    #[test]
    fn variables_are_put_in_and_never_grow_beyond_measure() {
        let mut own = BTreeMap::new();
        for (name, value) in [("--a", "var(--b)"), ("--b", "1 2 3"), ("--loop", "var(--loop)")] {
            own.insert(name.into(), value.into());
        }
        for level in 0..12 {
            let twice = format!("var(--x{level}) var(--x{level})");
            own.insert(format!("--x{}", level + 1).into(), twice.into());
        }
        own.insert("--x0".into(), "boom".into());
        let outer = Variables { own, outer: None };
        let variables = Variables { own: BTreeMap::new(), outer: Some(Rc::new(outer)) };
        let colour = resolve("rgb(var(--a) / var(--none, 1))", &variables).unwrap();
        assert_eq!(colour.split_whitespace().collect::<Vec<_>>(), ["rgb(1", "2", "3", "/", "1)"]);
        for none in ["var(--none)", "var(--loop)", "var(--x12)", "var(--a"] {
            assert_eq!(resolve(none, &variables), None, "{none}");
        }
    }
}
