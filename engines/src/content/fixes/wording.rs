//! Wordings of titles, descriptions and headings, only from words of the page and the keyword.

use std::collections::BTreeMap;

use super::input::PageFacts;
use super::places::{Keyword, sentence_with};
use crate::content::audit::{head::has_no_repeat, plain::plain, reading::is_latin, topic::SEPARATORS};
use crate::content::width::{is_description_ok, is_title_ok};
use crate::text::{Stemmer, sentences};

/// Longest heading that gets the keyword in front.
const LONGEST_HEADING: usize = 70;
/// Longest part of a title after its last separator that is taken for the name of the website.
const LONGEST_NAME: usize = 30;
/// Sentences that a description may join.
const MOST_SENTENCES: usize = 6;
/// Longest title in other scripts, in characters.
const WIDE_TITLE: std::ops::RangeInclusive<usize> = 4..=32;

/// Returns the keyword as the page writes its words, with a capital first letter.
pub(super) fn written(keyword: &str, page: &PageFacts) -> String {
    let forms = forms(keyword, page);
    let words: Vec<&str> =
        keyword.split_whitespace().map(|word| forms.get(&word.to_lowercase()).map_or(word, String::as_str)).collect();
    let text = plain(&words.join(" "));
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The spelling of each word of the keyword inside the page's sentences, where only names have capitals.
fn forms(keyword: &str, page: &PageFacts) -> BTreeMap<String, String> {
    let wanted: Vec<String> = keyword.split_whitespace().map(str::to_lowercase).collect();
    let mut forms: BTreeMap<String, String> = BTreeMap::new();
    for sentence in sentences(&page.text) {
        let tokens = sentence.split(|c: char| !c.is_alphanumeric()).filter(|token| !token.is_empty()).skip(1);
        for token in tokens {
            let lower = token.to_lowercase();
            if !wanted.contains(&lower) {
                continue;
            }
            if token == lower {
                forms.insert(lower.clone(), lower);
            } else {
                forms.entry(lower).or_insert_with(|| token.to_owned());
            }
        }
    }
    forms
}

/// Returns the first title with the keyword that fits and differs from the present one.
pub(super) fn title(page: &PageFacts, keyword: &str, has_keyword: bool) -> Option<String> {
    let present = page.title.as_deref().map(plain).filter(|title| !title.is_empty());
    let (core, name) = present.as_deref().map_or((None, None), |title| {
        let (core, name) = split(title);
        (Some(core.to_owned()), name.map(str::to_owned))
    });
    let h1 = page.h1.as_deref().map(plain).filter(|h1| !h1.is_empty());
    let keyword = written(keyword, page);
    let mut bases: Vec<String> = Vec::new();
    if has_keyword {
        bases.extend(core);
    } else {
        bases.extend(core.as_ref().map(|core| format!("{keyword}: {core}")));
        bases.extend(h1.filter(|h1| core.as_ref() != Some(h1)).map(|h1| format!("{keyword}: {h1}")));
        bases.push(keyword);
    }
    let with_name = |base: &String| name.as_ref().map(|name| format!("{base} | {name}"));
    let mut candidates = bases.iter().flat_map(|base| with_name(base).into_iter().chain([base.clone()]));
    candidates.find(|text| {
        let fits = if is_latin(text) { is_title_ok(text) } else { WIDE_TITLE.contains(&text.chars().count()) };
        fits && present.as_deref() != Some(text.as_str()) && has_no_repeat(text)
    })
}

/// Splits a title into its subject and the name of the website, if it ends with one.
fn split(title: &str) -> (&str, Option<&str>) {
    let found = SEPARATORS.iter().filter_map(|separator| Some((title.rfind(separator)?, separator.len()))).max();
    match found {
        Some((at, length)) => {
            let name = title[at + length..].trim();
            let is_name = !name.is_empty() && name.chars().count() <= LONGEST_NAME;
            if is_name { (title[..at].trim(), Some(name)) } else { (title, None) }
        }
        None => (title, None),
    }
}

/// Returns a description from sentences of the page, from the first with the keyword on; `None` if none fits.
pub(super) fn description(page: &PageFacts, keyword: &Keyword, stemmer: &Stemmer) -> Option<String> {
    let first = sentence_with(&page.text, keyword, stemmer)?;
    let all = sentences(&page.text);
    let mut text = String::new();
    for sentence in all.iter().skip(first).take(MOST_SENTENCES) {
        let next = plain(sentence);
        text = if text.is_empty() { next } else { format!("{text} {next}") };
        if is_description_ok(&text) {
            return Some(text).filter(|text| page.description.as_deref() != Some(text.as_str()));
        }
    }
    None
}

/// Returns a first heading with the keyword.
pub(super) fn heading(page: &PageFacts, keyword: &str) -> String {
    let keyword = written(keyword, page);
    let h1 = page.h1.as_deref().map(plain).filter(|h1| !h1.is_empty());
    let joined = h1.map(|h1| format!("{keyword}: {h1}"));
    joined.filter(|text| text.chars().count() <= LONGEST_HEADING && has_no_repeat(text)).unwrap_or(keyword)
}

/// Escapes a text for HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
