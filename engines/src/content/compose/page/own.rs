//! Parts of a page from own facts.

use std::collections::BTreeSet;

use editorial::Section;

use super::super::super::input::{Block, BlockKind, Fact, FactKind, PageIntent, Sentence, TableCell, TableRow};
use super::super::library::{Library, stems};
use super::super::realise::grammar::{bare, capital, is_clause, lowered};
use super::super::realise::{alone, headings};
use super::Page;
use crate::text::{Stemmer, fold};

/// Minimum number of prices for a table.
const TABLE: usize = 2;
/// Maximum number of characters of a cell.
const LONGEST_CELL: usize = 80;
/// Minimum share of a permit's words in a step, by weight, for the permit to belong to it.
const BELONGS: f64 = 0.34;

impl<'a> Page<'a> {
    /// Says a fact in a sentence of its own, in a wording that is new.
    pub(super) fn alone(&mut self, fact: &'a Fact) -> Option<Sentence> {
        let wordings =
            alone::wordings(fact, self.of.names).into_iter().map(|text| Sentence::new(text, [&fact.id])).collect();
        self.done.insert(&fact.id);
        self.plainest(&fact.id, wordings)
    }

    /// Chooses a new wording. One that opens with the city, which a sentence needs only to differ from page to page, comes last.
    fn plainest(&mut self, name: &str, wordings: Vec<Sentence>) -> Option<Sentence> {
        let opening = self.of.names.city().map(|city| format!("In {city}, "));
        let is_last = |one: &Sentence| opening.as_ref().is_some_and(|opening| one.text.starts_with(opening));
        let (last, usual) = wordings.into_iter().partition(is_last);
        self.voice.choose_or(name, usual, last)
    }

    /// Says the value of a fact as it is, sentence by sentence.
    pub(super) fn verbatim(&mut self, fact: &'a Fact) -> Vec<Sentence> {
        let text = alone::sentence(fact, self.of.names).text;
        self.done.insert(&fact.id);
        alone::split(&text, fact).into_iter().filter(|sentence| self.voice.say(&sentence.text)).collect()
    }

    /// Writes own statements.
    pub(super) fn statements(&mut self) {
        let facts = self.own(FactKind::Statement);
        let sentences: Vec<Sentence> = facts.into_iter().flat_map(|fact| self.verbatim(fact)).collect();
        if let Some(first) = sentences.first() {
            self.heading(2, Sentence::new(headings::statements(self.of.names), first.fact_ids.clone()));
            self.paragraph(sentences);
        }
    }

    pub(super) fn own_question(&mut self, fact: &'a Fact) {
        let answer = self.verbatim(fact);
        if !answer.is_empty() {
            let question = Sentence::new(capital(&super::super::realise::grammar::tidy(&fact.value)), [&fact.id]);
            self.heading(3, question);
            self.paragraph(answer);
        }
    }

    /// Writes own prices, then what drives the price.
    pub(super) fn price(&mut self, chosen: &[usize]) {
        let prices = self.own(FactKind::Price);
        if let Some(first) = prices.first() {
            self.heading(2, Sentence::new(headings::prices(self.of.names, prices.len()), [&first.id]));
            self.prices(&prices);
        }
        // How long something takes belongs to its price.
        let durations = self.own(FactKind::Duration).into_iter();
        let mut told: Vec<&'a Fact> = durations
            .filter(|fact| !self.of.has_work || prices.iter().any(|price| is_about_same(price, fact)))
            .collect();
        told.extend(self.own(FactKind::Guarantee));
        let guarantees: Vec<Sentence> = told.into_iter().filter_map(|fact| self.alone(fact)).collect();
        if prices.is_empty() && chosen.is_empty() && !guarantees.is_empty() {
            self.heading(2, Sentence::new("The guarantee", guarantees[0].fact_ids.clone()));
        }
        let (before, after) =
            if prices.is_empty() && !chosen.is_empty() { (Vec::new(), guarantees) } else { (guarantees, Vec::new()) };
        match self.blocks.last_mut().filter(|last| last.kind == BlockKind::Paragraph && !prices.is_empty()) {
            Some(last) => last.sentences.extend(before),
            None => self.paragraph(before),
        }
        // All sentences may stand on other pages of the site.
        if !prices.is_empty() && self.blocks.last().is_some_and(|last| last.kind == BlockKind::Heading) {
            self.blocks.pop();
        }
        self.drivers(chosen);
        self.paragraph(after);
    }

    fn prices(&mut self, prices: &[&'a Fact]) {
        let is_cell = |fact: &&&Fact| {
            let detail = fact.detail.as_deref().map(bare).unwrap_or_default();
            let value = bare(&fact.value);
            let is_short = |text: &str| !text.is_empty() && text.chars().count() <= LONGEST_CELL && !is_clause(text);
            is_short(&detail) && is_short(&value)
        };
        let cells: Vec<&Fact> = prices.iter().filter(is_cell).copied().collect();
        let is_table = cells.len() >= TABLE;
        let rest: Vec<&'a Fact> =
            prices.iter().copied().filter(|fact| !is_table || !cells.iter().any(|cell| cell.id == fact.id)).collect();
        if is_table {
            let ids: Vec<&str> = cells.iter().map(|fact| fact.id.as_str()).collect();
            let header = ["Service", "Price"].map(|text| Sentence::new(text, ids.iter().copied())).to_vec();
            let cell = |text: String, fact: &Fact| TableCell { sentences: vec![Sentence::new(text, [&fact.id])] };
            let row = |fact: &&Fact| {
                let detail = capital(&bare(fact.detail.as_deref().unwrap_or_default()));
                TableRow { cells: vec![cell(detail, fact), cell(capital(&bare(&fact.value)), fact)] }
            };
            let rows = cells.iter().map(row).collect();
            self.blocks.push(Block { kind: BlockKind::Table, header, rows, ..Block::default() });
            self.done.extend(prices.iter().map(|fact| fact.id.as_str()));
        }
        let sentences = rest.into_iter().filter_map(|fact| self.priced(fact)).collect();
        self.paragraph(sentences);
    }

    /// Says a price, together with how long the same thing takes.
    fn priced(&mut self, price: &'a Fact) -> Option<Sentence> {
        let duration = self.own(FactKind::Duration).into_iter().find(|fact| is_about_same(price, fact));
        let Some((duration, texts)) =
            duration.and_then(|fact| Some((fact, alone::priced(price, fact, self.of.names)?)))
        else {
            return self.alone(price);
        };
        self.done.extend([price.id.as_str(), duration.id.as_str()]);
        let wordings = texts.into_iter().map(|text| Sentence::new(text, [&price.id, &duration.id])).collect();
        self.plainest(&price.id, wordings)
    }

    /// Lists what drives the price, each with its reason.
    fn drivers(&mut self, chosen: &[usize]) {
        let Some(first) = chosen.first() else { return };
        self.section_heading(Section::Price, *first);
        for at in chosen {
            let sentences = self.told(*at);
            let label = self.label(*at);
            self.items(BlockKind::Item, label, sentences);
        }
    }

    /// Writes the steps of the facts, otherwise the steps of the pack, with the permits that concern them.
    pub(super) fn work(&mut self, chosen: &[usize]) {
        let own = self.own(FactKind::Process);
        let prices = self.own(FactKind::Price);
        let durations = self.own(FactKind::Duration).into_iter();
        let durations: Vec<&'a Fact> =
            durations.filter(|fact| !prices.iter().any(|price| is_about_same(price, fact))).collect();
        let durations: Vec<Sentence> = durations.into_iter().filter_map(|fact| self.alone(fact)).collect();
        // One step is not how the work goes: it joins the steps of the pack.
        let is_own = own.len() >= 2 || chosen.is_empty();
        if let Some(first) = own.first().filter(|_| is_own) {
            self.heading(2, Sentence::new(headings::steps(self.of.names), [&first.id]));
            self.paragraph(durations);
            let kind = if own.len() >= 2 { BlockKind::Step } else { BlockKind::Paragraph };
            for fact in own {
                let mut sentences = self.verbatim(fact);
                sentences.extend(self.permits(&stems(&fold(&fact.value), &Stemmer::default())));
                self.items(kind, None, sentences);
            }
        } else if let (Some(first), Some(library)) = (chosen.first(), self.of.library) {
            // Numbers promise that no step is missing.
            let is_whole = chosen.len() == library.of_section(Some(Section::Work)).count();
            let kind = if is_whole || self.of.intent == PageIntent::HowTo { BlockKind::Step } else { BlockKind::Item };
            if kind == BlockKind::Step {
                self.section_heading(Section::Work, *first);
            } else {
                let id = &library.told[*first].id;
                self.heading(2, Sentence::new(headings::some_steps(&library.pack), [id]));
            }
            let said: Vec<Sentence> = own.into_iter().flat_map(|fact| self.own_step(fact)).collect();
            self.paragraph(said.into_iter().chain(durations).collect());
            for at in chosen {
                let mut sentences = self.told(*at);
                sentences.extend(self.permits(&library.told[*at].stems));
                let label = self.label(*at);
                self.items(kind, label, sentences);
            }
        } else if let Some(first) = durations.first() {
            self.heading(2, Sentence::new("How long it takes", first.fact_ids.clone()));
            self.paragraph(durations);
        }
    }

    /// Says a step before the steps of the pack, in the words of the business where it speaks of itself.
    fn own_step(&mut self, fact: &'a Fact) -> Vec<Sentence> {
        let statement = Fact { kind: FactKind::Statement, ..fact.clone() };
        let text = alone::sentence(&statement, self.of.names).text;
        self.done.insert(&fact.id);
        alone::split(&text, fact).into_iter().filter(|sentence| self.voice.say(&sentence.text)).collect()
    }

    /// Says the permits that concern a step.
    fn permits(&mut self, step: &BTreeSet<String>) -> Vec<Sentence> {
        let stemmer = Stemmer::default();
        let concerns = |fact: &&Fact| {
            let words = stems(&fold(fact.detail.as_deref().unwrap_or(&fact.value)), &stemmer);
            let met = words.intersection(step).count();
            met >= 2 && met as f64 >= BELONGS * words.len() as f64
        };
        let facts: Vec<&'a Fact> = self.own(FactKind::Permit).into_iter().filter(concerns).collect();
        facts.into_iter().flat_map(|fact| self.verbatim(fact)).collect()
    }
}

/// Returns the label inside a sentence, with the id of its statement.
pub(in crate::content) fn label(library: &Library, at: usize) -> Option<(String, &str)> {
    let one = &library.told[at];
    let label = one.label.as_ref().filter(|label| !label.contains([',', ';', ':', '?', '!']))?;
    Some((lowered(&library.lowered(label)), one.id.as_str()))
}

/// Returns true if two facts have the same detail: a price and a time of the same thing.
fn is_about_same(a: &Fact, b: &Fact) -> bool {
    let detail = |fact: &Fact| fold(&bare(fact.detail.as_deref().unwrap_or_default()));
    !detail(a).is_empty() && detail(a) == detail(b)
}

/// First words of labels that name no thing: `who performs it`, `two people in one home`.
const NO_THING: [&str; 21] = [
    "a", "an", "the", "no", "one", "two", "what", "which", "who", "where", "when", "how", "in", "out", "inside",
    "outside", "upstairs", "per", "without", "included", "buried",
];

/// Returns true if `the` and a label make a noun phrase inside a list: `the size of the unit`, not `unit or area`.
pub(in crate::content) fn is_thing(label: &str) -> bool {
    let first = label.split([' ', '-']).next().unwrap_or_default();
    let is_joined = |word: &str| matches!(word, "or" | "and" | "than" | "instead" | "is");
    !NO_THING.contains(&first) && !first.ends_with("ing") && !label.split(' ').any(is_joined)
}
