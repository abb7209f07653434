//! G08: numbers and claims of trust rest on a fact.

use std::collections::BTreeSet;

use engines::{
    content,
    text::{fold, sentences, words},
};
use sites::Page;

use super::{Context, Outcome};
use crate::{
    GateError, Level,
    page::Reading,
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
    let mut read = 0_usize;
    for reading in &context.content.readings {
        context.checkpoint()?;
        let written = written(reading);
        let texts = reading.blocks.iter().flat_map(|block| sentences(&block.text));
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for sentence in texts {
            read += 1;
            if !claim::is_of_business(sentence) {
                continue;
            }
            let folded = fold(sentence);
            if is_known(context, &written, &folded) || !seen.insert(folded) {
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

/// Returns true for a sentence that was checked elsewhere: written text, titles of pages, the names of site, operator and
/// tenant, and the consent text.
fn is_known(context: &Context<'_>, written: &str, folded: &str) -> bool {
    // A short slogan must be a written sentence of its own; a longer one may have lost its label.
    let is_short = words(folded).count() < 4;
    if written.split('\n').any(|one| one.trim() == folded) || !is_short && written.contains(folded) {
        return true;
    }
    let site = context.site;
    let titles = site.pages.iter().flat_map(|page| [&page.label, &page.draft.title.text, &page.draft.description.text]);
    let form = site.contact.form.iter().map(|form| &form.consent);
    let names = [&site.name, &site.operator.legal_name, &site.operator.brand_name];
    let licence = site.tenant.iter().filter(|tenant| tenant.verified_on.is_some());
    let licence = licence.flat_map(|tenant| std::iter::once(&tenant.name).chain(&tenant.licence));
    let known: Vec<String> = titles.chain(form).chain(names).chain(licence).map(|text| fold(text)).collect();
    known.iter().any(|text| text.contains(folded))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
