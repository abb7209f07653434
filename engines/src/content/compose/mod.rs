//! Composes pages from facts, statements of the editorial library, and figures of the place.

mod check;
mod conflicts;
mod library;
mod outline;
mod page;
mod plan;
mod realise;
mod summary;

pub(super) use library::Library;
pub use library::has_pack;
pub(super) use outline::SECTIONS;
pub(super) use plan::find_question;
pub(super) use realise::alone::sentence;
pub(super) use realise::head::{description, heading, title};
pub(super) use realise::names::Names;

use std::collections::BTreeSet;
use std::sync::Arc;

use editorial::Section;

use super::facts::{Sheet, intent_of};
use super::input::{BlockKind, ComposeInput, Draft, Fact, FactKind, PageIntent, ScoreInput};
use super::output::{CitedFact, Conflict};
use super::readability::Counts;
use super::score::cite_names;
use super::{Checked, ComposeOutput, METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};
use crate::text::Stemmer;
use library::stems;
use page::{Material, Page};
use plan::{Plan, Selection, Situation, Wish};
use realise::states;
use realise::voice::Voice;

/// Maximum number of times that a page is planned again, because its reading ease is out of bounds.
const MOST_PLANNED: usize = 3;
/// Minimum number of words of a page from a pack. A shorter one is not made.
const FEWEST_WORDS: usize = 400;

/// Writes a page. Every sentence names its facts; the same input and seed give the same page.
///
/// With a pack, the page is planned from the intent, the questions, the place and the facts. Without one, it states the facts.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without a pack and without a service or three facts, [`EngineError::TooLittle`] if a pack
/// gives less than 400 words, [`EngineError::InvalidInput`] with the field, [`EngineError::TooLarge`], or
/// [`EngineError::Cancelled`].
pub fn compose(input: &ComposeInput, params: &Checked, control: &dyn Control) -> Result<ComposeOutput, EngineError> {
    let given = Sheet::read(&input.facts)?;
    check::check(input)?;
    let library = Library::load(input.vertical.as_deref(), input.pack.as_deref())?;
    if library.is_none() && (given.first(FactKind::Service).is_none() || input.facts.len() < 3) {
        return Err(EngineError::NoInput {
            what: "facts",
            unlock: "give a vertical with a pack, or a service and at least two more facts: place, business, prices, hours, \
                     steps, answers",
        });
    }
    checkpoint(control)?;
    control.progress(10.0, "plan", "Planning the page");
    let search =
        if input.page_intent.is_some() { input.intent } else { intent_of(&input.query, input.intent, control)? };
    let intent = input.page_intent.unwrap_or_else(|| plan::derive(&input.query, search));
    let (conflicts, silent) = conflicts::find(given);
    let known = known(input, library.as_deref(), &silent);
    let job = Job { input, params, known: Sheet::read(&known)?, library, intent, search, conflicts };
    job.run(control)
}

/// Facts that may be stated, with a place and a service where only the place and the pack name them.
fn known(input: &ComposeInput, library: Option<&Library>, silent: &BTreeSet<&str>) -> Vec<Fact> {
    let is_trust = |fact: &Fact| matches!(fact.kind, FactKind::Award | FactKind::Rating);
    let may_be_said = |fact: &&Fact| !silent.contains(fact.id.as_str()) && (fact.is_owner_supplied || !is_trust(fact));
    let mut known: Vec<Fact> = input.facts.iter().filter(may_be_said).cloned().collect();
    let has = |known: &[Fact], kind| known.iter().any(|fact| fact.kind == kind);
    let is_free = |known: &[Fact], id: &str| !known.iter().any(|fact| fact.id == id);
    if let Some(place) = &input.place
        && !has(&known, FactKind::Place)
        && is_free(&known, "place.name")
    {
        let state = place.state.trim();
        let value = if state.is_empty() { place.name.clone() } else { format!("{}, {state}", place.name) };
        let source = "the place of the page".to_owned();
        known.push(Fact { id: "place.name".to_owned(), kind: FactKind::Place, value, source, ..Fact::default() });
    }
    if let Some(library) = library {
        let id = format!("pack.{}.work", library.pack.vertical);
        if !has(&known, FactKind::Service) && is_free(&known, &id) {
            let source = format!("editorial pack `{}`, {}", library.pack.vertical, library.pack.updated);
            known.push(Fact {
                id,
                kind: FactKind::Service,
                value: library.pack.terms.work.clone(),
                source,
                ..Fact::default()
            });
        }
    }
    known
}

/// A page to compose, with its input checked.
struct Job<'a> {
    input: &'a ComposeInput,
    params: &'a Checked,
    known: Sheet<'a>,
    library: Option<Arc<Library>>,
    intent: PageIntent,
    search: Option<crate::keyword::Intent>,
    conflicts: Vec<Conflict>,
}

/// What plan and text rest on.
#[derive(Debug, Clone, Copy)]
struct Ground<'a> {
    names: &'a Names,
    situation: &'a Situation,
    /// Knows the sentences of the other pages.
    voice: &'a Voice,
}

impl Job<'_> {
    fn run(self, control: &dyn Control) -> Result<ComposeOutput, EngineError> {
        let library = self.library.as_deref();
        let mut names = Names::of(self.known);
        if let Some(library) = library {
            names.company = library.pack.terms.business.rsplit(' ').next().unwrap_or("company").to_owned();
        }
        let voice = Voice::new(self.params.seed, &self.input.siblings, control)?;
        let state = names.place.as_deref().and_then(states::code_in);
        let situation = Situation::of(self.input.place.as_ref(), state, self.input.as_of);
        let ground = Ground { names: &names, situation: &situation, voice: &voice };
        let mut plan = self.plan(&ground, Counts::default(), control)?;
        control.progress(40.0, "compose", "Writing the page");
        let (mut draft, mut cited) = self.write(&ground, &plan, control)?;
        for _ in 0..MOST_PLANNED {
            let page = prose(&draft);
            if library.is_none() || plan::is_fit(page) {
                break;
            }
            plan = self.plan(&ground, page.without(plan.counts), control)?;
            (draft, cited) = self.write(&ground, &plan, control)?;
        }
        if library.is_some() {
            enough(&draft, &plan)?;
        }
        control.progress(70.0, "score", "Checking the page");
        self.output(draft, cited, plan.unanswered, control)
    }

    /// Writes the page of a plan, with the statements, answers and figures that it cites.
    fn write(
        &self, ground: &Ground<'_>, plan: &Plan, control: &dyn Control,
    ) -> Result<(Draft, Vec<CitedFact>), EngineError> {
        let library = self.library.as_deref();
        let mut voice = ground.voice.clone();
        let is_kept = |section| plan.parts.iter().any(|(part, _)| *part == Some(section));
        let promise = if plan::promised(self.intent).is_none_or(is_kept) { self.intent } else { PageIntent::Local };
        let facts: Vec<&Fact> = self.known.all().iter().collect();
        let material = Material {
            sheet: self.known,
            facts: &facts,
            names: ground.names,
            library,
            place: self.input.place.as_ref(),
            situation: ground.situation,
            intent: self.intent,
            promise,
            brief: &plan.brief,
            has_lead: plan.lead.is_some(),
            has_choice: is_kept(Section::Choose),
            has_work: plan.parts.iter().any(|(part, _)| *part == Some(Section::Work))
                || self.known.first(FactKind::Process).is_some(),
        };
        let Page { blocks, cited, .. } = Page::write(material, plan, &mut voice, control)?;
        let draft = Draft {
            title: title(self.known, promise, library.map(|library| library.pack.terms.business.as_str())),
            description: summary::description(&material, plan, &blocks),
            blocks,
            links: self.input.links.iter().take((self.params.min_links as usize).max(3)).cloned().collect(),
        };
        Ok((draft, cited.into_values().collect()))
    }

    /// Plans the page; `beyond` is what it says besides the statements.
    fn plan(&self, ground: &Ground<'_>, beyond: Counts, control: &dyn Control) -> Result<Plan, EngineError> {
        let Ground { names, situation, voice } = *ground;
        let Some(library) = self.library.as_deref() else {
            return Ok(Plan { unanswered: self.input.questions.clone(), ..Plan::default() });
        };
        let stemmer = Stemmer::default();
        let mut words: BTreeSet<String> = stems(names.place.as_deref().unwrap_or_default(), &stemmer);
        words.extend(stems(names.business.as_deref().unwrap_or_default(), &stemmer));
        let terms = &library.pack.terms;
        let trade = stems(
            &format!("{} {} {} {} {}", library.pack.title, terms.work, terms.business, terms.worker, names.service),
            &stemmer,
        );
        let query: BTreeSet<String> = stems(&plan::without_intent(&self.input.query), &stemmer)
            .into_iter()
            .filter(|stem| !words.contains(stem) && !trade.contains(stem))
            .collect();
        let place = names.place.clone().unwrap_or_default();
        let seed = realise::voice::seed_of(self.params.seed, &[&place, &library.pack.vertical]);
        let mut selection =
            Selection::new(library, situation, plan::editorial(self.intent), &query, &trade, &self.input.used, seed);
        let own = (self.known.of(FactKind::Process).count() >= 2).then_some(Section::Work);
        let wish = Wish {
            intent: self.intent,
            questions: &self.input.questions,
            names: &words,
            words: self.params.words as usize,
            own,
            beyond,
        };
        plan::plan(library, &wish, &mut selection, voice, control)
    }

    fn output(
        self, mut draft: Draft, cited: Vec<CitedFact>, unanswered: Vec<String>, control: &dyn Control,
    ) -> Result<ComposeOutput, EngineError> {
        cite_names(&mut draft, self.known);
        let ids = draft.used_facts();
        let mut facts: Vec<CitedFact> = Vec::with_capacity(cited.len() + self.known.all().len());
        let is_cited = |fact: &&Fact| ids.contains(&fact.id);
        facts.extend(
            self.known.all().iter().filter(is_cited).map(|fact| CitedFact { fact: fact.clone(), sources: Vec::new() }),
        );
        facts.extend(cited);
        let mut all: Vec<Fact> = self.known.all().to_vec();
        all.extend(facts.iter().filter(|one| self.known.find(&one.fact.id).is_none()).map(|one| one.fact.clone()));
        let scored = ScoreInput {
            as_of: self.input.as_of,
            query: self.input.query.clone(),
            intent: self.search.or(Some(plan::search_intent(self.intent))),
            draft,
            facts: all,
            siblings: self.input.siblings.clone(),
            links: self.input.links.clone(),
            questions: self.input.questions.clone(),
            ..ScoreInput::default()
        };
        let score = super::score(&scored, &self.params.without_grammar(), control)?;
        let draft = scored.draft;
        let own = |fact: &&Fact| !ids.contains(&fact.id);
        // The name of the trade is on every page.
        let work = self.library.as_deref().map(|library| format!("pack.{}.work", library.pack.vertical));
        let is_statement = |id: &&String| id.starts_with("pack.") && Some(*id) != work.as_ref();
        Ok(ComposeOutput {
            unused_facts: self.input.facts.iter().filter(own).map(|fact| fact.id.clone()).collect(),
            used: ids.iter().filter(is_statement).cloned().collect(),
            draft,
            score,
            facts,
            conflicts: self.conflicts,
            unanswered,
            page_intent: self.intent,
            review: self.library.as_ref().and_then(|library| library.pack.review.clone()),
            notes: vec![
                "The page states only facts and statements with their sources; add facts to get a longer page"
                    .to_owned(),
            ],
            method: METHOD.to_owned(),
            method_version: METHOD_VERSION.to_owned(),
        })
    }
}

/// Words and syllables of the sentences of the body: headings, labels and tables are no sentences.
fn prose(draft: &Draft) -> Counts {
    let blocks = draft.blocks.iter().filter(|block| block.kind != BlockKind::Heading);
    Counts::of_sentences(blocks.flat_map(|block| &block.sentences).map(|sentence| sentence.text.as_str()))
}

/// Checks that the page says enough.
fn enough(draft: &Draft, plan: &Plan) -> Result<(), EngineError> {
    let words: usize = draft.body().map(|sentence| sentence.text.split_whitespace().count()).sum();
    if words >= FEWEST_WORDS {
        return Ok(());
    }
    let local = plan.parts.iter().any(|(part, _)| *part == Some(Section::Local));
    let add = if local {
        "add prices, steps, answers and local rules as facts, or extend the pack; statements in `used` are not repeated"
    } else {
        "add the facts of the place (climate, age of homes), prices, steps and answers, or extend the pack; statements in `used` \
         are not repeated"
    };
    Err(EngineError::TooLittle { what: "words could be written", got: words, least: FEWEST_WORDS, add: add.to_owned() })
}
