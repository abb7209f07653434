//! Sources of the facts that a page cites.

use std::collections::BTreeSet;

use engines::content::{Block, CitedFact, FactKind};

use super::{Context, html::escape};
use crate::{Page, origin};

/// Returns the section of the sources; the links are citations, so that search engines may follow them.
pub(super) fn sources(context: &Context<'_>, page: &Page) -> String {
    let draft = &page.draft;
    let texts = draft.blocks.iter().flat_map(Block::texts).chain([&draft.title, &draft.description]);
    let cited: BTreeSet<&str> = texts.flat_map(|sentence| sentence.fact_ids.iter().map(String::as_str)).collect();
    let mut lines: Vec<String> = Vec::new();
    for fact in page.facts.iter().filter(|one| cited.contains(one.fact.id.as_str())) {
        for line in lines_of(context, fact) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    let items: String = lines.iter().map(|line| format!("<li>{line}</li>\n")).collect();
    format!(
        "<section class=\"sources\" aria-labelledby=\"sources\">\n<div class=\"wrap\">\n<h2 id=\"sources\">Sources</h2>\n<ol>\n\
         {items}</ol>\n</div>\n</section>\n"
    )
}

/// Returns the publications of a fact, or what its source is. Facts of the operator are its own words.
fn lines_of(context: &Context<'_>, one: &CitedFact) -> Vec<String> {
    if !one.sources.is_empty() {
        let published = one.sources.iter().map(|source| {
            let title = escape(source.title.trim());
            let title = match origin::web(&source.url) {
                Some(url) => format!("<a href=\"{}\">{title}</a>", escape(url.as_str())),
                None => title,
            };
            format!("{title}, {}, {}", escape(source.publisher.trim()), source.year)
        });
        return published.collect();
    }
    let fact = &one.fact;
    let is_name = matches!(fact.kind, FactKind::Business | FactKind::Service | FactKind::Place);
    if fact.is_owner_supplied || is_name || fact.source.trim().is_empty() {
        return Vec::new();
    }
    if fact.id.starts_with("pack.") {
        let trade = context.site.trade.name.trim();
        return vec![escape(&format!("Editorial library of this site: common knowledge of the trade ({trade})"))];
    }
    vec![escape(fact.source.trim())]
}
