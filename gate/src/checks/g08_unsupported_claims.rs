//! G08: numbers and claims of trust rest on a fact.

use std::{cell::OnceCell, collections::BTreeSet};

use engines::{
    content::{self, Publication},
    text::{fold, sentences, words},
};
use sites::Page;

use super::{Context, Outcome};
use crate::{
    GateError, Level,
    page::{Block, Reading},
    words::{claim, counted, short},
};

const FIX: &str = "Cite the fact that says so, or remove the claim.";

/// Checks the written text with the content engine, and the rest of the page for claims of the business.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    for (page, findings) in &context.claims {
        for finding in findings {
            if let Some(level) = level_of(page, finding) {
                let sentence = finding.subject.as_deref().map(|text| format!(": {}", short(text))).unwrap_or_default();
                outcome.add(level, Some(&page.path), format!("{}{sentence}", capital(&finding.detail)), FIX);
            }
        }
    }
    let (mut read, known) = (0_usize, OnceCell::new());
    for reading in &context.content.readings {
        context.checkpoint()?;
        let (written_texts, mut seen) = (OnceCell::new(), BTreeSet::new());
        for (block, sentence) in
            reading.blocks.iter().flat_map(|block| sentences(&block.text).into_iter().map(move |one| (block, one)))
        {
            read += 1;
            let is_claim = claim::is_of_business(&context.trade.without(sentence)) || context.trade.is_had_in(sentence);
            if !is_claim || is_source(reading, block) {
                continue;
            }
            let folded = fold(sentence);
            let is_known = is_written(written_texts.get_or_init(|| written(reading)), &folded)
                || known.get_or_init(|| names(context)).iter().any(|text| text.contains(&folded));
            if is_known || !seen.insert(folded) {
                continue;
            }
            let detail = format!("The page claims something that is not in its facts: {}", short(sentence));
            outcome.block(Some(&reading.path), detail, FIX);
        }
    }
    Ok(outcome.measured(counted(read, "sentence checked", "sentences checked")))
}

/// Returns the level of a finding of the content engine; `None` if it is about something else.
fn level_of(page: &Page, finding: &content::Finding) -> Option<Level> {
    match finding.check.as_str() {
        "unsupported_claim" | "unknown_fact" => Some(Level::Block),
        "uncited_claim" => {
            let cites = |text: &str| page.draft.body().any(|one| one.text == text && !one.fact_ids.is_empty());
            Some(if finding.subject.as_deref().is_some_and(cites) { Level::Warn } else { Level::Block })
        }
        _ => None,
    }
}

/// Returns the sentences that the page was written from, folded: the content engine checked them.
fn written(reading: &Reading<'_>) -> String {
    let Some(page) = reading.page.filter(|_| reading.is_content()) else { return String::new() };
    let head = [&page.draft.title, &page.draft.description];
    let texts: Vec<String> = page.draft.body().chain(head).map(|sentence| fold(&sentence.text)).collect();
    texts.join(" \n ")
}

/// Returns true for an entry of the list of sources: title, publisher and year of a publication that the page cites. The title
/// is a quotation; whoever repeats it elsewhere claims it.
fn is_source(reading: &Reading<'_>, block: &Block) -> bool {
    let Some(page) = reading.page.filter(|_| !block.is_main && reading.is_named(block.node, "li")) else {
        return false;
    };
    let text = fold(&block.text);
    let is_cited = |id: &String| {
        let head = [&page.draft.title, &page.draft.description];
        page.draft.body().chain(head).any(|sentence| sentence.fact_ids.contains(id))
    };
    page.facts.iter().any(|cited| {
        let entry = |one: &Publication| fold(&format!("{}, {}, {}", one.title, one.publisher, one.year));
        cited.sources.iter().any(|one| entry(one) == text) && is_cited(&cited.fact.id)
    })
}

/// Returns true for a sentence that was checked as written text.
fn is_written(written: &str, folded: &str) -> bool {
    // A short slogan must be a written sentence of its own; a longer one may have lost its label.
    let is_short = words(folded).count() < 4;
    written.split('\n').any(|one| one.trim() == folded) || !is_short && written.contains(folded)
}

/// Returns what is checked elsewhere: titles of pages, the names of site, operator and tenant, and the consent text.
fn names(context: &Context<'_>) -> Vec<String> {
    let site = context.site;
    let titles = site.pages.iter().flat_map(|page| [&page.label, &page.draft.title.text, &page.draft.description.text]);
    let form = site.contact.form.iter().map(|form| &form.consent);
    let names = [&site.name, &site.operator.legal_name, &site.operator.brand_name];
    let licence = site.tenant.iter().filter(|tenant| tenant.verified_on.is_some());
    let licence = licence.flat_map(|tenant| std::iter::once(&tenant.name).chain(&tenant.licence));
    titles.chain(form).chain(names).chain(licence).map(|text| fold(text)).collect()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
