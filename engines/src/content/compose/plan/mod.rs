//! Plans a page: which sections, in which order, with which statements.

mod asked;
mod counts;
mod ease;
mod intent;
mod questions;
mod repeats;
mod select;
mod situation;
mod wished;

pub(super) use ease::misfit;
pub(super) use intent::{derive, editorial, search_intent, without_intent};
pub(in crate::content) use questions::{Matcher, find as find_question};
pub(super) use select::Selection;
pub(super) use situation::Situation;
pub(super) use wished::Outline;

use std::collections::{BTreeMap, BTreeSet};

use editorial::Section;

use super::super::input::PageIntent;
use super::super::readability::Counts;
use super::library::Library;
use super::realise::voice::Voice;
use crate::common::{Control, EngineError, checkpoint};

/// Part of a page: a section of the pack, or questions with answers.
pub(super) type Part = Option<Section>;
/// Questions with answers.
pub(super) const QUESTIONS: Part = None;

/// Maximum number of statements of a part.
const MOST: usize = 8;
/// Maximum number of local conditions and of steps, which readers take in at once.
const MOST_LOCAL: usize = 6;
/// All steps: where steps are what the reader came for, none is left out.
const ALL: usize = 20;
/// Minimum number of statements of a part; a list of one is none.
const FEWEST: usize = 2;
/// Usual number of statements of a section that only the author's outline asks for.
const ASKED_FOR: usize = 3;
/// Minimum number of steps that are meant for an intent, for the others to be left out.
const FEWEST_STEPS: usize = 4;
/// The same in an emergency, where a step that can wait keeps the reader from those that cannot.
const FEWEST_URGENT: usize = 2;
/// Maximum number of steps that a reader in an emergency takes in.
const MOST_URGENT: usize = 5;

/// A planned page.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The answer that opens the page.
    pub(super) lead: Option<usize>,
    /// Parts with their statements, in order.
    pub(super) parts: Vec<(Part, Vec<usize>)>,
    /// Questions that neither the facts nor the pack answer.
    pub(super) unanswered: Vec<String>,
    /// Questions whose answers other pages have, or for which this page has no room.
    pub(super) elsewhere: Vec<String>,
    /// Steps of which only the first sentence is written.
    pub(super) brief: BTreeSet<usize>,
    /// Words and syllables of the statements in sentences.
    pub(super) counts: Counts,
}

/// Parts of a page in order, with the usual number of statements.
fn recipe(intent: PageIntent) -> &'static [(Part, usize)] {
    use Section::{Ask, Choose, First, Local, Mistakes, Price, Signs, Work, Yourself};
    match intent {
        PageIntent::Emergency => &[
            (Some(First), ALL),
            (Some(Signs), 2),
            (Some(Work), 3),
            (Some(Local), 4),
            (Some(Price), 2),
            (Some(Ask), 2),
            (QUESTIONS, 3),
        ],
        PageIntent::Cost => &[
            (Some(Price), 5),
            (Some(Local), 3),
            (Some(Ask), 3),
            (Some(Yourself), 2),
            (Some(Mistakes), 2),
            (QUESTIONS, 4),
        ],
        PageIntent::Compare => &[
            (Some(Choose), 5),
            (Some(Ask), 4),
            (Some(Local), 3),
            (Some(Price), 2),
            (Some(Mistakes), 2),
            (QUESTIONS, 3),
        ],
        PageIntent::HowTo => &[
            (Some(First), 2),
            (Some(Work), ALL),
            (Some(Yourself), 2),
            (Some(Local), 4),
            (Some(Mistakes), 2),
            (QUESTIONS, 2),
        ],
        PageIntent::Local => {
            &[(Some(Local), 4), (Some(Signs), 3), (Some(Work), 4), (Some(Choose), 3), (Some(Price), 3), (QUESTIONS, 3)]
        }
    }
}

/// Returns the section that a page of this intent must have; without it, the page must not promise it.
pub(super) const fn promised(intent: PageIntent) -> Option<Section> {
    match intent {
        PageIntent::Emergency => Some(Section::First),
        PageIntent::Cost => Some(Section::Price),
        PageIntent::Compare => Some(Section::Choose),
        PageIntent::HowTo => Some(Section::Work),
        PageIntent::Local => None,
    }
}

/// What a plan is made for.
#[derive(Debug)]
pub(super) struct Wish<'a> {
    pub(super) intent: PageIntent,
    /// Questions that people ask.
    pub(super) questions: &'a [String],
    /// Questions and answers of the facts.
    pub(super) answered: &'a [(&'a str, &'a str)],
    /// Stems of names, which carry no meaning in a question.
    pub(super) names: &'a BTreeSet<String>,
    /// Target number of words of the statements.
    pub(super) words: usize,
    /// The part that own facts fill, for which nothing is chosen.
    pub(super) own: Option<Section>,
    /// What the page says besides the statements; zero until it is written.
    pub(super) beyond: Counts,
    /// Sections that the author wants.
    pub(super) outline: &'a Outline<'a>,
}

/// Plans a page from a pack.
pub(super) fn plan(
    library: &Library, wish: &Wish<'_>, selection: &mut Selection<'_>, voice: &Voice, control: &dyn Control,
) -> Result<Plan, EngineError> {
    let Answers { answers, unanswered, elsewhere } = answers(library, wish, selection, voice, control)?;
    let lead = lead(wish.intent, selection, voice);
    let recipe = wished(wish);
    let mut ranked: BTreeMap<Part, Vec<usize>> = BTreeMap::new();
    for section in Section::ALL.into_iter().map(Some).chain([QUESTIONS]) {
        checkpoint(control)?;
        ranked.insert(section, selection.ranked(section, voice));
    }
    ranked.entry(QUESTIONS).and_modify(|rest| *rest = answers.iter().chain(rest.iter()).copied().collect());
    let all = recipe.iter().find(|(_, count)| *count == ALL).map(|(part, _)| *part);
    if let Some(steps) = all.and_then(|part| ranked.get_mut(&part)) {
        *steps = meant(steps, wish.intent, selection);
    }
    repeats::remove(library, &mut ranked, selection, all, &answers);
    let brief = if wish.intent == PageIntent::HowTo {
        brief(library, &ranked[&Some(Section::Work)], selection)
    } else {
        BTreeSet::new()
    };
    let pool = Pool { library, ranked, brief, answers: answers.len(), all };
    let mut parts = counts::parts(&pool, &recipe, wish, selection);
    let kept = ease::Kept { intent: wish.intent, lead, answers: &answers };
    let counts = ease::balance(&pool, &mut parts, &kept, selection, wish.beyond);
    for (part, chosen) in &mut parts {
        // The pack has the order in which a reader would ask; asked questions come first.
        let asked = if *part == QUESTIONS { answers.len().min(chosen.len()) } else { 0 };
        chosen[asked..].sort_unstable();
    }
    parts.retain(|(_, chosen)| !chosen.is_empty());
    Ok(Plan { lead, parts, unanswered, elsewhere, brief: pool.brief, counts })
}

/// Returns the recipe of the intent with the sections of the author's outline, without the part that own facts fill.
fn wished(wish: &Wish<'_>) -> Vec<(Part, usize)> {
    let mut all = recipe(wish.intent).to_vec();
    for part in wish.outline.parts() {
        if !all.iter().any(|(known, _)| *known == part) {
            let at = all.iter().position(|(known, _)| known.is_none()).unwrap_or(all.len());
            all.insert(at, (part, ASKED_FOR));
        }
    }
    all.retain(|(part, _)| part.is_none() || *part != wish.own);
    all
}

/// Statements that may be chosen, with those of each part in the order of their fitness.
#[derive(Debug)]
struct Pool<'a> {
    library: &'a Library,
    ranked: BTreeMap<Part, Vec<usize>>,
    /// Steps written as their first sentence only.
    brief: BTreeSet<usize>,
    /// Number of answers to asked questions.
    answers: usize,
    /// The part that is written whole.
    all: Option<Part>,
}

impl Pool<'_> {
    /// Number of words of a statement on the page.
    fn words(&self, at: usize) -> usize {
        let one = &self.library.told[at];
        if self.brief.contains(&at) { one.words / one.sentences.len().max(1) } else { one.words }
    }

    /// Words and syllables of a statement on the page.
    fn counts(&self, at: usize) -> Counts {
        let told = if self.brief.contains(&at) { 1 } else { usize::MAX };
        let mut counts = Counts::default();
        self.library.told[at].counts.iter().take(told).for_each(|one| counts.add(*one));
        counts
    }
}

/// Returns the steps that are meant for the intent, if they are enough to be all steps; otherwise every step.
fn meant(steps: &[usize], intent: PageIntent, selection: &Selection<'_>) -> Vec<usize> {
    if intent == PageIntent::Emergency {
        return urgent(steps, selection);
    }
    let meant: Vec<usize> = steps.iter().copied().filter(|at| selection.is_meant(*at)).collect();
    if meant.len() >= FEWEST_STEPS { meant } else { steps.to_vec() }
}

/// Returns the urgent steps: those that come first, and one of the others. In a trade without urgent steps nothing is lost if a
/// page has only some, the fittest there.
fn urgent(steps: &[usize], selection: &Selection<'_>) -> Vec<usize> {
    let urgent: Vec<usize> = steps.iter().copied().filter(|at| selection.is_tagged(*at)).collect();
    if urgent.len() < FEWEST_URGENT {
        return steps.iter().copied().take(FEWEST_STEPS).collect();
    }
    let mut first = urgent.clone();
    first.sort_unstable();
    first.truncate(FEWEST_STEPS);
    let others = urgent.into_iter().filter(|at| !first.contains(at)).take(MOST_URGENT - FEWEST_STEPS);
    first.iter().copied().chain(others.collect::<Vec<_>>()).collect()
}

/// Chooses the steps that are written as one sentence each: all but a quarter. A page names every step, and pages about two places
/// tell different ones in detail.
fn brief(library: &Library, steps: &[usize], selection: &Selection<'_>) -> BTreeSet<usize> {
    let mut long: Vec<usize> = steps.iter().copied().filter(|at| library.told[*at].sentences.len() > 1).collect();
    long.sort_by(|a, b| selection.chance(*a).total_cmp(&selection.chance(*b)));
    long.into_iter().take(steps.len() - steps.len().div_ceil(4)).collect()
}

/// Answers of the pack to asked questions.
#[derive(Debug, Default)]
struct Answers {
    answers: Vec<usize>,
    unanswered: Vec<String>,
    elsewhere: Vec<String>,
}

/// Matches the asked questions with the answers of the facts and of the pack. What the facts answer is not answered again.
fn answers(
    library: &Library, wish: &Wish<'_>, selection: &mut Selection<'_>, voice: &Voice, control: &dyn Control,
) -> Result<Answers, EngineError> {
    let mut found = Answers::default();
    if wish.questions.is_empty() && wish.answered.is_empty() {
        return Ok(found);
    }
    let matcher = Matcher::new(Some(library), wish.names, wish.answered);
    let assigned = matcher.assign(wish.questions, control)?;
    found.unanswered = assigned.unanswered;
    selection.close(matcher.repeated());
    for (at, asked) in assigned.answers {
        if !selection.holds(at) {
            found.unanswered.push(asked);
        } else if found.answers.len() < MOST && selection.take_one(at, voice) {
            found.answers.push(at);
        } else {
            found.elsewhere.push(asked);
        }
    }
    Ok(found)
}

/// Takes the answer that opens the page; a reader in an emergency needs steps instead.
fn lead(intent: PageIntent, selection: &mut Selection<'_>, voice: &Voice) -> Option<usize> {
    if intent == PageIntent::Emergency { None } else { selection.take_lead(voice) }
}
