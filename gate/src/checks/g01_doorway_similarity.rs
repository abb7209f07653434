//! G01: no page repeats another page of the workspace, names replaced.

use super::{Context, Outcome};
use crate::{GateError, Level, words::counted};

const FIX: &str =
    "Write what only this page can say: prices, rules, buildings and questions of its place. Or leave the page out.";

/// Compares every page with the other pages of the site and with the portfolio.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let pages = context.prepared.sketches();
    let mut outcome = Outcome::new();
    let mut most_similar: Vec<Option<(f64, String)>> = vec![None; pages.len()];
    for (at, page) in pages.iter().enumerate() {
        context.checkpoint()?;
        for other in &pages[..at] {
            if page.sketch.similarity(&other.sketch) < context.limits.warn_similarity - 0.1 {
                continue;
            }
            let similarity = page.shingles.jaccard(&other.shingles);
            keep(&mut most_similar, at, similarity, || format!("the page {}", other.path));
        }
    }
    let stored = &context.portfolio.pages;
    for (at, other) in context.prepared.pairs(stored, context.limits, context.control)? {
        let missing = || GateError::MissingShingles { site: other.site.clone(), path: other.path.clone() };
        let shingles = other.shingles.as_ref().ok_or_else(missing)?;
        let Some(page) = pages.get(at) else { continue };
        let similarity = page.shingles.jaccard(shingles);
        let sites = &context.portfolio.sites;
        keep(&mut most_similar, at, similarity, || {
            let site = sites.iter().find(|site| site.id == other.site);
            let name = site.map_or(other.site.as_str(), |site| site.name.as_str());
            format!("the page {} of your site {name}", other.path)
        });
    }
    let mut most = 0.0_f64;
    for (page, found) in pages.iter().zip(most_similar) {
        let Some((similarity, other)) = found else { continue };
        most = most.max(similarity);
        report(context, &mut outcome, &page.path, &other, similarity);
    }
    let compared = counted(pages.len(), "page", "pages");
    let with = counted(stored.len(), "page of other sites", "pages of other sites");
    Ok(outcome
        .measured(format!("{compared} compared with each other and with {with}; most similar {:.0}%", 100.0 * most)))
}

/// Keeps the most similar other page of a page: one finding a page says enough.
fn keep(most: &mut [Option<(f64, String)>], at: usize, similarity: f64, other: impl FnOnce() -> String) {
    if let Some(slot) = most.get_mut(at)
        && slot.as_ref().is_none_or(|(known, _)| similarity > *known)
    {
        *slot = Some((similarity, other()));
    }
}

fn report(context: &Context<'_>, outcome: &mut Outcome, path: &str, other: &str, similarity: f64) {
    let level = match similarity {
        share if share >= context.limits.block_similarity => Level::Block,
        share if share >= context.limits.warn_similarity => Level::Warn,
        _ => return,
    };
    let detail = format!(
        "{:.0}% of the text is also on {other}, with names of places, services and businesses left out.",
        100.0 * similarity
    );
    outcome.add(level, Some(path), detail, FIX);
}
