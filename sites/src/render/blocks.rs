//! Paragraphs, lists, steps, tables and headings below sections.

use engines::content::{Block, BlockKind};

use super::{body::join, html::escape};

/// Returns the link of the words at the start of a table's row, if they name a page.
pub(super) type Links<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Returns the HTML of the blocks of a section.
pub(super) fn blocks(blocks: &[Block], links: &Links<'_>) -> String {
    let mut out = String::new();
    let mut level = 2_u8;
    for run in blocks.chunk_by(|a, b| a.kind == b.kind && matches!(a.kind, BlockKind::Item | BlockKind::Step)) {
        let Some(first) = run.first() else { continue };
        match first.kind {
            BlockKind::Heading => heading(&mut out, first, &mut level),
            BlockKind::Paragraph => paragraph(&mut out, first),
            BlockKind::Item => items(&mut out, run, "ul"),
            BlockKind::Step => items(&mut out, run, "ol"),
            BlockKind::Table => table(&mut out, first, links),
        }
    }
    out
}

/// Writes a heading that is at most one level below the previous one.
fn heading(out: &mut String, block: &Block, level: &mut u8) {
    let text = join(&block.sentences);
    if text.is_empty() {
        return;
    }
    *level = block.level.clamp(3, (*level + 1).min(6));
    out.push_str(&format!("<h{level}>{}</h{level}>\n", escape(&text)));
}

fn paragraph(out: &mut String, block: &Block) {
    let text = join(&block.sentences);
    if !text.is_empty() {
        out.push_str(&format!("<p>{}</p>\n", escape(&text)));
    }
}

fn items(out: &mut String, run: &[Block], tag: &str) {
    let mut items = String::new();
    for block in run {
        let label = block.label.as_ref().map(|label| label.text.trim()).filter(|label| !label.is_empty());
        let label = label.map(|label| format!("<strong>{}</strong> ", escape(label))).unwrap_or_default();
        let text = escape(&join(&block.sentences));
        if !label.is_empty() || !text.is_empty() {
            items.push_str(&format!("<li>{}</li>\n", format!("{label}{text}").trim_end()));
        }
    }
    if !items.is_empty() {
        let class = if tag == "ol" { "steps" } else { "points" };
        out.push_str(&format!("<{tag} class=\"{class}\">\n{items}</{tag}>\n"));
    }
}

/// Writes a table in a box that scrolls on narrow screens, and can be reached by keyboard.
fn table(out: &mut String, block: &Block, links: &Links<'_>) {
    let columns = block.header.len().max(block.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0));
    if block.rows.is_empty() || columns == 0 {
        return;
    }
    let first = block.header.first().map(|cell| cell.text.trim()).filter(|text| !text.is_empty());
    let label = escape(first.unwrap_or("Table"));
    out.push_str(&format!("<section class=\"scroll\" tabindex=\"0\" aria-label=\"Table: {label}\">\n<table>\n"));
    if !block.header.is_empty() {
        out.push_str("<thead>\n<tr>\n");
        for at in 0..columns {
            let text = block.header.get(at).map(|cell| escape(cell.text.trim())).unwrap_or_default();
            out.push_str(&format!("<th scope=\"col\">{text}</th>\n"));
        }
        out.push_str("</tr>\n</thead>\n");
    }
    out.push_str("<tbody>\n");
    for row in &block.rows {
        out.push_str("<tr>\n");
        for at in 0..columns {
            let words = row.cells.get(at).map(|cell| join(&cell.sentences)).unwrap_or_default();
            let text = escape(&words);
            out.push_str(&match links(&words).filter(|_| at == 0) {
                Some(link) => format!("<th scope=\"row\"><a href=\"{link}\">{text}</a></th>\n"),
                None if at == 0 => format!("<th scope=\"row\">{text}</th>\n"),
                None => format!("<td>{text}</td>\n"),
            });
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</section>\n");
}
