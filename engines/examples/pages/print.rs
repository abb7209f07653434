//! A page as Markdown, and how many pages a pack gives.

use std::fmt::Write as _;
use std::path::Path;

use engines::common::Unattended;
use engines::content::{BlockKind, ComposeOutput, FactKind, Parameters, Sentence, compose};

use crate::cases::{Case, Town, sixty};
use crate::figures;

/// Writes a page as Markdown, with its sources.
pub(crate) fn markdown(output: &ComposeOutput) -> String {
    let join = |sentences: &[Sentence]| sentences.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(" ");
    let draft = &output.draft;
    let mut out = format!("---\ntitle: {:?}\ndescription: {:?}\n---\n", draft.title.text, draft.description.text);
    let (mut step, mut last) = (0, BlockKind::Paragraph);
    for block in &draft.blocks {
        step = if block.kind == BlockKind::Step { step + 1 } else { 0 };
        let label = block.label.as_ref().map(|label| format!("**{}** ", label.text)).unwrap_or_default();
        let text = join(&block.sentences);
        let gap = if block.kind == last && matches!(last, BlockKind::Item | BlockKind::Step) { "" } else { "\n" };
        let _ = match block.kind {
            BlockKind::Heading => writeln!(out, "\n{} {text}", "#".repeat(block.level.into())),
            BlockKind::Paragraph => writeln!(out, "\n{text}"),
            BlockKind::Item => writeln!(out, "{gap}- {label}{text}"),
            BlockKind::Step => writeln!(out, "{gap}{step}. {label}{text}"),
            BlockKind::Table => {
                let header: Vec<&str> = block.header.iter().map(|one| one.text.as_str()).collect();
                let _ = writeln!(out, "\n| {} |\n|{}", header.join(" | "), " --- |".repeat(header.len()));
                block.rows.iter().try_for_each(|row| {
                    let cells: Vec<String> = row.cells.iter().map(|cell| join(&cell.sentences)).collect();
                    writeln!(out, "| {} |", cells.join(" | "))
                })
            }
        };
        last = block.kind;
    }
    if let Some(review) = &output.review {
        let _ = writeln!(out, "\nReview: {review}");
    }
    sources(&mut out, output);
    out
}

/// Lists the sources of the facts, each once.
fn sources(out: &mut String, output: &ComposeOutput) {
    let mut lines: Vec<String> = Vec::new();
    // Names and what the business says of itself need no source.
    let is_name = |kind| matches!(kind, FactKind::Business | FactKind::Service | FactKind::Place);
    for one in output.facts.iter().filter(|one| !is_name(one.fact.kind) && !one.fact.is_owner_supplied) {
        let published = one
            .sources
            .iter()
            .map(|source| format!("[{}, {}, {}](<{}>)", source.title, source.publisher, source.year, source.url));
        let named = one.sources.is_empty().then(|| one.fact.source.clone());
        lines.extend(published.chain(named));
    }
    out.push_str("\n## Sources\n\n");
    let mut seen: Vec<&String> = Vec::new();
    for line in &lines {
        if !seen.contains(&line) {
            seen.push(line);
            let _ = writeln!(out, "{}. {line}", seen.len());
        }
    }
}

/// Writes the pages, without and with facts, those of a site one after another.
pub(crate) fn texts(cases: &[Case], folder: &Path) {
    for with_facts in [false, true] {
        let folder = folder.join(if with_facts { "with" } else { "without" });
        std::fs::create_dir_all(&folder).expect("a folder");
        for (case, output) in figures::composed(cases, with_facts) {
            let name = format!("{} {} {:?}.md", case.vertical, case.town.place.name, case.intent);
            std::fs::write(folder.join(name), markdown(&output)).expect("a file");
        }
    }
}

/// Prints how many pages about one place a pack gives until it is used up.
pub(crate) fn capacity(town: &Town) {
    let params = Parameters::default().check().expect("parameters");
    let counts = sixty(std::slice::from_ref(town)).into_iter().map(|case| {
        let mut input = case.input(false);
        let mut count = 0;
        while let Ok(output) = compose(&input, &params, &Unattended) {
            input.used.extend(output.used);
            count += 1;
        }
        count
    });
    let counts: Vec<usize> = counts.collect();
    let (least, most) = (counts.iter().min().expect("ten"), counts.iter().max().expect("ten"));
    println!("\nPages of one place and intent after another until the pack is used up: {least} to {most}");
}
