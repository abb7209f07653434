//! Names in the top pages.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Page;
use super::output::Counted;
use crate::text::{is_stopword, sentences};

/// Maximum number of names listed.
const LISTED: usize = 40;
/// Maximum number of words in a name.
const LONGEST: usize = 4;

/// Returns runs of capitalised words that do not begin a sentence, on at least two top pages.
pub(super) fn entities(winners: &[Page]) -> Vec<Counted> {
    let mut holders: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (page, winner) in winners.iter().enumerate() {
        for name in sentences(&winner.text).into_iter().flat_map(names) {
            holders.entry(name).or_default().insert(page);
        }
    }
    let mut counted: Vec<Counted> = holders
        .into_iter()
        .filter(|(_, pages)| pages.len() >= 2)
        .map(|(text, pages)| Counted { text, winners: pages.len() as u32 })
        .collect();
    counted.sort_by(|a, b| b.winners.cmp(&a.winners).then_with(|| a.text.cmp(&b.text)));
    counted.truncate(LISTED);
    counted
}

fn names(sentence: &str) -> Vec<String> {
    let (mut names, mut run): (Vec<String>, Vec<&str>) = (Vec::new(), Vec::new());
    for word in sentence.split_whitespace().skip(1) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if is_name(bare) {
            run.push(bare);
        }
        if !is_name(bare) || bare.len() < word.trim_start_matches(|c: char| !c.is_alphanumeric()).len() {
            close(&mut run, &mut names);
        }
    }
    close(&mut run, &mut names);
    names
}

fn close(run: &mut Vec<&str>, names: &mut Vec<String>) {
    if (1..=LONGEST).contains(&run.len()) {
        names.push(run.join(" "));
    }
    run.clear();
}

fn is_name(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
        && word.chars().nth(1).is_some()
        && !is_stopword(&word.to_lowercase())
}
