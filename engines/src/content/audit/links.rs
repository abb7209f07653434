//! Links to add: a page says the main query of another page and does not link to it.

use std::collections::HashMap;

use super::head::main_query;
use super::output::{PageChange, PageChangeKind};
use super::params::AuditChecked;
use super::plain::plain;
use super::reading::Reading;
use super::site::Site;
use crate::common::count;
use crate::text::{Stemmer, fold, is_stopword, words};

/// Number of links to a page from which it needs no more.
const ENOUGH: usize = 3;
/// Maximum number of links to add to a page.
const MOST_LINKS: usize = 3;
/// Maximum number of words of a phrase.
const LONGEST: usize = 6;

/// Pages that need links, by the stems of their main query in order.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    by_phrase: HashMap<Vec<String>, usize>,
}

impl Wanted {
    /// Collects pages that stay, have impressions, and few links to them.
    pub(super) fn new(site: &Site<'_>, order: &[usize], stays: &[bool], params: &AuditChecked) -> Self {
        let mut by_phrase = HashMap::new();
        if !site.has_links {
            return Self { by_phrase };
        }
        for at in order.iter().filter(|at| stays[**at]) {
            let seen = &site.pages[*at];
            let is_wanted = seen.links_in.len() < ENOUGH && seen.impressions >= f64::from(params.min_impressions);
            if let Some((query, _)) = main_query(site, *at, params).filter(|_| is_wanted && !seen.is_home)
                && (2..=LONGEST).contains(&query.stems.len())
            {
                by_phrase.entry(query.stems.clone()).or_insert(*at);
            }
        }
        Self { by_phrase }
    }

    /// Returns the links that a page should add.
    pub(super) fn find(&self, site: &Site<'_>, at: usize, reading: &Reading<'_>, stemmer: &Stemmer) -> Vec<PageChange> {
        let mut changes: Vec<PageChange> = Vec::new();
        if self.by_phrase.is_empty() {
            return changes;
        }
        let mut found: Vec<usize> = Vec::new();
        for (index, sentence) in reading.sentences.iter().enumerate() {
            let tokens: Vec<&str> = sentence.split_whitespace().collect();
            let stems: Vec<Option<String>> = tokens.iter().map(|token| stem(token, stemmer)).collect();
            for (target, start, end) in self.phrases(&stems) {
                let is_new = target != at && !site.pages[at].links_out.contains(&target) && !found.contains(&target);
                if is_new && changes.len() < MOST_LINKS {
                    found.push(target);
                    let anchor = plain(tokens[start..end].join(" ").trim_matches(|c: char| !c.is_alphanumeric()));
                    changes.push(link(site, target, anchor, reading.sentence(index)));
                }
            }
            if changes.len() == MOST_LINKS {
                break;
            }
        }
        changes
    }

    /// Finds the phrases of a sentence as target, first token and the one past the last. Stop words between do not count.
    fn phrases(&self, stems: &[Option<String>]) -> Vec<(usize, usize, usize)> {
        let content: Vec<(usize, &String)> =
            stems.iter().enumerate().filter_map(|(at, stem)| Some((at, stem.as_ref()?))).collect();
        let mut found = Vec::new();
        for start in 0..content.len() {
            for length in (2..=LONGEST.min(content.len() - start)).rev() {
                let run = &content[start..start + length];
                let phrase: Vec<String> = run.iter().map(|(_, stem)| (*stem).clone()).collect();
                if let Some(target) = self.by_phrase.get(&phrase) {
                    found.push((*target, run[0].0, run[length - 1].0 + 1));
                }
            }
        }
        found
    }
}

/// Stem of a token of one word; `None` for a stop word.
fn stem(token: &str, stemmer: &Stemmer) -> Option<String> {
    let folded = fold(token);
    let mut parts = words(&folded);
    let word = parts.next().filter(|word| !is_stopword(word))?;
    Some(match parts.next() {
        None => stemmer.stem(word),
        Some(_) => folded.clone(),
    })
}

fn link(site: &Site<'_>, target: usize, anchor: String, sentence: String) -> PageChange {
    let seen = &site.pages[target];
    let url = plain(&seen.page.url);
    let links = match seen.links_in.len() {
        0 => "no page links".to_owned(),
        1 => "one page links".to_owned(),
        n => format!("{n} pages link"),
    };
    let reason = format!(
        "{links} to {url}, which has {} impressions; the sentence names its main query",
        count(seen.impressions)
    );
    let reason = reason.chars().next().map(|first| format!("{}{}", first.to_uppercase(), &reason[first.len_utf8()..]));
    PageChange {
        before: Some(sentence),
        after: Some(anchor),
        target: Some(url),
        ..PageChange::new(PageChangeKind::AddLink, reason.unwrap_or_default())
    }
}
