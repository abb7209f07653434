//! Text of pages as Markdown with their data in front, which other generators read.

use std::path::Path;

use engines::content::{Block, BlockKind, Sentence};
use serde_json::json;
use sites::{Page, Site};

/// Writes a file for each page: `content/SITE/PAGE.md`.
pub(crate) fn write(sites: &[Site], folder: &Path) {
    for (at, site) in sites.iter().enumerate() {
        let own = folder.join(format!("content/s{at:03}"));
        std::fs::create_dir_all(&own).expect("a folder");
        let pages: Vec<_> = site.pages.iter().map(|page| json!({"name": name(page), "label": page.label})).collect();
        for (weight, page) in site.pages.iter().enumerate() {
            let sources: Vec<_> = page.facts.iter().map(|cited| cited.fact.source.as_str()).collect();
            let front = json!({
                "title": page.draft.title.text, "description": page.draft.description.text, "layout": "page",
                "weight": weight + 1, "site": format!("s{at:03}"), "siteName": site.name, "siteUrl": site.url,
                "operator": site.operator.legal_name, "email": site.operator.email, "sources": sources, "menu2": pages,
            });
            // JSON is YAML, which both generators read.
            let text = format!("---\n{front}\n---\n\n{}", markdown(page));
            std::fs::write(own.join(format!("{}.md", name(page))), text).expect("a file");
        }
    }
}

/// Name of the file of a page.
fn name(page: &Page) -> String {
    let name = page.path.trim_matches('/').replace('/', "-");
    if name.is_empty() { "home".to_owned() } else { name }
}

fn join(sentences: &[Sentence]) -> String {
    sentences.iter().map(|one| one.text.trim()).collect::<Vec<_>>().join(" ")
}

fn markdown(page: &Page) -> String {
    page.draft.blocks.iter().map(block).collect()
}

fn block(block: &Block) -> String {
    let text = join(&block.sentences);
    let label = block.label.as_ref().map(|label| format!("**{}** ", label.text.trim())).unwrap_or_default();
    match block.kind {
        BlockKind::Heading => format!("{} {text}\n\n", "#".repeat(usize::from(block.level))),
        BlockKind::Paragraph => format!("{text}\n\n"),
        BlockKind::Item => format!("- {label}{text}\n"),
        BlockKind::Step => format!("1. {label}{text}\n"),
        BlockKind::Table => table(block),
    }
}

fn table(block: &Block) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = row(block.header.iter().map(|cell| cell.text.clone()).collect());
    out.push_str(&row(block.header.iter().map(|_| "---".to_owned()).collect()));
    for one in &block.rows {
        out.push_str(&row(one.cells.iter().map(|cell| join(&cell.sentences)).collect()));
    }
    format!("\n{out}\n")
}
