//! Writes the blocks of a page.

mod local;
mod own;
mod parts;

pub(super) use own::{is_thing, label};

use std::collections::{BTreeMap, BTreeSet};

use editorial::Section;

use super::super::facts::Sheet;
use super::super::input::{Block, BlockKind, Fact, FactKind, PageIntent, Sentence};
use super::super::output::CitedFact;
use super::super::place::PlaceFacts;
use super::library::Library;
use super::plan::{Outline, Plan, QUESTIONS, Situation};
use super::realise::business::Profile;
use super::realise::grammar::{capital, closed, is_plural};
use super::realise::head;
use super::realise::headings;
use super::realise::names::Names;
use super::realise::place;
use super::realise::states;
use super::realise::voice::Voice;
use crate::common::{Control, EngineError, checkpoint};

/// Minimum number of steps for an opening that names the first and the last.
const FEWEST_STEPS: usize = 4;

/// What a page is written from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Material<'a> {
    pub(super) sheet: Sheet<'a>,
    /// Facts that may be stated.
    pub(super) facts: &'a [&'a Fact],
    pub(super) names: &'a Names,
    pub(super) library: Option<&'a Library>,
    pub(super) place: Option<&'a PlaceFacts>,
    pub(super) situation: &'a Situation,
    pub(super) intent: PageIntent,
    /// The intent that title and first heading may promise.
    pub(super) promise: PageIntent,
    /// Steps of which only the first sentence is written.
    pub(super) brief: &'a BTreeSet<usize>,
    /// Sections that the author wants.
    pub(super) outline: &'a Outline<'a>,
    /// True if a part says how the work goes.
    pub(super) has_work: bool,
    /// True if a part says how to choose a business.
    pub(super) has_choice: bool,
    /// Minimum number of statements that hold for the place or the business alone.
    pub(super) least: usize,
    /// Number of facts of the place that a page should have.
    pub(super) wanted: usize,
}

/// A page in the making.
#[derive(Debug)]
pub(super) struct Page<'a> {
    of: Material<'a>,
    voice: &'a mut Voice,
    /// Statements, answers and figures that the page cites.
    pub(super) cited: BTreeMap<String, CitedFact>,
    pub(super) blocks: Vec<Block>,
    /// Blocks that get a heading of the author's.
    pub(super) named: Vec<(usize, &'a str)>,
    /// Own facts that a part has used.
    done: BTreeSet<&'a str>,
}

impl<'a> Page<'a> {
    /// Writes the page of a plan.
    pub(super) fn write(
        of: Material<'a>, plan: &Plan, voice: &'a mut Voice, control: &dyn Control,
    ) -> Result<Self, EngineError> {
        let (cited, done) = (BTreeMap::new(), BTreeSet::new());
        let mut page = Self { of, voice, cited, blocks: Vec::new(), named: Vec::new(), done };
        page.heading(1, head::heading(of.sheet, of.promise, of.library.is_some()));
        page.introduction(plan);
        page.statements();
        for (part, chosen) in page.with_own_parts(plan) {
            checkpoint(control)?;
            let first = page.blocks.len();
            page.part(part, &chosen);
            if page.blocks.len() > first {
                page.named.extend(of.outline.heading(part).map(|heading| (first, heading)));
            }
        }
        page.contact();
        Ok(page)
    }

    /// Adds parts for own facts where the plan has none.
    fn with_own_parts(&self, plan: &Plan) -> Vec<(super::plan::Part, Vec<usize>)> {
        let mut parts = plan.parts.clone();
        let has = |kinds: &[FactKind]| self.of.facts.iter().any(|fact| kinds.contains(&fact.kind));
        // What the page promises comes before the prices.
        let is_promised = |part: super::plan::Part| {
            let promised = super::plan::promised(self.of.promise).map(Some);
            promised.is_some_and(|promised| promised == part && part != Some(Section::Price))
        };
        let after = parts.iter().position(|(part, _)| is_promised(*part)).map_or(0, |at| at + 1);
        let wanted = [
            (Some(Section::Price), after, has(&[FactKind::Price, FactKind::Guarantee])),
            (
                Some(Section::Work),
                1,
                has(&[FactKind::Process])
                    || has(&[FactKind::Duration]) && !has(&[FactKind::Price, FactKind::Guarantee]),
            ),
            (
                Some(Section::Local),
                2,
                self.of.place.is_some() && self.of.library.is_some()
                    || has(&[FactKind::Permit, FactKind::Climate, FactKind::Neighbourhood]),
            ),
            (QUESTIONS, usize::MAX, has(&[FactKind::Question])),
        ];
        for (part, at, is_wanted) in wanted {
            if is_wanted && !parts.iter().any(|(there, _)| *there == part) {
                parts.insert(at.min(parts.len()), (part, Vec::new()));
            }
        }
        self.of.outline.arrange(&mut parts);
        parts
    }

    fn heading(&mut self, level: u8, sentence: Sentence) {
        self.blocks.push(Block { kind: BlockKind::Heading, level, sentences: vec![sentence], ..Block::default() });
    }

    fn paragraph(&mut self, sentences: Vec<Sentence>) {
        if !sentences.is_empty() {
            self.blocks.push(Block { sentences, ..Block::default() });
        }
    }

    fn items(&mut self, kind: BlockKind, label: Option<Sentence>, sentences: Vec<Sentence>) {
        if !sentences.is_empty() {
            self.blocks.push(Block { kind, label, sentences, ..Block::default() });
        }
    }

    /// Returns the facts of a kind that may be stated.
    fn own(&self, kind: FactKind) -> Vec<&'a Fact> {
        self.of
            .facts
            .iter()
            .copied()
            .filter(|fact| fact.kind == kind && !self.done.contains(fact.id.as_str()))
            .collect()
    }

    /// Says whose business it is; then the answer to the question of the page.
    fn introduction(&mut self, plan: &Plan) {
        let profile = Profile::new(self.of.facts, self.of.names);
        let mut said = profile.introduction(self.of.intent, self.voice);
        if !said.is_empty() {
            said.extend(self.service_area());
        }
        self.paragraph(said);
        let record: Vec<&'a Fact> =
            [FactKind::Rating, FactKind::Award].into_iter().flat_map(|kind| self.own(kind)).collect();
        let record = record.into_iter().filter_map(|fact| self.alone(fact)).collect();
        self.paragraph(record);
        if let Some(at) = plan.lead {
            let said = self.told(at);
            self.paragraph(said);
        } else if let Some(library) = self.of.library.filter(|_| self.blocks.len() == 1) {
            let said = self.opening(library, plan);
            self.paragraph(said);
        }
    }

    /// Opens a page that nothing else opens: with the first and the last step where steps are listed, otherwise with whom to ask there: the
    /// businesses that are counted, or the next towns if the place is small.
    fn opening(&mut self, library: &Library, plan: &Plan) -> Vec<Sentence> {
        let steps =
            plan.parts.iter().find(|(part, _)| *part == Some(Section::Work)).map(|(_, chosen)| chosen.as_slice());
        // The business's own steps are listed instead of the trade's.
        if self.of.intent == PageIntent::HowTo
            && self.own(FactKind::Process).is_empty()
            && let Some(said) = steps.and_then(|steps| self.steps_in_short(library, steps))
        {
            return vec![said];
        }
        let said = self.competitors(library);
        if !said.is_empty() {
            return said;
        }
        let here = self.of.place.filter(|here| self.of.names.business.is_none() && place::is_small(here));
        let told = here.and_then(|here| place::neighbors(here, &library.pack.terms, self.of.promise));
        told.and_then(|told| self.figure(told)).into_iter().collect()
    }

    /// Says with what the work begins and ends; nothing if one of the steps has no label that fits.
    fn steps_in_short(&mut self, library: &Library, steps: &[usize]) -> Option<Sentence> {
        if steps.len() < FEWEST_STEPS {
            return None;
        }
        let [(first, first_id), (last, last_id)] = [label(library, *steps.first()?)?, label(library, *steps.last()?)?];
        // `From look inside first to proof` makes no sense.
        let is_odd = |label: &str| label.split(' ').any(|word| ["from", "to", "first", "instead"].contains(&word));
        if is_odd(&first) || is_odd(&last) {
            return None;
        }
        let work = &self.of.names.service;
        let city = self.of.names.city().map(|city| format!(" in {city}")).unwrap_or_default();
        let (begins, ends) = if is_plural(work) { ("begin", "end") } else { ("begins", "ends") };
        let texts = [
            format!("{}{city} usually {begins} with {first} and {ends} with {last}.", capital(work)),
            format!("The steps of {work}{city} lead from {first} to {last}."),
        ];
        let wordings = texts.into_iter().map(|text| Sentence::new(text, [first_id, last_id])).collect();
        self.voice.choose("steps", wordings)
    }

    /// Telephone and hours, unless the introduction has them.
    fn contact(&mut self) {
        let said: BTreeSet<&String> =
            self.blocks.iter().flat_map(Block::texts).flat_map(|sentence| &sentence.fact_ids).collect();
        let is_contact =
            |fact: &&&Fact| matches!(fact.kind, FactKind::Phone | FactKind::Hours) && !said.contains(&fact.id);
        let open: Vec<&Fact> = self.of.facts.iter().filter(is_contact).copied().collect();
        let sentences = Profile::new(&open, self.of.names).contact(self.voice);
        if let Some(first) = sentences.first() {
            let heading = Sentence::new(headings::contact(self.of.names), first.fact_ids.clone());
            self.heading(2, heading);
            self.paragraph(sentences);
        }
    }

    /// Returns the sentences of a statement, and cites it.
    fn told(&mut self, at: usize) -> Vec<Sentence> {
        let Some(library) = self.of.library else { return Vec::new() };
        let one = &library.told[at];
        let place = self.of.names.place.as_deref();
        let state = self.of.situation.state.filter(|_| !one.conditions.states.is_empty());
        let state = state.and_then(|state| states::name_of(state.code()));
        let named = |text: &str| state.map_or_else(|| text.to_owned(), |state| states::named(text, state));
        self.cited.entry(one.id.clone()).or_insert_with(|| {
            let mut cited = library.fact(at, place);
            cited.fact.value = named(&cited.fact.value);
            cited.fact.detail = cited.fact.detail.as_deref().map(named);
            cited
        });
        let told = if self.of.brief.contains(&at) { 1 } else { one.sentences.len() };
        let new = one.sentences.iter().take(told).map(|text| named(text)).filter(|text| self.voice.say(text));
        new.map(|text| Sentence::new(closed(&text), [&one.id])).collect()
    }

    /// Returns the label of a statement as a sentence that cites it.
    fn label(&self, at: usize) -> Option<Sentence> {
        let one = &self.of.library?.told[at];
        one.label.as_ref().map(|label| Sentence::new(closed(label), [&one.id]))
    }
}

/// Gives sections the author's headings. They cite what the section's own heading cited.
pub(super) fn name(blocks: &mut [Block], named: Vec<(usize, &str)>) {
    for (at, heading) in named {
        let block = blocks.get_mut(at).filter(|block| block.kind == BlockKind::Heading && block.level == 2);
        if let Some(sentence) = block.and_then(|block| block.sentences.first_mut()) {
            heading.clone_into(&mut sentence.text);
        }
    }
}
