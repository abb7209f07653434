//! Composes pages from facts, statements of the editorial library, and figures of the place.

mod check;
mod conflicts;
mod library;
mod outline;
mod page;
mod plan;
mod realise;
mod screen;
mod specific;
mod summary;

pub use library::has_pack;
pub(super) use library::{Library, stems};
pub(super) use outline::SECTIONS;
pub(super) use plan::find_question;
pub(super) use realise::alone::sentence;
pub(super) use realise::head::{description, heading, title};
pub(super) use realise::names::Names;

use std::collections::BTreeSet;
use std::sync::Arc;

use editorial::Section;

use super::facts::{Sheet, intent_of, words_of};
use super::input::{BlockKind, ComposeInput, Draft, Fact, FactKind, PageIntent, ScoreInput};
use super::output::{CitedFact, Conflict};
use super::readability::Counts;
use super::score::cite_names;
use super::{Checked, ComposeOutput, METHOD, METHOD_VERSION};
use crate::common::{Control, Day, EngineError, checkpoint};
use crate::text::Stemmer;
use page::{Material, Page};
use plan::{Outline, Plan, Selection, Situation, Wish};
use realise::states;
use realise::voice::Voice;

/// Maximum number of times that a page is planned again, because its reading ease is out of bounds.
const MOST_PLANNED: u64 = 8;
/// Number of plans with the same chance: what a page says besides its statements is known after the first.
const SAME_CHANCE: u64 = 3;
/// Minimum number of words of a page from a pack. A shorter one is not made.
const FEWEST_WORDS: usize = 400;

/// Writes a page. Every sentence names its facts; the same input and seed give the same page.
///
/// With a pack, the page is planned from the intent, the questions, the place and the facts. Without one, it states the facts.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without a pack and without a service or three facts, [`EngineError::NotHere`] where the pack
/// excludes the place, [`EngineError::TooLittle`] if a pack gives less than 400 words or if a page about a place says too little
/// that holds for the place or the business alone, [`EngineError::InvalidInput`] with the field, [`EngineError::TooLarge`], or
/// [`EngineError::Cancelled`].
pub fn compose(input: &ComposeInput, params: &Checked, control: &dyn Control) -> Result<ComposeOutput, EngineError> {
    Sheet::read(&input.facts)?;
    check::check(input)?;
    let screen::Screened { facts, notes } = screen::screen(&input.facts);
    let given = Sheet::read(&facts)?;
    let library = Library::load(input.vertical.as_deref(), input.pack.as_deref())?;
    if library.is_none() && (given.first(FactKind::Service).is_none() || facts.len() < 3) {
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
    let (conflicts, silent) = conflicts::find(given, input.as_of);
    let known = known(input, &facts, library.as_deref(), &silent);
    let job = Job { input, params, known: Sheet::read(&known)?, library, intent, search, conflicts, notes };
    job.run(control)
}

/// Returns the facts of a sheet that contradict each other on a day, with the one that a composed page states.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] or [`EngineError::TooLarge`] for a sheet that [`compose`] would refuse.
pub fn conflicts(facts: &[Fact], as_of: Option<Day>) -> Result<Vec<Conflict>, EngineError> {
    Sheet::read(facts)?;
    let facts = screen::screen(facts).facts;
    Ok(conflicts::find(Sheet::read(&facts)?, as_of).0)
}

/// Facts that may be stated, with a place and a service where only the place and the pack name them.
fn known(input: &ComposeInput, facts: &[Fact], library: Option<&Library>, silent: &BTreeSet<&str>) -> Vec<Fact> {
    let is_trust = |fact: &Fact| matches!(fact.kind, FactKind::Award | FactKind::Rating);
    let may_be_said = |fact: &&Fact| !silent.contains(fact.id.as_str()) && (fact.is_owner_supplied || !is_trust(fact));
    let mut known: Vec<Fact> = facts.iter().filter(may_be_said).cloned().collect();
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
            let source = library.pack.citation();
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
    /// What was done with facts that are not stated as they are.
    notes: Vec<String>,
}

/// A page with its plan.
struct Written {
    plan: Plan,
    draft: Draft,
    cited: Vec<CitedFact>,
}

/// What plan and text rest on.
#[derive(Debug, Clone, Copy)]
struct Ground<'a> {
    names: &'a Names,
    situation: &'a Situation,
    /// Knows the sentences of the other pages.
    voice: &'a Voice,
    /// Sections that the author wants.
    outline: &'a Outline<'a>,
}

impl Job<'_> {
    fn run(self, control: &dyn Control) -> Result<ComposeOutput, EngineError> {
        let library = self.library.as_deref();
        let mut names = Names::of(self.known);
        if let Some(library) = library {
            names.company = library.pack.terms.business.rsplit(' ').next().unwrap_or("company").to_owned();
        }
        let vertical = library.map_or("", |library| library.pack.vertical.as_str());
        let seed = realise::voice::seed_of(self.params.seed, &[names.place.as_deref().unwrap_or_default(), vertical]);
        let voice = Voice::new(seed, &self.input.siblings, control)?;
        let state = names.place.as_deref().and_then(states::code_in);
        let situation = Situation::of(self.input.place.as_ref(), state, self.input.as_of);
        sensible(library, &situation, &names)?;
        let outline = Outline::read(&self.input.outline, names.city());
        let ground = Ground { names: &names, situation: &situation, voice: &voice, outline: &outline };
        control.progress(40.0, "compose", "Writing the page");
        let Written { plan, draft, cited } = self.fittest(&ground, control)?;
        specific::check(self.input, self.params, library, self.known, &draft, &cited, self.conflicts.len())?;
        if library.is_some() {
            enough(&draft, &plan)?;
        }
        control.progress(70.0, "score", "Checking the page");
        self.output(draft, cited, plan, control)
    }

    /// Writes the page, again while its reading ease is out of bounds. If it stays there, the page that is nearest to them counts.
    fn fittest(&self, ground: &Ground<'_>, control: &dyn Control) -> Result<Written, EngineError> {
        let mut best = self.written(ground, Counts::default(), 0, control)?;
        if self.library.is_none() {
            return Ok(best);
        }
        let mut page = prose(&best.draft);
        let mut beyond = page.without(best.plan.counts);
        let mut least = plan::misfit(page);
        for again in 1..=MOST_PLANNED {
            if least <= 0.0 {
                break;
            }
            let next = self.written(ground, beyond, again / SAME_CHANCE, control)?;
            page = prose(&next.draft);
            beyond = page.without(next.plan.counts);
            if plan::misfit(page) < least {
                least = plan::misfit(page);
                best = next;
            }
        }
        Ok(best)
    }

    /// Plans and writes the page; `beyond` is what it says besides the statements, `chance` which statements it prefers.
    fn written(
        &self, ground: &Ground<'_>, beyond: Counts, chance: u64, control: &dyn Control,
    ) -> Result<Written, EngineError> {
        let plan = self.plan(ground, beyond, chance, control)?;
        let (draft, cited) = self.write(ground, &plan, control)?;
        Ok(Written { plan, draft, cited })
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
            outline: ground.outline,
            has_choice: is_kept(Section::Choose),
            least: specific::least(self.params),
            wanted: self.params.min_place_facts as usize,
            has_work: plan.parts.iter().any(|(part, _)| *part == Some(Section::Work))
                || self.known.first(FactKind::Process).is_some(),
        };
        let Page { mut blocks, cited, named, .. } = Page::write(material, plan, &mut voice, control)?;
        let description = summary::description(&material, plan, &blocks);
        page::name(&mut blocks, named);
        let draft = Draft {
            title: title(self.known, promise, library.map(|library| library.pack.terms.business.as_str())),
            description,
            blocks,
            links: self.input.links.iter().take((self.params.min_links as usize).max(3)).cloned().collect(),
        };
        Ok((draft, cited.into_values().collect()))
    }

    fn plan(
        &self, ground: &Ground<'_>, beyond: Counts, chance: u64, control: &dyn Control,
    ) -> Result<Plan, EngineError> {
        let Ground { names, situation, voice, outline } = *ground;
        let answered: Vec<(&str, &str)> = self
            .known
            .of(FactKind::Question)
            .map(|fact| (fact.value.as_str(), fact.detail.as_deref().unwrap_or_default()))
            .collect();
        let Some(library) = self.library.as_deref() else {
            let words = names.stems();
            let matcher = plan::Matcher::new(None, &words, &answered);
            let unanswered = matcher.assign(&self.input.questions, control)?.unanswered;
            return Ok(Plan { unanswered, ..Plan::default() });
        };
        let stemmer = Stemmer::default();
        let words = names.stems();
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
        let seed = realise::voice::seed_of(self.params.seed, &[&place, &library.pack.vertical]).wrapping_add(chance);
        let mut selection =
            Selection::new(library, situation, plan::editorial(self.intent), &query, &trade, &self.input.used, seed)
                .preferring(&self.input.words);
        selection.close(said_by_facts(self.known, library));
        let own = (self.known.of(FactKind::Process).count() >= 2).then_some(Section::Work);
        let wish = Wish {
            intent: self.intent,
            questions: &self.input.questions,
            answered: &answered,
            names: &words,
            words: self.params.words as usize,
            own,
            beyond,
            outline,
        };
        plan::plan(library, &wish, &mut selection, voice, control)
    }

    /// Returns the questions that prices and times of the facts do not answer.
    fn without_prices(&self, questions: &[String], control: &dyn Control) -> Result<Vec<String>, EngineError> {
        let names = Names::of(self.known);
        let asked = |fact: &Fact| {
            let subject = fact.detail.as_deref().map(str::trim).filter(|detail| !detail.is_empty());
            let subject = subject.unwrap_or(&names.service);
            match fact.kind {
                FactKind::Price => Some((format!("How much does {subject} cost?"), fact.value.clone())),
                FactKind::Duration => Some((format!("How long does {subject} take?"), fact.value.clone())),
                _ => None,
            }
        };
        let answered: Vec<(String, String)> = self.known.all().iter().filter_map(asked).collect();
        let answered: Vec<(&str, &str)> =
            answered.iter().map(|(asked, said)| (asked.as_str(), said.as_str())).collect();
        let words = names.stems();
        Ok(plan::Matcher::new(None, &words, &answered).assign(questions, control)?.unanswered)
    }

    fn output(
        self, mut draft: Draft, cited: Vec<CitedFact>, plan: Plan, control: &dyn Control,
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
            words: self.input.words.clone(),
            ..ScoreInput::default()
        };
        let score = super::score(&scored, &self.params.without_grammar(), control)?;
        let draft = scored.draft;
        let unanswered = self.without_prices(&plan.unanswered, control)?;
        let own = |fact: &&Fact| !ids.contains(&fact.id);
        // The name of the trade is on every page.
        let work = self.library.as_deref().map(|library| format!("pack.{}.work", library.pack.vertical));
        let is_statement = |id: &&String| id.starts_with("pack.") && Some(*id) != work.as_ref();
        Ok(ComposeOutput {
            unused_facts: self.input.facts.iter().filter(own).map(|fact| fact.id.clone()).collect(),
            used: ids.iter().filter(is_statement).cloned().collect(),
            missing_sections: missing_sections(&self.input.outline, &draft),
            draft,
            score,
            facts,
            conflicts: self.conflicts,
            unanswered,
            page_intent: self.intent,
            review: self.library.as_ref().and_then(|library| library.pack.review.clone()),
            notes: notes(self.notes, plan.elsewhere.len()),
            method: METHOD.to_owned(),
            method_version: METHOD_VERSION.to_owned(),
        })
    }
}

/// Returns the statements and answers of the pack that facts say.
fn said_by_facts(known: Sheet<'_>, library: &Library) -> BTreeSet<usize> {
    let stemmer = Stemmer::default();
    let kinds = [FactKind::Statement, FactKind::Climate, FactKind::Permit, FactKind::Process, FactKind::Question];
    let texts = known.all().iter().filter(|fact| kinds.contains(&fact.kind));
    texts.flat_map(|fact| library.said_by(&stems(&words_of(fact), &stemmer))).collect()
}

/// Checks that somebody may do the work at the place, by the rules of the pack.
fn sensible(library: Option<&Library>, situation: &Situation, names: &Names) -> Result<(), EngineError> {
    let Some(library) = library else { return Ok(()) };
    let Some(rule) = library.pack.excluded.iter().find(|one| situation.fits(&one.conditions)) else { return Ok(()) };
    let source = library.pack.sources.get(&rule.source);
    Err(EngineError::NotHere {
        what: library.pack.terms.work.clone(),
        place: names.place.clone().unwrap_or_default(),
        why: rule.reason.clone(),
        by: source.map(|source| format!("{}, {}", source.title, source.publisher)).unwrap_or_default(),
    })
}

/// Returns the notes of a page.
fn notes(mut notes: Vec<String>, elsewhere: usize) -> Vec<String> {
    if elsewhere > 0 {
        notes.push(format!(
            "Asked questions whose answers are on other pages of the site, or for which this page has no room: {elsewhere}"
        ));
    }
    notes.push(
        "The page states only facts and statements with their sources; add facts to get a longer page".to_owned(),
    );
    notes
}

/// Returns the headings of the outline that the page does not have.
fn missing_sections(outline: &[String], draft: &Draft) -> Vec<String> {
    let headings = || draft.blocks.iter().filter(|block| block.kind == BlockKind::Heading);
    let has = |wanted: &str| headings().flat_map(|block| &block.sentences).any(|one| one.text == wanted);
    outline.iter().map(|heading| heading.trim()).filter(|heading| !has(heading)).map(str::to_owned).collect()
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
