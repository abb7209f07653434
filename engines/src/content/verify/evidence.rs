//! Facts that were read, with an index.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::days::open_days;
use super::figure::telephones;
use super::names::base;
use super::numbers;
use super::quantity::MOST_FIGURES;
use super::reading::{Reader, Reading, Word, is_derived};
use super::subject::{is_being, is_customer, is_staff};
use super::synonyms::{groups, has_frame};
use super::terms::{Term, terms};
use crate::common::{Control, EngineError, checkpoint};
use crate::content::facts::Sheet;
use crate::content::input::{Fact, FactKind};
use crate::gazetteer::state_code;
use crate::text::{fold, sentences, words};

/// Sentences of facts compared with a sentence.
const NEAREST: usize = 3;

/// A sentence of a fact.
#[derive(Debug)]
pub(super) struct Statement<'a> {
    pub(super) fact: &'a Fact,
    pub(super) reading: Reading,
    /// Words that say what a figure of the fact is about: the detail, or of its kind.
    pub(super) subject: Vec<Word>,
    /// For each figure, the positions of the words that say what it is about.
    pub(super) about: Vec<Vec<usize>>,
    /// Its words as they count.
    pub(super) terms: Vec<Term>,
    /// Position of its fact.
    pub(super) known: usize,
}

/// A fact with all that it says.
#[derive(Debug)]
pub(super) struct Known<'a> {
    pub(super) fact: &'a Fact,
    pub(super) statements: Range<usize>,
    /// Its statements that have figures.
    pub(super) with_figures: Vec<usize>,
    pub(super) stems: BTreeSet<String>,
    /// Groups of synonyms of its words.
    pub(super) groups: u128,
    /// Words of its source.
    pub(super) source: BTreeSet<String>,
}

/// All facts.
#[derive(Debug)]
pub(super) struct Evidence<'a> {
    pub(super) statements: Vec<Statement<'a>>,
    pub(super) known: Vec<Known<'a>>,
    /// Facts that sentences introduce with words of their own, and the business.
    pub(super) own: Vec<usize>,
    by_id: BTreeMap<&'a str, usize>,
    /// Groups of synonyms of all facts.
    pub(super) groups: u128,
    /// Groups of synonyms of the words of the service.
    pub(super) services: u128,
    /// Days that facts of opening hours name, as bits.
    pub(super) days: u8,
    /// Stems that name the trade of a business: from the service, and from business names behind the first word.
    trade: BTreeSet<String>,
    /// Stems of those who act for the business in its own facts: `The trainer rewards`.
    staff: BTreeSet<String>,
    /// Folded words of the names of businesses and places.
    owners: Vec<Vec<String>>,
    by_stem: BTreeMap<String, Vec<usize>>,
    /// Runs of one and two folded words, with those written with a capital marked.
    names: BTreeSet<String>,
    pairs: BTreeSet<(String, String)>,
    /// Digits of telephone numbers with their facts.
    pub(super) telephones: BTreeMap<String, &'a str>,
    pub(super) text: String,
    pub(super) ids: BTreeSet<&'a str>,
    /// Stems of service, place and business, which all facts share.
    shared: BTreeSet<String>,
    /// True if a fact has more figures than are read.
    pub(super) has_unread_figures: bool,
}

impl<'a> Evidence<'a> {
    pub(super) fn read(sheet: Sheet<'a>, reader: &Reader, control: &dyn Control) -> Result<Self, EngineError> {
        let mut evidence = Self {
            statements: Vec::new(),
            known: Vec::new(),
            own: Vec::new(),
            by_id: BTreeMap::new(),
            groups: 0,
            services: 0,
            days: 0,
            trade: BTreeSet::new(),
            staff: BTreeSet::new(),
            owners: Vec::new(),
            by_stem: BTreeMap::new(),
            names: BTreeSet::new(),
            pairs: BTreeSet::new(),
            telephones: BTreeMap::new(),
            text: String::new(),
            ids: BTreeSet::new(),
            shared: BTreeSet::new(),
            has_unread_figures: false,
        };
        for (at, fact) in sheet.all().iter().enumerate() {
            if at % 64 == 0 {
                checkpoint(control)?;
            }
            evidence.add(fact, reader);
        }
        evidence.find_staff();
        evidence.find_subjects();
        Ok(evidence)
    }

    fn add(&mut self, fact: &'a Fact, reader: &Reader) {
        self.ids.insert(&fact.id);
        let detail = fact.detail.as_deref().unwrap_or_default();
        for text in [fact.value.as_str(), detail, fact.place.as_deref().unwrap_or_default(), fact.source.as_str()] {
            self.add_names(text);
        }
        self.text.push_str(&format!("{}\n{detail}\n", fact.value).to_lowercase());
        let is_titled =
            matches!(fact.kind, FactKind::Price | FactKind::Duration | FactKind::Permit | FactKind::Process);
        self.add_kind(fact, reader);
        let start = self.statements.len();
        for text in sentences(&fact.value).into_iter().chain(sentences(detail)) {
            let (telephones, text) = telephones(text);
            self.telephones.extend(telephones.into_iter().map(|number| (number, fact.id.as_str())));
            let mut reading = reader.read(&text);
            let figures: usize = self.statements[start..].iter().map(|one| one.reading.quantities.len()).sum();
            let left = MOST_FIGURES.saturating_sub(figures);
            self.has_unread_figures |= reading.is_cut || reading.quantities.len() > left;
            reading.quantities.truncate(left);
            let subject = if is_titled { reader.read(&format!("{detail} {}", fact.value)).words } else { Vec::new() };
            let at = self.statements.len();
            let stems: BTreeSet<&String> =
                reading.words.iter().chain(&subject).filter(|word| word.is_content()).map(|word| &word.stem).collect();
            for stem in stems {
                self.by_stem.entry(stem.clone()).or_default().push(at);
            }
            if matches!(fact.kind, FactKind::Service | FactKind::Place | FactKind::Business) {
                self.shared.extend(reading.words.iter().map(|word| word.stem.clone()));
            }
            let (terms, known) = (terms(&reading), self.known.len());
            self.statements.push(Statement { fact, reading, subject, about: Vec::new(), terms, known });
        }
        if start < self.statements.len() {
            self.add_known(fact, start);
        }
    }

    /// Collects those who act for the business in its own facts.
    fn find_staff(&mut self) {
        let own = self.statements.iter().filter(|statement| statement.fact.is_owner_supplied);
        let actors = own.filter_map(|statement| actor(&statement.reading, &self.trade));
        self.staff = actors.map(|word| word.stem.clone()).collect();
    }

    /// Collects what the figures of the statements are about, once all facts are known.
    fn find_subjects(&mut self) {
        let about = |statement: &Statement<'_>| {
            let figures = statement.reading.quantities.iter();
            figures.map(|figure| numbers::subject(&statement.reading, figure, self)).collect::<Vec<Vec<usize>>>()
        };
        let all: Vec<Vec<Vec<usize>>> = self.statements.iter().map(about).collect();
        for (statement, about) in self.statements.iter_mut().zip(all) {
            statement.about = about;
        }
    }

    /// Collects what the statements from a position on say.
    fn add_known(&mut self, fact: &'a Fact, start: usize) {
        let terms = || self.statements[start..].iter().flat_map(|statement| &statement.terms);
        let stems: BTreeSet<String> = terms().map(|term| term.stem.clone()).collect();
        let groups = terms().fold(0_u128, |all, term| all | term.groups);
        let source = fold(&fact.source).split(' ').map(str::to_owned).collect();
        let at = self.known.len();
        if has_frame(fact.kind) || fact.kind == FactKind::Business {
            self.own.push(at);
        }
        self.by_id.insert(&fact.id, at);
        self.groups |= groups;
        let statements = start..self.statements.len();
        let with_figures =
            statements.clone().filter(|at| !self.statements[*at].reading.quantities.is_empty()).collect();
        self.known.push(Known { fact, statements, with_figures, stems, groups, source });
    }

    /// Keeps what the kind of a fact says about others.
    fn add_kind(&mut self, fact: &Fact, reader: &Reader) {
        let words = |text: &str| reader.read(text).words;
        let names = |text: &str| words(text).into_iter().map(|word| word.text).collect();
        match fact.kind {
            FactKind::Business => {
                self.trade.extend(words(&fact.value).into_iter().skip(1).map(|word| word.stem));
                self.owners.push(names(&fact.value));
            }
            FactKind::Service => {
                self.services |= words(&fact.value).iter().fold(0_u128, |all, word| all | groups(&word.stem));
                self.trade.extend(words(&fact.value).into_iter().map(|word| word.stem));
            }
            FactKind::Place => self.owners.push(names(fact.value.split(',').next().unwrap_or_default())),
            FactKind::Hours => self.days |= open_days(&fact.value),
            _ => {}
        }
    }

    /// Returns the position of the fact with an id.
    pub(super) fn position(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// True if some fact has the stem.
    pub(super) fn has_stem(&self, stem: &str) -> bool {
        self.by_stem.contains_key(stem)
    }

    /// True for those who act for the business, as a stem.
    pub(super) fn is_staff(&self, stem: &str) -> bool {
        is_staff(stem) || self.staff.contains(stem)
    }

    /// True for words of the trade in names of businesses: `Roofing` of `Smith Roofing`.
    pub(super) fn is_of_trade(&self, stem: &str) -> bool {
        self.trade.contains(stem)
    }

    /// Returns the number of words of the business or place with which some words begin; 0 without one.
    pub(super) fn name_length(&self, words: &[Word]) -> usize {
        let is_here = |name: &&Vec<String>| {
            name.len() <= words.len() && words.iter().zip(name.iter()).all(|(word, part)| base(word) == *part)
        };
        self.owners.iter().filter(is_here).map(Vec::len).max().unwrap_or(0)
    }

    fn add_names(&mut self, text: &str) {
        let folded = fold(&text.replace("'s", " ").replace("\u{2019}s", " "));
        let list: Vec<&str> = words(&folded).collect();
        self.pairs.extend(list.windows(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())));
        for piece in text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '\'' | '&')) {
            if piece.chars().next().is_some_and(char::is_uppercase) {
                let piece = piece.strip_suffix("'s").unwrap_or(piece);
                self.names.insert(fold(piece).replace([' ', '.'], ""));
            }
        }
    }

    /// True if a fact writes the folded word with a capital, or names the same state.
    pub(super) fn is_name(&self, word: &str) -> bool {
        let is_state = |code: &str| self.names.iter().any(|name| state_code(name) == Some(code));
        self.names.contains(word) || state_code(word).is_some_and(is_state)
    }

    pub(super) fn is_pair(&self, a: &str, b: &str) -> bool {
        self.pairs.contains(&(a.to_owned(), b.to_owned()))
    }

    /// True for words that all facts are about: the service, the place, the business.
    pub(super) fn is_shared(&self, stem: &str) -> bool {
        self.shared.contains(stem)
    }

    /// Returns the statements that share most with a sentence, best first, with the share of its weight.
    pub(super) fn nearest(&self, reading: &Reading, cited: &[String]) -> Vec<(usize, f64)> {
        let mut weights: BTreeMap<usize, f64> = BTreeMap::new();
        let mut total = 0.0;
        let mut seen = BTreeSet::new();
        for word in reading.words.iter().filter(|word| word.is_content() && seen.insert(word.stem.as_str())) {
            total += word.weight;
            for at in self.by_stem.get(&word.stem).into_iter().flatten() {
                *weights.entry(*at).or_default() += word.weight;
            }
        }
        let mut ranked: Vec<(usize, f64)> = weights.into_iter().map(|(at, weight)| (at, weight / total)).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let is_cited = |at: usize| cited.contains(&self.statements[at].fact.id);
        let mut nearest: Vec<(usize, f64)> = ranked.iter().take(NEAREST).copied().collect();
        nearest.extend(ranked.iter().skip(NEAREST).filter(|(at, _)| is_cited(*at)).take(2 * NEAREST));
        nearest
    }
}

/// Returns who acts in a sentence: behind `The` at its beginning a word for a person, unless it is a customer. It is one if
/// the sentence goes on with `he` or `she`, or if it comes from a word of the trade. Things have such ends too: `payment`, `compressor`.
fn actor<'r>(reading: &'r Reading, trade: &BTreeSet<String>) -> Option<&'r Word> {
    let [article, actor, next, ..] = reading.words.as_slice() else { return None };
    let is_person = ["er", "or", "ist", "ian", "ant", "ent"].iter().any(|end| actor.text.ends_with(end));
    let is_active = !next.text.ends_with("ed") && !is_being(&next.text);
    let is_of_trade = || trade.iter().any(|stem| *stem == actor.stem || is_derived(stem, &actor.stem));
    let is_here = article.text == "the" && actor.is_content() && is_person && is_active;
    (is_here && !is_customer(&actor.stem) && (reading.has(&["he", "she"]) || is_of_trade())).then_some(actor)
}
