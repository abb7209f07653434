//! The names of the site's own trade, some of which have a word of trust: `home insurance`, `home warranty`.

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use engines::{
    content::{Draft, Sentence},
    text::{fold, words},
};
use sites::Trade;

use super::{
    claim,
    having::{Token, is_had},
};

/// Words of trust that are also goods. A word that praises, such as `insured` or `licensed`, is a claim in every name.
const GOODS: &[&str] = &["insurance", "warranty", "warranties"];
/// Stands for a word of trust in a name.
const PLAIN: &str = "cover";

/// Names of a trade that have a word of trust, as folded words.
#[derive(Debug, Default)]
pub(crate) struct TradeNames {
    /// The work and the business: `home insurance`, `insurance agency`.
    all: Vec<Vec<String>>,
    /// Other businesses: `insurance agencies`.
    others: Vec<Vec<String>>,
}

impl TradeNames {
    pub(crate) fn of(trade: &Trade) -> Self {
        let named = |names: &[&str]| -> Vec<Vec<String>> {
            let split = |name: &&str| words(&fold(name)).map(str::to_owned).collect::<Vec<_>>();
            // A word of trust alone is no name: `insurance` says as well that somebody has one.
            names.iter().map(split).filter(|name| name.len() > 1 && name.iter().any(|word| is_good(word))).collect()
        };
        let businesses = several(&trade.business);
        let all = [trade.name.as_str(), &trade.work, &trade.business, &businesses];
        Self { all: named(&all), others: named(&[&businesses]) }
    }

    /// Returns a text whose names of the trade make no claim. Where the business speaks of itself, `our home warranty` is a
    /// claim; only the businesses to which the site refers visitors are named there. Where the seller has what is named, the
    /// name stays as well.
    pub(crate) fn without<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.all.is_empty() {
            return Cow::Borrowed(text);
        }
        let names = if claim::has_voice(text) { &self.others } else { &self.all };
        let tokens = tokens(text);
        let mut goods: Vec<Range<usize>> = Vec::new();
        for name in found(text, &tokens, names) {
            if !is_had(text, &tokens, name.clone()) {
                goods.extend(tokens[name].iter().filter(|(_, word)| is_good(word)).map(|(range, _)| range.clone()));
            }
        }
        goods.sort_by_key(|range| range.start);
        goods.dedup();
        if goods.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(replaced(text, &goods)) }
    }

    /// Returns true for a text in which the seller has what its trade is named after: `every agent carries auto insurance`.
    pub(crate) fn is_had_in(&self, text: &str) -> bool {
        if self.all.is_empty() {
            return false;
        }
        let tokens = tokens(text);
        found(text, &tokens, &self.all).any(|name| is_had(text, &tokens, name))
    }

    /// Returns a draft whose names of the trade make no claim, with the written sentence of each one that changed.
    pub(crate) fn without_in(&self, draft: &Draft) -> (Draft, BTreeMap<String, String>) {
        let (mut draft, mut written) = (draft.clone(), BTreeMap::new());
        if self.all.is_empty() {
            return (draft, written);
        }
        let mut change = |sentence: &mut Sentence| {
            if let Cow::Owned(text) = self.without(&sentence.text) {
                let before = std::mem::replace(&mut sentence.text, text.clone());
                written.insert(text, before);
            }
        };
        change(&mut draft.title);
        change(&mut draft.description);
        for block in &mut draft.blocks {
            let cells = block.rows.iter_mut().flat_map(|row| &mut row.cells).flat_map(|cell| &mut cell.sentences);
            block
                .label
                .iter_mut()
                .chain(&mut block.sentences)
                .chain(&mut block.header)
                .chain(cells)
                .for_each(&mut change);
        }
        (draft, written)
    }
}

/// Iterates over the names in a text, as ranges of its words; the longest name at each word.
fn found<'a>(text: &'a str, tokens: &'a [Token], names: &'a [Vec<String>]) -> impl Iterator<Item = Range<usize>> + 'a {
    (0..tokens.len()).filter_map(move |at| {
        let here = names.iter().filter(|name| is_here(text, &tokens[at..], name)).map(Vec::len);
        here.max().map(|length| at..at + length)
    })
}

fn is_good(word: &str) -> bool {
    GOODS.contains(&word)
}

/// Returns the plural of a noun: `insurance agencies`.
fn several(noun: &str) -> String {
    let noun = noun.trim();
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}

/// Returns the words of a text in lower case, with their places.
fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match start {
            None if c.is_alphanumeric() => start = Some(at),
            Some(from) if !c.is_alphanumeric() => {
                found.push((from..at, text[from..at].to_lowercase()));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Returns true if a name is at the beginning of some words, with nothing but spaces and hyphens between its own.
fn is_here(text: &str, tokens: &[Token], name: &[String]) -> bool {
    let Some(run) = tokens.get(..name.len()) else { return false };
    let is_joined = |pair: &[Token]| match pair {
        [(one, _), (next, _)] => text[one.end..next.start].chars().all(|c| c.is_whitespace() || c == '-'),
        _ => false,
    };
    run.iter().zip(name).all(|((_, word), part)| word == part) && run.windows(2).all(is_joined)
}

fn replaced(text: &str, goods: &[Range<usize>]) -> String {
    let (mut out, mut end) = (String::with_capacity(text.len()), 0);
    for range in goods {
        out.push_str(&text[end..range.start]);
        out.push_str(PLAIN);
        end = range.end;
    }
    out.push_str(&text[end..]);
    out
}
