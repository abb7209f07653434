//! The page of questions that no other page answers, with the glossary.

use editorial::prose;
use engines::{
    content::{CitedFact, Fact, FactKind, Publication},
    text::with_article,
};

use super::{
    PlanError,
    job::{Job, Place, titled},
    text::{Text, capital, cited, plain},
};
use crate::PageKind;

/// Path of the page.
pub(super) const PATH: &str = "/questions/";
const LABEL: &str = "Questions";
/// Minimum number of answers and words of the page.
const FEWEST: usize = 4;
const FEWEST_WORDS: usize = 250;
/// Number of answers that no other page uses, and of those that they are chosen from.
const RESERVED: usize = 5;
const CHOICE: usize = 10;
/// Minimum number of words that are explained; of a longer glossary one in two, so that sites of one trade explain others.
const FEWEST_TERMS: usize = 4;
const TERMS: usize = 2;

/// Writes the page from what is left of the pack.
pub(super) fn write(job: &mut Job<'_>) -> Result<(), PlanError> {
    job.checkpoint()?;
    if job.has(PATH) || job.is_excluded(PATH, LABEL) {
        return Ok(());
    }
    if job.is_full() {
        job.leave_for_later(PATH, LABEL);
        return Ok(());
    }
    let terms = job.pack.glossary.len();
    let (mut page, count) = text(job, share(terms));
    if page.words() < FEWEST_WORDS {
        (page, _) = text(job, terms);
    }
    let text = page;
    if count < FEWEST || text.words() < FEWEST_WORDS {
        let reason = format!(
            "Only {count} questions of the library are not answered on other pages, at least {FEWEST} are needed; extend the pack"
        );
        job.leave_out(PATH, LABEL, reason);
        return Ok(());
    }
    let title = titled(&job.pack.terms.work);
    let inside = job.region.inside();
    let titles = [
        format!("{title}{inside}: Questions Answered"),
        format!("{title}: Questions Answered"),
        format!("{title}: Answers"),
    ];
    let work = job.pack.terms.work.clone();
    let descriptions = [
        format!(
            "Further questions about {work}{inside} with their answers, and the words that you will hear, explained."
        ),
        format!("Further questions about {work} with their answers, and the words that you will hear, explained."),
        "Further questions with their answers, and the words that you will hear from a business, explained.".to_owned(),
    ];
    job.add_text(Place::new(PATH, PageKind::Article, LABEL), text, &titles, &descriptions);
    if let Some(page) = job.pages.last_mut() {
        page.query = format!("{work} questions").to_lowercase();
    }
    Ok(())
}

/// Returns the ids of the answers that are left for this page: some of the last ones, which concern details. The seed decides
/// which, so that two sites of one trade do not answer the same questions.
pub(super) fn reserved(job: &Job<'_>) -> Vec<String> {
    let pack = &job.pack;
    let general = pack.questions.iter().rev().filter(|one| one.conditions.is_empty() && one.intents.is_empty());
    let ids: Vec<String> = general.take(CHOICE).map(|one| format!("pack.{}.{}", pack.vertical, one.id)).collect();
    chosen(job.seed(PATH), ids, RESERVED, String::clone)
}

/// Returns `count` of the items by a seed, in their order.
pub(super) fn chosen<T>(seed: u64, items: Vec<T>, count: usize, name: impl Fn(&T) -> String) -> Vec<T> {
    let hash = |item: &T| {
        let bytes = name(item).into_bytes();
        let mixed = bytes
            .iter()
            .fold(0xCBF2_9CE4_8422_2325 ^ seed, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3));
        mixed.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    };
    let mut order: Vec<u64> = items.iter().map(&hash).collect();
    order.sort_unstable();
    let Some(last) = order.get(count.saturating_sub(1)).copied().filter(|_| count < items.len()) else { return items };
    items.into_iter().filter(|item| hash(item) <= last).collect()
}

/// Returns the page with this number of explained words, and the number of its answers.
fn text(job: &Job<'_>, words: usize) -> (Text, usize) {
    let pack = &job.pack;
    let terms = &pack.terms;
    let mut text = Text::default();
    text.heading(1, format!("{}: more questions and answers", capital(&terms.work)));
    let job_id = format!("pack.{}.job.work", pack.vertical);
    text.fact(named(job, &job_id));
    text.paragraph(vec![
        cited(
            format!(
                "Here are the questions about {} that the other pages of this site leave open.",
                with_article(&terms.job)
            ),
            &job_id,
        ),
        plain(format!("The words that you will hear from {} are explained at the end.", with_article(&terms.business))),
    ]);
    text.heading(2, "Answers in short");
    let id = |id: &str| format!("pack.{}.{id}", pack.vertical);
    let open = pack.questions.iter().filter(|one| one.conditions.is_empty() && !job.used.contains(&id(&one.id)));
    let mut count = 0;
    for question in open {
        let id = id(&question.id);
        text.heading(3, question.question.clone());
        if let Some(heading) = text.blocks.last_mut().and_then(|block| block.sentences.first_mut()) {
            heading.fact_ids.push(id.clone());
        }
        text.paragraph(prose::sentences(&question.answer).into_iter().map(|one| cited(one, &id)).collect());
        let fact = Fact {
            id,
            kind: FactKind::Question,
            value: question.question.clone(),
            detail: Some(question.answer.clone()),
            ..Fact::default()
        };
        text.fact(sourced(job, fact, &question.sources));
        count += 1;
    }
    glossary(job, &mut text, words);
    (text, count)
}

/// Returns the fact that names a job of the trade, which may have a word of trust: `home warranty claim`.
fn named(job: &Job<'_>, id: &str) -> CitedFact {
    let fact =
        Fact { id: id.to_owned(), kind: FactKind::Service, value: job.pack.terms.job.clone(), ..Fact::default() };
    sourced(job, fact, &[])
}

/// Explains this number of words.
fn glossary(job: &Job<'_>, text: &mut Text, count: usize) {
    if job.pack.glossary.is_empty() {
        return;
    }
    text.heading(2, "Words that you will hear");
    let all: Vec<_> = job.pack.glossary.iter().enumerate().collect();
    for (at, entry) in chosen(job.seed(PATH), all, count, |(_, entry)| entry.term.clone()) {
        let id = format!("pack.{}.glossary-{at}", job.pack.vertical);
        let fact = Fact {
            id: id.clone(),
            kind: FactKind::Statement,
            value: entry.definition.clone(),
            detail: Some(entry.term.clone()),
            ..Fact::default()
        };
        text.fact(sourced(job, fact, &[]));
        let label = cited(format!("{}.", entry.term.trim_end_matches('.')), &id);
        text.item(Some(label), vec![cited(entry.definition.clone(), &id)]);
    }
}

/// Number of words of a glossary that are explained.
fn share(all: usize) -> usize {
    all.div_ceil(TERMS).max(FEWEST_TERMS)
}

/// Adds the publications of the pack to a fact.
fn sourced(job: &Job<'_>, mut fact: Fact, ids: &[String]) -> CitedFact {
    let known = ids.iter().filter_map(|id| job.pack.sources.get(id));
    let sources: Vec<Publication> = known
        .map(|one| Publication {
            title: one.title.clone(),
            publisher: one.publisher.clone(),
            year: one.year,
            url: one.url.clone(),
        })
        .collect();
    let named = sources.iter().map(|one| format!("{}, {}, {}, {}", one.title, one.publisher, one.year, one.url));
    let named: Vec<String> = named.collect();
    fact.source = if named.is_empty() { job.pack.citation() } else { named.join("; ") };
    CitedFact { fact, sources }
}
