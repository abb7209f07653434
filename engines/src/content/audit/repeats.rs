//! Sentences that several pages have.

use std::collections::{HashMap, HashSet};

use super::output::{PageChange, PageChangeKind};
use super::plain::plain;
use super::reading::Reading;
use super::site::{Query, Site};
use crate::common::{Control, EngineError, checkpoint};
use crate::text::{fold, sentences, words};

/// Minimum number of words of a sentence that is compared: shorter ones recur by chance.
const LEAST_WORDS: usize = 8;
/// Share of a page's words in repeated sentences from which they are cut.
const REPEATED: f64 = 0.2;
/// Minimum number of pages with a sentence, and their share of all pages, for boilerplate.
const BOILERPLATE: (usize, f64) = (5, 0.3);
/// Maximum number of passages to cut or to move.
const MOST_PASSAGES: usize = 8;
/// Maximum number of pages listed with a passage.
const MOST_NAMED: usize = 20;
/// Minimum number of sentences with one query, and their share of the words, for stuffing.
const STUFFED: (usize, f64) = (5, 0.05);
/// Sentences with a stuffed query that stay.
const KEPT: usize = 2;

/// Pages with each sentence, the first of them by precedence.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    by_sentence: HashMap<String, Holders>,
    pages: usize,
}

#[derive(Debug, Default)]
struct Holders {
    count: usize,
    named: Vec<usize>,
}

impl Repeats {
    /// Reads the sentences of all living pages in their order of precedence.
    pub(super) fn read(site: &Site<'_>, order: &[usize], control: &dyn Control) -> Result<Self, EngineError> {
        let mut by_sentence: HashMap<String, Holders> = HashMap::new();
        let mut pages = 0;
        for at in order.iter().filter(|at| site.pages[**at].is_living) {
            if pages % 50 == 0 {
                checkpoint(control)?;
            }
            pages += 1;
            let mut own = HashSet::new();
            for sentence in sentences(&site.pages[*at].page.text) {
                let folded = fold(sentence);
                if words(&folded).count() < LEAST_WORDS || !own.insert(folded.clone()) {
                    continue;
                }
                let holders = by_sentence.entry(folded).or_default();
                holders.count += 1;
                if holders.named.len() <= MOST_NAMED {
                    holders.named.push(*at);
                }
            }
        }
        by_sentence.retain(|_, holders| holders.count > 1);
        Ok(Self { by_sentence, pages })
    }

    fn is_boilerplate(&self, holders: &Holders) -> bool {
        holders.count >= BOILERPLATE.0 && holders.count as f64 >= BOILERPLATE.1 * self.pages as f64
    }

    /// Returns the passages to cut: sentences that a page with precedence has too, if they are a large part of the page.
    /// Boilerplate stays on the first page only.
    pub(super) fn cuts(&self, site: &Site<'_>, at: usize, reading: &Reading<'_>) -> Vec<PageChange> {
        let repeated: Vec<Option<&Holders>> = reading
            .folded
            .iter()
            .map(|folded| self.by_sentence.get(folded).filter(|holders| holders.named.first() != Some(&at)))
            .collect();
        let length = |index: usize| words(&reading.folded[index]).count() as f64;
        let all: f64 = (0..reading.folded.len()).map(length).sum();
        let own: f64 = (0..reading.folded.len()).filter(|index| repeated[*index].is_some()).map(length).sum();
        if all == 0.0 || own < REPEATED * all || own >= all {
            return Vec::new();
        }
        let cut = |index: usize| repeated[index].map(|holders| self.cut(site, at, reading.sentence(index), holders));
        (0..reading.folded.len()).filter_map(cut).take(MOST_PASSAGES).collect()
    }

    fn cut(&self, site: &Site<'_>, at: usize, text: String, holders: &Holders) -> PageChange {
        let others = holders.count - 1;
        let first = holders.named.iter().find(|page| **page != at).map(|page| plain(&site.pages[*page].page.url));
        let reason = if self.is_boilerplate(holders) {
            format!("Boilerplate: {others} other pages have the same sentence")
        } else {
            let more = if others > 1 { format!(" and {} more", others - 1) } else { String::new() };
            format!("Repeated on {}{more}", first.unwrap_or_default())
        };
        let named = holders.named.iter().filter(|page| **page != at).take(MOST_NAMED);
        PageChange {
            before: Some(text),
            pages: named.map(|page| plain(&site.pages[*page].page.url)).collect(),
            ..PageChange::new(PageChangeKind::Cut, reason)
        }
    }

    /// Returns the passages that only a page has, and not the page that takes over; boilerplate is left out.
    pub(super) fn moves(&self, site: &Site<'_>, reading: &Reading<'_>, target: usize) -> Vec<PageChange> {
        let theirs: HashSet<String> = sentences(&site.pages[target].page.text).into_iter().map(fold).collect();
        let is_own = |index: &usize| {
            let folded = &reading.folded[*index];
            let is_long = words(folded).count() >= LEAST_WORDS || !folded.is_ascii();
            is_long
                && !theirs.contains(folded)
                && !self.by_sentence.get(folded).is_some_and(|holders| self.is_boilerplate(holders))
        };
        let own: Vec<usize> = (0..reading.folded.len()).filter(is_own).collect();
        let mut passages: Vec<String> = Vec::new();
        let mut last = None;
        for index in own {
            let text = reading.sentence(index);
            let joins = last.is_some_and(|last: usize| last + 1 == index)
                && passages.last().is_some_and(|passage| passage.chars().count() + text.chars().count() < 600);
            match passages.last_mut().filter(|_| joins) {
                Some(passage) => {
                    passage.push(' ');
                    passage.push_str(&text);
                }
                None => passages.push(text),
            }
            last = Some(index);
        }
        let to = plain(&site.pages[target].page.url);
        let change = |text| PageChange {
            before: Some(text),
            target: Some(to.clone()),
            ..PageChange::new(PageChangeKind::MovePassage, format!("Only this page has it; {to} takes over"))
        };
        passages.into_iter().take(MOST_PASSAGES).map(change).collect()
    }
}

/// Returns sentences to cut because the page repeats a query too often.
pub(super) fn stuffing(reading: &Reading<'_>, query: Option<&Query>) -> Vec<PageChange> {
    let Some(query) = query.filter(|query| query.stems.len() > 1) else { return Vec::new() };
    let padded = format!(" {} ", query.folded);
    let times = |folded: &String| format!(" {folded} ").matches(&padded).count();
    let counted: Vec<usize> = reading.folded.iter().map(times).collect();
    let all: usize = reading.folded.iter().map(|folded| words(folded).count()).sum();
    let said: usize = counted.iter().sum();
    let share = (said * words(&query.folded).count()) as f64 / all.max(1) as f64;
    if said < STUFFED.0 || share < STUFFED.1 {
        return Vec::new();
    }
    let with = (0..counted.len()).filter(|index| counted[*index] > 0).skip(KEPT);
    let reason = format!("Stuffing: the text says “{}” {said} times, {:.0}% of its words", query.text, 100.0 * share);
    let cut = |index| PageChange {
        before: Some(reading.sentence(index)),
        ..PageChange::new(PageChangeKind::Cut, reason.clone())
    };
    with.map(cut).take(MOST_PASSAGES).collect()
}
