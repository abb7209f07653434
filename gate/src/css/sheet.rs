//! Reads a style sheet.

use engines::common::Control;

use super::{
    media::{When, when},
    selector::{Selector, parse_list},
};
use crate::{GateError, error::checkpoint};

/// Maximum number of selectors of a sheet.
const MOST_SELECTORS: usize = 20_000;
/// Nesting depth of blocks.
const DEEPEST: u8 = 8;
/// Bytes of a value.
const LONGEST: usize = 600;
/// Rules read between two checks for cancellation.
const BETWEEN: usize = 512;

/// A style sheet.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sheet {
    pub(crate) rules: Vec<Rule>,
    /// Declarations of `@font-face`, with their names.
    pub(crate) fonts: Vec<Vec<(String, String)>>,
    /// True if it has rules for a dark color scheme.
    pub(crate) has_dark: bool,
    /// True if it imports other sheets.
    pub(crate) has_import: bool,
}

/// Declarations for the elements that a selector matches.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) selector: Selector,
    /// Selector as written, for findings.
    pub(crate) text: String,
    /// Index in the order of the sheet.
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) when: When,
}

/// A property with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declaration {
    pub(crate) property: Property,
    pub(crate) value: String,
    pub(crate) is_important: bool,
}

/// Name of a property; only those that matter are kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Property {
    Variable(String),
    Known(&'static str),
}

/// Properties that the checks need.
const KNOWN: &[&str] = &[
    "color",
    "background",
    "background-color",
    "background-image",
    "display",
    "visibility",
    "opacity",
    "position",
    "left",
    "right",
    "top",
    "bottom",
    "inset",
    "text-indent",
    "width",
    "height",
    "max-height",
    "max-width",
    "font-size",
    "font-weight",
    "font",
    "overflow",
    "overflow-x",
    "overflow-y",
    "clip",
    "clip-path",
    "transform",
    "outline",
    "outline-style",
    "outline-width",
    "box-shadow",
    "border",
    "border-color",
    "text-decoration",
    "margin-left",
    "margin-top",
    "margin",
    "content-visibility",
    "-webkit-text-fill-color",
    "scale",
    "background-clip",
];

/// Reads a style sheet; what cannot be read is skipped.
pub(crate) fn parse(css: &str, control: &dyn Control) -> Result<Sheet, GateError> {
    let css = without_comments(css);
    let mut sheet = Sheet::default();
    block(&css, When::ALWAYS, 0, &mut sheet, control)?;
    Ok(sheet)
}

/// Reads the declarations of a `style` attribute.
pub(super) fn inline(css: &str) -> Vec<Declaration> {
    declarations(&without_comments(css))
}

fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(at) = rest.find("/*") {
        out.push_str(&rest[..at]);
        out.push(' ');
        let after = &rest[at + 2..];
        rest = after.find("*/").map_or("", |end| &after[end + 2..]);
    }
    out.push_str(rest);
    out
}

fn block(css: &str, condition: When, depth: u8, sheet: &mut Sheet, control: &dyn Control) -> Result<(), GateError> {
    let mut rest = css;
    let mut read = 0_usize;
    while let Some(at) = find(rest, &['{', ';']) {
        read += 1;
        if read.is_multiple_of(BETWEEN) {
            checkpoint(control)?;
        }
        let prelude = rest[..at].trim();
        if rest[at..].starts_with(';') {
            sheet.has_import |= prelude.to_ascii_lowercase().starts_with("@import");
            rest = &rest[at + 1..];
            continue;
        }
        let body = &rest[at + 1..];
        let end = closing(body).unwrap_or(body.len());
        if depth < DEEPEST && sheet.rules.len() < MOST_SELECTORS {
            entry(prelude, &body[..end], condition, depth, sheet, control)?;
        }
        rest = body.get(end + 1..).unwrap_or_default();
    }
    Ok(())
}

/// Reads one rule with its block.
fn entry(
    prelude: &str, body: &str, condition: When, depth: u8, sheet: &mut Sheet, control: &dyn Control,
) -> Result<(), GateError> {
    let Some(name) = prelude.strip_prefix('@') else {
        rule(prelude, body, condition, sheet);
        return Ok(());
    };
    let (name, rest) = name.split_at(name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len()));
    match name.to_ascii_lowercase().as_str() {
        "media" => {
            let inner = condition.and(when(rest));
            sheet.has_dark |= inner.holds(super::Screen::Dark) && !inner.holds(super::Screen::Light);
            if inner != When::NEVER {
                block(body, inner, depth + 1, sheet, control)?;
            }
        }
        "supports" | "layer" | "container" => block(body, condition, depth + 1, sheet, control)?,
        "font-face" => sheet.fonts.push(pairs(body).collect()),
        _ => {}
    }
    Ok(())
}

fn rule(selectors: &str, body: &str, condition: When, sheet: &mut Sheet) {
    let declarations = declarations(body);
    if declarations.is_empty() {
        return;
    }
    for (text, selector) in parse_list(selectors) {
        if sheet.rules.len() < MOST_SELECTORS {
            sheet.rules.push(Rule { selector, text, declarations: declarations.clone(), when: condition });
        }
    }
}

fn declarations(body: &str) -> Vec<Declaration> {
    let known = |(name, value): (String, String)| {
        let property = if name.starts_with("--") {
            Property::Variable(name)
        } else {
            let lower = name.to_ascii_lowercase();
            Property::Known(KNOWN.iter().find(|known| **known == lower)?)
        };
        let (value, is_important) = match value.rsplit_once('!') {
            Some((value, word)) if word.trim().eq_ignore_ascii_case("important") => (value.trim().to_owned(), true),
            _ => (value, false),
        };
        (value.len() <= LONGEST).then_some(Declaration { property, value, is_important })
    };
    pairs(body).filter_map(known).collect()
}

/// Iterates over the names and values of a block.
fn pairs(body: &str) -> impl Iterator<Item = (String, String)> + '_ {
    let mut rest = body;
    std::iter::from_fn(move || {
        while !rest.trim().is_empty() {
            let end = find(rest, &[';', '{']).unwrap_or(rest.len());
            let part = &rest[..end];
            if rest[end..].starts_with('{') {
                // Nested rules are skipped.
                let inner = &rest[end + 1..];
                rest = closing(inner).and_then(|end| inner.get(end + 1..)).unwrap_or_default();
                continue;
            }
            rest = rest.get(end + 1..).unwrap_or_default();
            if let Some((name, value)) = part.split_once(':') {
                return Some((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
        None
    })
}

/// Returns the first of some characters outside strings and parentheses.
fn find(css: &str, sought: &[char]) -> Option<usize> {
    let (mut quote, mut depth, mut is_escaped) = (None, 0_usize, false);
    for (at, character) in css.char_indices() {
        if std::mem::take(&mut is_escaped) {
            continue;
        }
        match (quote, character) {
            (_, '\\') => is_escaped = true,
            (Some(open), c) if c == open || c == '\n' => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, c) if depth == 0 && sought.contains(&c) => return Some(at),
            // A brace ends whatever was left open.
            (None, '{' | '}') => depth = 0,
            _ => {}
        }
    }
    None
}

/// Returns the index of the brace that closes a block.
fn closing(css: &str) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(found) = find(&css[at..], &['{', '}']) {
        at += found;
        if css[at..].starts_with('{') {
            depth += 1;
        } else if depth == 0 {
            return Some(at);
        } else {
            depth -= 1;
        }
        at += 1;
    }
    None
}
