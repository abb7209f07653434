//! Pages about the work: help now, how it goes, whom to choose, what it costs.

use std::collections::BTreeSet;

use editorial::{Intent, Pack, Section};
use engines::content::{ComposeInput, ComposeOutput, Fact, FactKind, Level, PageIntent, Parameters, Sibling, compose};

use super::{
    PlanError, PlannedPlace, answers,
    job::{Job, Place, reason},
    profile,
};
use crate::{Page, PageKind, SiteKind};

/// Minimum and maximum number of words of a page. A dominator site has the minimum, because its pack serves more pages.
const SHORTEST: u32 = 400;
const LONGEST: u32 = 620;
/// Pages that share the words of a pack, with a part that no page can use: statements about other climates and states.
const SHARES: f64 = 6.5;
/// Minimum number of first steps for a page about emergencies.
const FEWEST_FIRST: usize = 4;
/// Maximum number of statements that the other pages leave for a page about them.
const MOST_LEFT: usize = 4;
/// Paths of the pages about the choice and the price.
const CHOICE: &str = "/choosing/";
const COST: &str = "/cost/";
/// Minimum number of facts of its place for a page that is about the place, and not about the trade alone.
const FEWEST_LOCAL: usize = 3;
/// Findings of the composer that a reviewer should know.
const REPORTED: [&str; 2] = ["similarity", "unsupported_claim"];

/// A page to compose.
#[derive(Debug, Clone)]
pub(super) struct Wanted<'a> {
    pub(super) at: Place,
    pub(super) intent: PageIntent,
    /// Place that it is about; `None` for the region.
    pub(super) place: Option<&'a PlannedPlace>,
    pub(super) words: u32,
    /// Words before the trade in the query, such as `cost of`.
    pub(super) query: &'static str,
    /// Statements that are left for other pages.
    pub(super) reserved: BTreeSet<String>,
    /// Pages of whose sentences none is repeated.
    pub(super) siblings: Vec<Sibling>,
    /// Questions that it answers.
    pub(super) questions: Vec<String>,
}

/// Writes the pages. If the other pages have used up what the page about the price would say, they are written again and leave some
/// of it.
pub(super) fn write(job: &mut Job<'_>) -> Result<(), PlanError> {
    let before = job.saved();
    write_without(job, &BTreeSet::new())?;
    if !job.lacks(COST) {
        return Ok(());
    }
    let first = job.saved();
    job.restore(before);
    let left = left_for(job, Section::Price, COST);
    write_without(job, &left)?;
    if job.lacks(COST) {
        job.restore(first);
    }
    Ok(())
}

/// Writes the pages; only the one about the price has the statements of `price`. Those whose steps must be complete are first, so
/// that no other page uses up a step.
fn write_without(job: &mut Job<'_>, price: &BTreeSet<String>) -> Result<(), PlanError> {
    let first = section(job, Section::First);
    let choice = left_for(job, Section::Choose, CHOICE);
    let both: BTreeSet<String> = choice.union(price).cloned().collect();
    let besides = |left: BTreeSet<String>| left.into_iter().chain(both.iter().cloned()).collect::<BTreeSet<String>>();
    let work = section(job, Section::Work);
    let is_urgent = urgent(job) >= FEWEST_FIRST;
    let service = |path: &str, label: &str| Place::new(path, PageKind::Service, label);
    if is_urgent {
        let at = service("/emergency/", "What to do now");
        one(job, at, PageIntent::Emergency, "emergency", besides(work))?;
    }
    let left: BTreeSet<String> = if is_urgent { first } else { BTreeSet::new() };
    let at = Place::new("/how-it-works/", PageKind::Article, "How it works");
    one(job, at, PageIntent::HowTo, "how to get", besides(left))?;
    one(job, Place::new("/", PageKind::Home, "Home"), PageIntent::Local, "", both.clone())?;
    one(job, service(COST, "What it costs"), PageIntent::Cost, "cost of", choice)?;
    one(job, service(CHOICE, "How to choose"), PageIntent::Compare, "best", BTreeSet::new())?;
    without_promise(job);
    Ok(())
}

/// Returns the ids of the statements of a section.
fn section(job: &Job<'_>, section: Section) -> BTreeSet<String> {
    job.pack.of(section).map(|one| format!("pack.{}.{}", job.pack.vertical, one.id)).collect()
}

/// Returns the ids of the statements of a section that are left for a page which comes late: up to half of the section. The seed
/// decides which.
fn left_for(job: &Job<'_>, of: Section, path: &str) -> BTreeSet<String> {
    let all: Vec<String> = section(job, of).into_iter().collect();
    let count = (all.len() / 2).min(MOST_LEFT);
    let left = if count == 0 { Vec::new() } else { answers::chosen(job.seed(path), all, count, String::clone) };
    left.into_iter().collect()
}

/// Returns the number of first steps that are meant for emergencies.
fn urgent(job: &Job<'_>) -> usize {
    job.pack.of(Section::First).filter(|one| one.intents.contains(&Intent::Emergency)).count()
}

fn one(
    job: &mut Job<'_>, at: Place, intent: PageIntent, query: &'static str, reserved: BTreeSet<String>,
) -> Result<(), PlanError> {
    if job.has(&at.path) {
        return Ok(());
    }
    let is_home = at.kind == PageKind::Home;
    if !is_home && job.is_excluded(&at.path, &at.label) {
        return Ok(());
    }
    // The home page is written after others and has its place kept.
    let kept = usize::from(!is_home && !job.has("/"));
    if job.pages.len() + kept >= job.most() {
        job.leave_for_later(&at.path, &at.label);
        return Ok(());
    }
    let region = job.input.kind == SiteKind::Dominator;
    let wanted = Wanted {
        intent,
        place: job.input.places.first().filter(|_| job.input.places.len() == 1),
        words: if region { SHORTEST } else { words(&job.pack) },
        query,
        reserved: reserved.into_iter().chain(answers::reserved(job)).collect(),
        siblings: job.pages.iter().filter(|page| !page.query.is_empty()).map(sibling).collect(),
        questions: if is_home { job.input.questions.clone() } else { Vec::new() },
        at,
    };
    let (path, label) = (wanted.at.path.clone(), wanted.at.label.clone());
    match write_page(job, wanted)? {
        Ok(mut page) => {
            if let Some(place) = job.input.places.first().filter(|_| is_home && job.input.places.len() == 1) {
                profile::add(job, place, &mut page);
            }
            page.place = page.place.take().filter(|place| is_home && !region || facts_of(&page, place) >= FEWEST_LOCAL);
            if is_home && !region && page.place.as_ref().is_some_and(|place| facts_of(&page, place) < FEWEST_LOCAL) {
                job.note(Some(&path), "Too few figures of the place are published; add facts of the business there");
            }
            job.add(page);
        }
        Err(why) if is_home => {
            return Err(PlanError::invalid(
                if job.input.pack.is_some() { "pack" } else { "vertical" },
                format!("gives too little for the home page: {why}"),
            ));
        }
        Err(why) => job.leave_out(&path, &label, why),
    }
    Ok(())
}

/// Number of words of a page, so that the pack is enough for all of them.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between the shortest and the longest page"
)]
fn words(pack: &Pack) -> u32 {
    let answers = pack.questions.iter().map(|one| one.answer.as_str());
    let texts = pack.statements.iter().map(|one| one.text.as_str()).chain(answers);
    let all: usize = texts.map(|text| text.split_whitespace().count()).sum();
    (all as f64 / SHARES).clamp(f64::from(SHORTEST), f64::from(LONGEST)) as u32
}

/// Returns a page of whose sentences none is repeated.
pub(super) fn sibling(page: &Page) -> Sibling {
    // A heading would otherwise be read as the beginning of the sentence after it.
    let closed = |text: &str| if text.ends_with(['.', '?', '!']) { text.to_owned() } else { format!("{text}.") };
    let text = page.draft.body().map(|sentence| closed(&sentence.text)).collect::<Vec<_>>().join(" ");
    Sibling { url: page.path.clone(), text, names: page.names.clone() }
}

/// Composes a page; the inner error is the reason why it is left out.
pub(super) fn write_page(job: &mut Job<'_>, wanted: Wanted<'_>) -> Result<Result<Page, String>, PlanError> {
    job.checkpoint()?;
    let path = wanted.at.path.clone();
    let query = query(job, &wanted);
    // Figures of the place are added to the page, or it loses its place, so that the composer need not refuse it.
    let bounds = Parameters { min_links: 0, min_place_facts: 0, ..Parameters::default() };
    let params = Parameters { words: wanted.words, seed: job.seed(&path), ..bounds };
    let params = params.check().map_err(|error| PlanError::Page { path: path.clone(), error })?;
    let input = ComposeInput {
        as_of: Some(job.input.today),
        query: query.clone(),
        facts: facts(job, &wanted),
        siblings: wanted.siblings.clone(),
        vertical: Some(job.input.vertical.trim().to_owned()).filter(|slug| !slug.is_empty()),
        pack: job.input.pack.clone(),
        place: wanted.place.map(|place| place.facts.clone()),
        questions: wanted.questions.clone(),
        page_intent: Some(wanted.intent),
        used: job.used.iter().chain(&wanted.reserved).cloned().collect(),
        ..ComposeInput::default()
    };
    match compose(&input, &params, job.control) {
        Ok(output) => {
            remark(job, &path, &output);
            Ok(Ok(composed(job, wanted, query, output)))
        }
        Err(error) => reason(&path, error).map(Err),
    }
}

fn query(job: &Job<'_>, wanted: &Wanted<'_>) -> String {
    let place = wanted.place.map_or(job.region.short.as_str(), |place| place.facts.name.as_str());
    let words = [wanted.query, job.pack.terms.work.as_str(), place.trim()];
    let words = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    words.to_lowercase().chars().take(200).collect()
}

/// Number of facts of a place that a page states.
fn facts_of(page: &Page, place: &str) -> usize {
    let city = |text: &str| text.split(',').next().unwrap_or_default().trim().to_lowercase();
    let is_there = |fact: &Fact| fact.place.as_deref().is_some_and(|of| city(of) == city(place));
    page.facts.iter().filter(|one| is_there(&one.fact)).count()
}

/// Facts of the business; for a region its name, which stands for the place.
fn facts(job: &Job<'_>, wanted: &Wanted<'_>) -> Vec<Fact> {
    let mut facts = job.input.facts.clone();
    let has_place = facts.iter().any(|fact| fact.kind == FactKind::Place);
    if let (None, Some(region), false) = (wanted.place, &job.region.name, has_place) {
        facts.push(Fact {
            id: "region".to_owned(),
            kind: FactKind::Place,
            value: region.clone(),
            source: "the places of this site".to_owned(),
            ..Fact::default()
        });
    }
    if wanted.place.is_some() && job.input.kind == SiteKind::Dominator {
        // The place of an area page is not the one that the business is in.
        facts.retain(|fact| fact.kind != FactKind::Place);
    }
    facts
}

/// Notes what a reviewer should know.
fn remark(job: &mut Job<'_>, path: &str, output: &ComposeOutput) {
    let is_serious = |check: &str| REPORTED.contains(&check);
    let blocks = output.score.findings.iter().filter(|one| one.level == Level::Block && is_serious(&one.check));
    let texts: Vec<String> = blocks.take(10).map(|one| format!("{}: {}", one.detail, one.fix)).collect();
    for text in texts {
        job.note(Some(path), text);
    }
    if let Some(first) = output.unanswered.first() {
        let count = output.unanswered.len();
        job.note(Some(path), format!("{count} questions have no answer in the library, such as \"{first}\""));
    }
}

fn composed(job: &Job<'_>, wanted: Wanted<'_>, query: String, output: ComposeOutput) -> Page {
    let mut names = job.names();
    if let Some(place) = wanted.place {
        let facts = &place.facts;
        let place = [Some(&facts.name), Some(&facts.state), Some(&facts.state_name), facts.county.as_ref()];
        names.extend(place.into_iter().flatten().filter(|name| !name.trim().is_empty()).cloned());
    }
    names.dedup();
    let place = wanted.place.map(super::region::label).or_else(|| job.region.name.clone());
    let page = job.page(wanted.at, output.draft, output.facts);
    Page { query, place, names, ..page }
}

/// Removes pages whose title had to fall back to that of the home page: what they promise is used up.
fn without_promise(job: &mut Job<'_>) {
    let title = |page: &Page| page.draft.title.text.clone();
    let Some(home) = job.pages.iter().find(|page| page.path == "/").map(title) else { return };
    let is_same = |page: &&Page| page.path != "/" && title(page) == home;
    let same: Vec<String> = job.pages.iter().filter(is_same).map(|page| page.path.clone()).collect();
    for path in same {
        if let Some(page) = job.remove(&path) {
            let reason =
                "The library has too few statements of this kind; extend the pack or add facts of the business";
            job.leave_out(&path, &page.label, reason);
        }
    }
}
