//! Chooses statements for a page.

use std::collections::BTreeSet;

use editorial::Section;

use super::super::library::{Library, Told, stems};
use super::super::realise::voice::{Voice, share};
use super::situation::Situation;
use crate::text::Stemmer;

/// Weights of the score of a statement. Chance weighs most, so that pages about two places differ.
const INTENT: f64 = 0.8;
const LOCAL: f64 = 0.6;
const RELEVANCE: f64 = 0.8;
const CHANCE: f64 = 2.5;
/// What a statement that can wait loses on a page about an emergency.
const WAITING: f64 = 1.5;
/// Most that words to cover add to the score of a statement; one of them adds half of it, two three quarters.
const WANTED: f64 = 4.0;
/// Minimum relevance of an answer that opens a page.
const RELEVANT: f64 = 0.4;
/// Minimum share of a question's stems that name the trade or what readers of a page ask first.
const CENTRAL: f64 = 0.5;
/// The same share for a question that the pack does not tag with an intent.
const CENTRAL_UNTAGGED: f64 = 0.66;
/// Stems of what readers ask first: the price, and whether and whom to hire.
const FIRST_ASKED: [&str; 10] = ["cost", "price", "charg", "fee", "need", "choos", "hire", "best", "worth", "pay"];
/// Stems of what readers of a page about the choice ask first.
const CHOICE_ASKED: [&str; 5] = ["choos", "hire", "best", "find", "pick"];
/// Stems of what readers of a page about the price ask first, and of what is another question: who else pays.
const PRICE_ASKED: [&str; 4] = ["cost", "price", "charg", "fee"];
const PAID_BY: [&str; 5] = ["insur", "cover", "coverag", "medicar", "financ"];
/// Stems of what places with a hot climate do not have, and of what only places near warm seas have.
const WINTER: [&str; 5] = ["snow", "icicl", "blizzard", "basement", "cellar"];
const HURRICANES: [&str; 1] = ["hurrican"];
/// Stems with which statements about a hot and humid climate speak of the sea and its storms.
const WARM_SEA: [&str; 6] = ["hurrican", "tropic", "surg", "salt", "coast", "evacu"];
/// Stems of what does not help in an emergency: approvals, purchases and sales.
const CAN_WAIT: [&str; 9] = ["associ", "approv", "coven", "subdivis", "buy", "buyer", "resal", "seller", "permit"];
/// Share of a question's weight that the first sentence of its answer must repeat, to be understood without the question.
const REPEATED: f64 = 0.5;

/// Chooses statements and answers, each once.
#[derive(Debug)]
pub(in crate::content) struct Selection<'a> {
    library: &'a Library,
    situation: &'a Situation,
    intent: editorial::Intent,
    /// Stems of the query without those of the trade and of names.
    query: &'a BTreeSet<String>,
    /// Stems of the words for the trade.
    trade: &'a BTreeSet<String>,
    used: BTreeSet<&'a str>,
    seed: u64,
    taken: BTreeSet<usize>,
    /// Said by facts.
    closed: BTreeSet<usize>,
    /// Stems of each of the words to cover.
    wanted: Vec<BTreeSet<String>>,
}

impl<'a> Selection<'a> {
    pub(in crate::content) fn new(
        library: &'a Library, situation: &'a Situation, intent: editorial::Intent, query: &'a BTreeSet<String>,
        trade: &'a BTreeSet<String>, used: &'a [String], seed: u64,
    ) -> Self {
        let used = used.iter().map(String::as_str).collect();
        let (taken, closed) = (BTreeSet::new(), BTreeSet::new());
        Self { library, situation, intent, query, trade, used, seed, taken, closed, wanted: Vec::new() }
    }

    /// Prefers statements that contain these words.
    pub(in crate::content) fn preferring(mut self, words: &[String]) -> Self {
        let stemmer = Stemmer::default();
        self.wanted = words.iter().map(|word| stems(word, &stemmer)).filter(|stems| !stems.is_empty()).collect();
        self
    }

    /// Returns true if it may be said on this page.
    fn is_open(&self, at: usize, one: &Told, voice: &Voice) -> bool {
        !self.taken.contains(&at)
            && !self.closed.contains(&at)
            && !self.used.contains(one.id.as_str())
            && self.situation.fits(&one.conditions)
            && !self.is_of_the_sea(one)
            && !one.sentences.is_empty()
            && !voice.has_said(&one.keys)
    }

    /// Returns the open statements of a section (`None`: answers), the fittest first.
    pub(super) fn ranked(&self, section: Option<Section>, voice: &Voice) -> Vec<usize> {
        let open = self.library.of_section(section).filter(|(at, one)| self.is_open(*at, one, voice));
        let open = open.filter(|(_, one)| !self.is_foreign(one));
        let mut ranked: Vec<(f64, usize)> = open.map(|(at, one)| (self.score(one), at)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ranked.into_iter().map(|(_, at)| at).collect()
    }

    /// Returns true for a statement about a hot and humid climate that speaks of the sea, at a place far from it.
    fn is_of_the_sea(&self, one: &Told) -> bool {
        self.situation.is_inland
            && one.conditions.climates.contains(&editorial::Climate::HotHumid)
            && WARM_SEA.iter().any(|stem| one.stems.contains(*stem))
    }

    /// Returns true for a statement that holds everywhere but speaks of weather or rooms that the place does not have. Steps stay,
    /// because none may be missing; of the first steps of an emergency a page has only some.
    fn is_foreign(&self, one: &Told) -> bool {
        use editorial::Climate::{Cold, HotDry, HotHumid, Marine, MixedDry, VeryCold};
        let (is_warm, is_inland) = match self.situation.climate {
            Some(HotHumid) => (true, self.situation.is_inland),
            Some(HotDry) => (true, true),
            Some(Cold | VeryCold | MixedDry | Marine) => (false, true),
            _ => (false, false),
        };
        let mut absent = WINTER.iter().filter(|_| is_warm).chain(HURRICANES.iter().filter(|_| is_inland));
        one.conditions.is_empty()
            && one.section != Some(Section::Work)
            && (one.section != Some(Section::First) || self.intent == editorial::Intent::Emergency)
            && absent.any(|stem| one.stems.contains(*stem) && !self.trade.contains(*stem))
    }

    fn score(&self, one: &Told) -> f64 {
        let intent = match (one.intents.is_empty(), one.intents.contains(&self.intent)) {
            (_, true) => INTENT,
            (true, _) => INTENT / 2.0,
            _ => 0.0,
        };
        let local = if one.conditions.is_empty() { 0.0 } else { LOCAL };
        let can_wait = self.intent == editorial::Intent::Emergency
            && matches!(one.section, Some(Section::Local) | None)
            && CAN_WAIT.iter().any(|stem| one.stems.contains(*stem));
        intent + local - if can_wait { WAITING } else { 0.0 }
            + RELEVANCE * self.relevance(&one.stems)
            + WANTED * self.wanted(&one.stems)
            + CHANCE * share(self.seed, &one.id)
    }

    /// Returns a number from 0 to 1 that grows with each of the words to cover that a text contains.
    fn wanted(&self, stems: &BTreeSet<String>) -> f64 {
        self.wanted.iter().filter(|word| word.is_subset(stems)).fold(0.0, |sum, _| f64::midpoint(sum, 1.0))
    }

    /// Weighted share of the query's stems that a text contains.
    fn relevance(&self, stems: &BTreeSet<String>) -> f64 {
        let weight = |stem: &String| self.library.weight(stem);
        let all: f64 = self.query.iter().map(weight).sum();
        let met: f64 = self.query.iter().filter(|stem| stems.contains(*stem)).map(weight).sum();
        if all > 0.0 { met / all } else { 0.0 }
    }

    /// Takes the answer that says most about the query.
    pub(super) fn take_lead(&mut self, voice: &Voice) -> Option<usize> {
        let open = self.library.of_section(None).filter(|(at, one)| self.is_open(*at, one, voice));
        // Who reads how it is done wants the steps: an answer comes first only if it is the one that was searched for.
        let has_answer = self.intent != editorial::Intent::HowTo;
        let is_price = self.intent == editorial::Intent::Cost;
        let is_for = |one: &Told| one.intents.contains(&self.intent) || is_price && one.intents.is_empty();
        let is_meant = |one: &Told| has_answer && is_for(one) && self.is_central(one);
        let fits = |one: &Told| (is_meant(one) || self.relevance(&one.topic) >= RELEVANT) && self.stands_alone(one);
        let score = |one: &Told| {
            let meant = if one.intents.contains(&self.intent) { INTENT } else { 0.0 };
            meant + 3.0 * self.relevance(&one.topic) + share(self.seed, &one.id)
        };
        let fit = open.filter(|(_, one)| fits(one)).map(|(at, one)| (score(one), at));
        let best = fit.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?.1;
        self.taken.insert(best);
        Some(best)
    }

    /// Returns true if a question is one that readers ask first about the trade as such, and not about one of its details.
    fn is_central(&self, one: &Told) -> bool {
        let is_price = self.intent == editorial::Intent::Cost;
        let asked: &[&str] = match self.intent {
            editorial::Intent::Cost => &PRICE_ASKED,
            editorial::Intent::Compare => &CHOICE_ASKED,
            _ => &FIRST_ASKED,
        };
        let is_first = |stem: &String| asked.contains(&stem.as_str());
        let is_paid = |stem: &String| PAID_BY.contains(&stem.as_str()) && !self.trade.contains(stem);
        if is_price && one.topic.iter().any(is_paid) {
            return false;
        }
        let count = one.topic.iter().filter(|stem| is_first(stem) || self.trade.contains(*stem)).count();
        let least = if one.intents.is_empty() { CENTRAL_UNTAGGED } else { CENTRAL };
        one.topic.iter().any(is_first) && count as f64 >= least * one.topic.len() as f64
    }

    /// Returns true if the first sentence of an answer repeats enough of its question.
    fn stands_alone(&self, one: &Told) -> bool {
        let weight = |stem: &String| self.library.weight(stem);
        let all: f64 = one.topic.iter().map(weight).sum();
        // `Priced by height` answers what it costs.
        let is_price = |stem: &str| PRICE_ASKED.contains(&stem);
        let has_price = one.opening.iter().any(|stem| is_price(stem));
        let is_met = |stem: &&String| one.opening.contains(*stem) || has_price && is_price(stem);
        let met: f64 = one.topic.iter().filter(is_met).map(weight).sum();
        met >= REPEATED * all
    }

    /// Returns a number from 0 to 1 that depends only on the page and a statement.
    pub(super) fn chance(&self, at: usize) -> f64 {
        share(self.seed, &self.library.told[at].id)
    }

    /// Returns true if a statement is meant for the intent of the page, and not for every page.
    pub(super) fn is_tagged(&self, at: usize) -> bool {
        self.library.told[at].intents.contains(&self.intent)
    }

    /// Returns true if a statement is meant for the intent of the page, or for every page.
    pub(super) fn is_meant(&self, at: usize) -> bool {
        let intents = &self.library.told[at].intents;
        intents.is_empty() || intents.contains(&self.intent)
    }

    /// Leaves out statements and answers, because facts say the same.
    pub(in crate::content) fn close(&mut self, all: impl IntoIterator<Item = usize>) {
        self.closed.extend(all);
    }

    /// Returns true if an answer holds on this page.
    pub(super) fn holds(&self, at: usize) -> bool {
        self.situation.fits(&self.library.told[at].conditions)
    }

    /// Returns what is said already: on this page, on other pages of the site, by facts.
    pub(super) fn said(&self) -> BTreeSet<usize> {
        let told = self.library.told.iter().enumerate();
        let used = told.filter(|(_, one)| self.used.contains(one.id.as_str())).map(|(at, _)| at);
        used.chain(self.taken.iter().copied()).chain(self.closed.iter().copied()).collect()
    }

    /// Takes one if it is open.
    pub(in crate::content) fn take_one(&mut self, at: usize, voice: &Voice) -> bool {
        let is_open = self.is_open(at, &self.library.told[at], voice);
        is_open && self.taken.insert(at)
    }
}
