//! Plans a page: which sections, in which order, with which statements.

mod intent;
mod questions;
mod select;
mod situation;

pub(super) use intent::{derive, editorial, search_intent};
pub(in crate::content) use questions::find as find_question;
pub(super) use select::Selection;
pub(super) use situation::Situation;

use std::collections::{BTreeMap, BTreeSet};

use editorial::Section;

use super::super::input::PageIntent;
use super::library::Library;
use super::realise::voice::Voice;
use crate::common::{Control, EngineError, checkpoint};
use crate::text::Stemmer;

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

/// A planned page.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The answer that opens the page.
    pub(super) lead: Option<usize>,
    /// Parts with their statements, in order.
    pub(super) parts: Vec<(Part, Vec<usize>)>,
    /// Questions that the pack does not answer.
    pub(super) unanswered: Vec<String>,
}

/// Parts of a page in order, with the usual number of statements.
fn recipe(intent: PageIntent) -> &'static [(Part, usize)] {
    use Section::{Ask, Choose, First, Local, Mistakes, Price, Signs, Work, Yourself};
    match intent {
        PageIntent::Emergency => &[
            (Some(First), ALL),
            (Some(Signs), 2),
            (Some(Work), 3),
            (Some(Local), 3),
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
            (Some(Work), ALL),
            (Some(First), 2),
            (Some(Yourself), 2),
            (Some(Local), 3),
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
    /// Stems of names, which carry no meaning in a question.
    pub(super) names: &'a BTreeSet<String>,
    /// Target number of words of the statements.
    pub(super) words: usize,
    /// The part that own facts fill, for which nothing is chosen.
    pub(super) own: Option<Section>,
}

/// Plans a page from a pack.
pub(super) fn plan(
    library: &Library, wish: &Wish<'_>, selection: &mut Selection<'_>, voice: &Voice, control: &dyn Control,
) -> Result<Plan, EngineError> {
    let (answers, unanswered) = answers(library, wish, selection, voice, control)?;
    let lead = lead(wish.intent, selection, voice);
    let recipe: Vec<(Part, usize)> =
        recipe(wish.intent).iter().copied().filter(|(part, _)| part.is_none() || *part != wish.own).collect();
    let mut ranked: BTreeMap<Part, Vec<usize>> = BTreeMap::new();
    for section in Section::ALL.into_iter().map(Some).chain([QUESTIONS]) {
        checkpoint(control)?;
        ranked.insert(section, selection.ranked(section, voice));
    }
    ranked.entry(QUESTIONS).and_modify(|rest| *rest = answers.iter().chain(rest.iter()).copied().collect());
    let counts = counts(library, &recipe, &ranked, answers.len(), wish);
    let parts = counts.into_iter().filter_map(|(part, count)| {
        let mut chosen: Vec<usize> = ranked[&part].iter().take(count).copied().collect();
        if part.is_some_and(Section::is_ordered) {
            chosen.sort_unstable();
        }
        (!chosen.is_empty()).then_some((part, chosen))
    });
    Ok(Plan { lead, parts: parts.collect(), unanswered })
}

/// Matches the asked questions, and returns the answers and the questions without one.
fn answers(
    library: &Library, wish: &Wish<'_>, selection: &mut Selection<'_>, voice: &Voice, control: &dyn Control,
) -> Result<(Vec<usize>, Vec<String>), EngineError> {
    let stemmer = Stemmer::default();
    let (mut answers, mut unanswered): (Vec<usize>, Vec<String>) = (Vec::new(), Vec::new());
    for asked in wish.questions {
        checkpoint(control)?;
        match questions::find(library, asked, wish.names, &stemmer) {
            Some(at) if answers.contains(&at) => {}
            Some(at) if answers.len() < MOST && selection.take_one(at, voice) => answers.push(at),
            Some(_) => {}
            None => unanswered.push(asked.clone()),
        }
    }
    Ok((answers, unanswered))
}

/// Takes the answer that opens the page; a reader in an emergency needs steps instead.
fn lead(intent: PageIntent, selection: &mut Selection<'_>, voice: &Voice) -> Option<usize> {
    if intent == PageIntent::Emergency { None } else { selection.take_lead(voice) }
}

/// Number of statements of each part: the usual ones, then one more by turns until the page is long enough, then further parts.
fn counts(
    library: &Library, recipe: &[(Part, usize)], ranked: &BTreeMap<Part, Vec<usize>>, answers: usize, wish: &Wish<'_>,
) -> Vec<(Part, usize)> {
    let all = recipe.iter().find(|(_, count)| *count == ALL).map(|(part, _)| *part);
    let most = |part: &Part| {
        let limit = match part {
            part if all == Some(*part) => ALL,
            Some(Section::Local) => MOST_LOCAL,
            _ => MOST,
        };
        ranked[part].len().min(limit)
    };
    let fewest = |part: &Part| if matches!(part, Some(Section::Local)) { 1 } else { FEWEST };
    let usual = |(part, count): &(Part, usize)| {
        let count = if part.is_none() { (*count).max(answers) } else { *count };
        (most(part) >= fewest(part)).then(|| (*part, count.min(most(part))))
    };
    let mut counts: Vec<(Part, usize)> = recipe.iter().filter_map(usual).collect();
    let words = |counts: &[(Part, usize)]| -> usize {
        counts.iter().flat_map(|(part, count)| ranked[part].iter().take(*count)).map(|at| library.told[*at].words).sum()
    };
    let mut rest: Vec<Section> =
        Section::ALL.into_iter().filter(|section| !recipe.iter().any(|(part, _)| *part == Some(*section))).collect();
    rest.retain(|section| wish.own != Some(*section));
    while words(&counts) < wish.words {
        let longer =
            counts.iter_mut().min_by_key(|(part, count)| if *count < most(part) { *count } else { usize::MAX });
        match longer {
            Some((part, count)) if *count < most(part) => *count += 1,
            _ => {
                let Some(section) = rest.iter().position(|section| most(&Some(*section)) >= FEWEST) else { break };
                let section = Some(rest.remove(section));
                let at = counts.iter().position(|(part, _)| part.is_none()).unwrap_or(counts.len());
                counts.insert(at, (section, FEWEST));
            }
        }
    }
    counts
}
