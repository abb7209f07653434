//! Selectors and the elements that they match.

use html5ever::LocalName;

use crate::html::{Element, NodeId, ROOT, Tree};

/// Longest selector, in bytes, and its most compounds.
const LONGEST: usize = 400;
const MOST_COMPOUNDS: usize = 24;
/// Elements tried for one element, since selectors with many spaces can be matched in many ways.
const STEPS: u32 = 2_000;
/// Nesting of `:not()` and `:is()`.
const DEEPEST: u8 = 3;

/// Compounds from the last to the first, each with how it relates to the one on its left.
#[derive(Debug, Clone)]
pub(crate) struct Selector {
    compounds: Vec<(Compound, Combinator)>,
    pub(super) specificity: (u16, u16, u16),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Combinator {
    Last,
    Descendant,
    Child,
    Next,
    Later,
}

type Compound = Vec<Part>;

#[derive(Debug, Clone)]
pub(super) enum Part {
    Tag(LocalName),
    Id(String),
    Class(String),
    Attribute {
        name: LocalName,
        operator: char,
        value: String,
    },
    Root,
    FirstChild,
    LastChild,
    Nth {
        step: i64,
        offset: i64,
    },
    Not(Vec<Selector>),
    Any(Vec<Selector>),
    /// Links, and what always holds.
    Link,
    /// States and pseudo-elements, which a page at rest does not have.
    Never,
}

/// Reads a list of selectors; those that cannot be read are left out.
pub(super) fn parse_list(text: &str) -> Vec<(String, Selector)> {
    split(text, ',').filter_map(|one| Some((one.trim().to_owned(), parse(one.trim(), 0)?))).collect()
}

/// Splits at a character outside brackets and strings.
fn split(text: &str, at: char) -> impl Iterator<Item = &str> {
    let (mut depth, mut quote) = (0_i32, None);
    text.split(move |c: char| {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth -= 1,
            _ => {}
        }
        c == at && depth <= 0 && quote.is_none()
    })
}

fn parse(text: &str, depth: u8) -> Option<Selector> {
    if text.is_empty() || text.len() > LONGEST || depth > DEEPEST {
        return None;
    }
    let mut compounds: Vec<(Compound, Combinator)> = Vec::new();
    let (mut rest, mut combinator) = (text, Combinator::Last);
    let mut specificity = (0, 0, 0);
    while !rest.is_empty() {
        let (compound, after) = compound(rest, depth, &mut specificity)?;
        compounds.push((compound, combinator));
        let trimmed = after.trim_start();
        let (next, skip) = match trimmed.chars().next() {
            None => break,
            Some('>') => (Combinator::Child, 1),
            Some('+') => (Combinator::Next, 1),
            Some('~') => (Combinator::Later, 1),
            Some(_) if trimmed.len() < after.len() => (Combinator::Descendant, 0),
            Some(_) => return None,
        };
        combinator = next;
        rest = trimmed[skip..].trim_start();
        if compounds.len() > MOST_COMPOUNDS || rest.is_empty() {
            return None;
        }
    }
    compounds.reverse();
    Some(Selector { compounds, specificity })
}

fn compound<'t>(text: &'t str, depth: u8, specificity: &mut (u16, u16, u16)) -> Option<(Compound, &'t str)> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut is_empty = true;
    loop {
        let first = rest.chars().next();
        let (part, after) = match first {
            Some('*') => {
                is_empty = false;
                rest = &rest[1..];
                continue;
            }
            Some('#') => name(&rest[1..]).map(|(name, after)| (Part::Id(name), after))?,
            Some('.') => name(&rest[1..]).map(|(name, after)| (Part::Class(name), after))?,
            Some('[') => attribute(rest)?,
            Some(':') => pseudo(rest, depth, specificity)?,
            Some(c) if c.is_alphanumeric() || matches!(c, '_' | '-' | '\\') => {
                name(rest).map(|(name, after)| (Part::Tag(LocalName::from(name.to_ascii_lowercase())), after))?
            }
            _ => break,
        };
        match &part {
            Part::Id(_) => specificity.0 += 1,
            Part::Tag(_) => specificity.2 += 1,
            Part::Not(_) | Part::Any(_) => {}
            _ => specificity.1 += 1,
        }
        parts.push(part);
        is_empty = false;
        rest = after;
    }
    (!is_empty).then_some((parts, rest))
}

/// Reads a name, without the backslashes of its escapes.
fn name(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if std::mem::take(&mut is_escaped) || c.is_alphanumeric() || matches!(c, '_' | '-') {
            name.push(c);
        } else if c == '\\' {
            is_escaped = true;
        } else {
            return (!name.is_empty()).then_some((name, &text[at..]));
        }
    }
    (!name.is_empty()).then_some((name, ""))
}

fn attribute(text: &str) -> Option<(Part, &str)> {
    let end = text.find(']')?;
    let inner = text[1..end].trim();
    let at = inner.find(['=', '~', '|', '^', '$', '*']).unwrap_or(inner.len());
    let (name, rest) = inner.split_at(at);
    let (operator, value) = match rest.split_once('=') {
        None => ('?', ""),
        Some((before, value)) => (before.chars().next().unwrap_or('='), value),
    };
    let value = value.trim().trim_end_matches(" i").trim_matches(['"', '\'']).to_owned();
    let part = Part::Attribute { name: LocalName::from(name.trim().to_ascii_lowercase()), operator, value };
    Some((part, &text[end + 1..]))
}

fn pseudo<'t>(text: &'t str, depth: u8, specificity: &mut (u16, u16, u16)) -> Option<(Part, &'t str)> {
    if let Some(element) = text.strip_prefix("::") {
        let (_, after) = name(element)?;
        return Some((Part::Never, arguments(after).map_or(after, |(_, after)| after)));
    }
    let (name, after) = name(&text[1..])?;
    let (inner, after) = arguments(after).unwrap_or(("", after));
    let list = |specificity: &mut (u16, u16, u16)| -> Vec<Selector> {
        let list: Vec<Selector> = split(inner, ',').filter_map(|one| parse(one.trim(), depth + 1)).collect();
        let most = list.iter().map(|one| one.specificity).max().unwrap_or_default();
        if name != "where" {
            *specificity = (specificity.0 + most.0, specificity.1 + most.1, specificity.2 + most.2);
        }
        list
    };
    let part = match name.to_ascii_lowercase().as_str() {
        "root" => Part::Root,
        "first-child" => Part::FirstChild,
        "last-child" => Part::LastChild,
        "nth-child" => nth(inner)?,
        "link" | "any-link" => Part::Link,
        "not" => Part::Not(list(specificity)),
        "is" | "where" => Part::Any(list(specificity)),
        _ => Part::Never,
    };
    Some((part, after))
}

/// Returns what is between the parentheses at the start of a text, and the rest.
fn arguments(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('(')?;
    let mut depth = 0;
    for (at, c) in inner.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some((&inner[..at], &inner[at + 1..])),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn nth(text: &str) -> Option<Part> {
    let text: String = text.to_ascii_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let (step, offset) = match text.as_str() {
        "odd" => (2, 1),
        "even" => (2, 0),
        _ => match text.split_once('n') {
            None => (0, text.parse().ok()?),
            Some((step, offset)) => {
                let step = match step {
                    "" | "+" => 1,
                    "-" => -1,
                    step => step.parse().ok()?,
                };
                (step, if offset.is_empty() { 0 } else { offset.parse().ok()? })
            }
        },
    };
    Some(Part::Nth { step, offset })
}

impl Selector {
    /// Returns true if the selector matches an element.
    pub(crate) fn matches(&self, tree: &Tree, id: NodeId) -> bool {
        self.matches_within(tree, id, &mut { STEPS })
    }

    /// Returns the parts of the last compound, by which rules are found.
    pub(super) fn key(&self) -> &[Part] {
        self.compounds.first().map_or(&[], |(parts, _)| parts)
    }

    fn matches_within(&self, tree: &Tree, id: NodeId, steps: &mut u32) -> bool {
        self.matches_from(0, tree, id, steps)
    }

    fn matches_from(&self, at: usize, tree: &Tree, id: NodeId, steps: &mut u32) -> bool {
        *steps = steps.saturating_sub(1);
        if *steps == 0 {
            return false;
        }
        let Some((parts, combinator)) = self.compounds.get(at) else { return true };
        let Some(element) = tree.element(id) else { return false };
        if !parts.iter().all(|part| holds(part, element, tree, id, steps)) {
            return false;
        }
        // The combinator leads to the compound on the left.
        match combinator {
            Combinator::Last => true,
            Combinator::Child => tree.parent(id).is_some_and(|parent| self.matches_from(at + 1, tree, parent, steps)),
            Combinator::Descendant => tree.ancestors(id).any(|above| self.matches_from(at + 1, tree, above, steps)),
            Combinator::Next => {
                tree.previous_element(id).is_some_and(|before| self.matches_from(at + 1, tree, before, steps))
            }
            Combinator::Later => {
                let mut before = std::iter::successors(tree.previous_element(id), |id| tree.previous_element(*id));
                before.any(|before| self.matches_from(at + 1, tree, before, steps))
            }
        }
    }
}

fn holds(part: &Part, element: &Element, tree: &Tree, id: NodeId, steps: &mut u32) -> bool {
    match part {
        Part::Tag(name) => element.name == *name,
        Part::Id(name) => element.attribute("id") == Some(name),
        Part::Class(name) => element.has_class(name),
        Part::Attribute { name, operator, value } => {
            element.value(name).is_some_and(|given| compares(given, *operator, value))
        }
        Part::Root => tree.parent(id) == Some(ROOT),
        Part::FirstChild => tree.previous_element(id).is_none(),
        Part::LastChild => tree.next_element(id).is_none(),
        Part::Nth { step, offset } => {
            let before = std::iter::successors(tree.previous_element(id), |id| tree.previous_element(*id)).count();
            is_nth(before as i64 + 1, *step, *offset)
        }
        Part::Not(list) => !list.iter().any(|one| one.matches_within(tree, id, steps)),
        Part::Any(list) => list.iter().any(|one| one.matches_within(tree, id, steps)),
        Part::Link => *element.name == *"a" && element.attribute("href").is_some(),
        Part::Never => false,
    }
}

fn compares(given: &str, operator: char, value: &str) -> bool {
    match operator {
        '?' => true,
        '~' => given.split_ascii_whitespace().any(|word| word == value),
        '|' => given == value || given.strip_prefix(value).is_some_and(|rest| rest.starts_with('-')),
        '^' => !value.is_empty() && given.starts_with(value),
        '$' => !value.is_empty() && given.ends_with(value),
        '*' => !value.is_empty() && given.contains(value),
        _ => given == value,
    }
}

fn is_nth(index: i64, step: i64, offset: i64) -> bool {
    let distance = index - offset;
    if step == 0 { distance == 0 } else { distance % step == 0 && distance / step >= 0 }
}
