//! DOCX.

use std::io::Cursor;

use docx_rs::{
    AbstractNumbering, DocumentChild, Docx, Hyperlink, HyperlinkData, HyperlinkType, IndentLevel, Level, LevelJc,
    LevelOverride, LevelText, LineSpacing, NumberFormat, Numbering, NumberingId, Paragraph, ParagraphChild, Run,
    RunFonts, SpecialIndentType, Start, Style, StyleType, Table, TableCell, TableCellContent, TableChild, TableRow,
    TableRowChild,
};

use super::{Entry, Page, Part, line, source_line, source_url};

const BULLETS: usize = 1;
const NUMBERS: usize = 2;
/// Sizes of headings of level 1 to 6, in half points.
const SIZES: [usize; 6] = [36, 30, 26, 24, 22, 22];

const FONT: &str = "Calibri";
/// Size of text, in half points.
const TEXT_SIZE: usize = 22;
/// Space after a paragraph and before a heading, in twentieths of a point.
const AFTER: u32 = 120;
const BEFORE_HEADING: u32 = 280;
/// Height of a line, in 240ths of a line.
const LINE: i32 = 276;

/// The file could not be packed.
#[derive(Debug, thiserror::Error)]
#[error("the DOCX file cannot be written: {0}")]
pub struct NotWritten(String);

pub(super) fn write(page: &Page) -> Result<Vec<u8>, NotWritten> {
    let mut docx = styled();
    // Each numbered list has a numbering of its own, so that it begins with 1.
    let mut lists = NUMBERS;
    for part in &page.parts {
        docx = self::part(docx, part, &mut lists);
    }
    if !page.links.is_empty() {
        docx = docx.add_paragraph(heading(2, "Related pages"));
    }
    for link in &page.links {
        let anchor = if link.anchor.trim().is_empty() { &link.url } else { &link.anchor };
        docx = docx.add_paragraph(listed(linked(&line(anchor), Some(&link.url)), BULLETS));
    }
    if !page.sources.is_empty() {
        docx = numbered(docx.add_paragraph(heading(2, "Sources")), &mut lists);
    }
    for source in &page.sources {
        docx = docx.add_paragraph(listed(linked(&source_line(source), source_url(source)), lists));
    }
    renumber(&mut docx);
    let mut file = Cursor::new(Vec::new());
    docx.build().pack(&mut file).map_err(|error| NotWritten(error.to_string()))?;
    Ok(file.into_inner())
}

/// Gives paragraphs and links ids that depend on their position only. The library counts them for the whole process, so
/// that threads could give two links of a document the same id.
fn renumber(docx: &mut Docx) {
    let (mut paragraphs, mut links) = (0_u32, 0_u32);
    let mut set = |paragraph: &mut Paragraph| {
        paragraphs += 1;
        paragraph.id = format!("{paragraphs:08x}");
        for child in &mut paragraph.children {
            if let ParagraphChild::Hyperlink(link) = child
                && let HyperlinkData::External { rid, .. } = &mut link.link
            {
                links += 1;
                *rid = format!("rIdHyperlink{links}");
            }
        }
    };
    for child in &mut docx.document.children {
        match child {
            DocumentChild::Paragraph(paragraph) => set(paragraph),
            DocumentChild::Table(table) => table.rows.iter_mut().flat_map(paragraphs_of).for_each(&mut set),
            _ => {}
        }
    }
}

fn paragraphs_of(TableChild::TableRow(row): &mut TableChild) -> impl Iterator<Item = &mut Paragraph> {
    let contents = row.cells.iter_mut().flat_map(|TableRowChild::TableCell(cell)| &mut cell.children);
    contents.filter_map(|content| if let TableCellContent::Paragraph(one) = content { Some(&mut **one) } else { None })
}

fn styled() -> Docx {
    let level = |format: &str, text: &str| {
        let level = Level::new(0, Start::new(1), NumberFormat::new(format), LevelText::new(text), LevelJc::new("left"));
        level.indent(Some(720), Some(SpecialIndentType::Hanging(360)), None, None)
    };
    let mut docx = Docx::new()
        .default_fonts(RunFonts::new().ascii(FONT).hi_ansi(FONT))
        .default_size(TEXT_SIZE)
        .default_line_spacing(LineSpacing::new().after(AFTER).line(LINE))
        .add_abstract_numbering(AbstractNumbering::new(BULLETS).add_level(level("bullet", "•")))
        .add_abstract_numbering(AbstractNumbering::new(NUMBERS).add_level(level("decimal", "%1.")))
        .add_numbering(Numbering::new(BULLETS, BULLETS));
    for (index, size) in SIZES.into_iter().enumerate() {
        let name = format!("Heading{}", index + 1);
        let style = Style::new(&name, StyleType::Paragraph).name(format!("heading {}", index + 1));
        let spacing = LineSpacing::new().before(BEFORE_HEADING).after(AFTER);
        docx = docx.add_style(style.size(size).bold().line_spacing(spacing).outline_lvl(index));
    }
    docx
}

fn part(docx: Docx, part: &Part, lists: &mut usize) -> Docx {
    match part {
        Part::Heading(level, text) => docx.add_paragraph(heading(*level, text)),
        Part::Paragraph(text) => docx.add_paragraph(entry(text)),
        Part::List(items) => items.iter().fold(docx, |docx, item| docx.add_paragraph(listed(entry(item), BULLETS))),
        Part::Steps(items) => {
            let docx = numbered(docx, lists);
            items.iter().fold(docx, |docx, item| docx.add_paragraph(listed(entry(item), *lists)))
        }
        Part::Table(rows) => {
            docx.add_table(Table::new(rows.iter().enumerate().map(|(at, row)| cells(row, at == 0)).collect()))
        }
    }
}

fn cells(row: &[String], is_header: bool) -> TableRow {
    let cell = |text: &String| {
        let run = Run::new().add_text(line(text));
        let run = if is_header { run.bold() } else { run };
        TableCell::new().add_paragraph(Paragraph::new().add_run(run))
    };
    TableRow::new(row.iter().map(cell).collect())
}

fn heading(level: u8, text: &str) -> Paragraph {
    let style = format!("Heading{}", level.clamp(1, 6));
    Paragraph::new().style(&style).add_run(Run::new().add_text(line(text)))
}

fn entry(entry: &Entry) -> Paragraph {
    if entry.label.is_empty() {
        return linked(&entry.text, None);
    }
    let space = if entry.text.is_empty() { "" } else { " " };
    let label = Run::new().add_text(format!("{}{space}", line(&entry.label))).bold();
    let paragraph = Paragraph::new().add_run(label);
    if entry.text.is_empty() { paragraph } else { paragraph.add_run(Run::new().add_text(line(&entry.text))) }
}

fn linked(text: &str, url: Option<&str>) -> Paragraph {
    let run = Run::new().add_text(line(text));
    match url {
        // A path of the site leads nowhere in a document of its own.
        Some(url) if !url.starts_with('/') => {
            let run = run.color("0563C1").underline("single");
            Paragraph::new().add_hyperlink(Hyperlink::new(url, HyperlinkType::External).add_run(run))
        }
        _ => Paragraph::new().add_run(run),
    }
}

fn listed(paragraph: Paragraph, list: usize) -> Paragraph {
    paragraph.numbering(NumberingId::new(list), IndentLevel::new(0))
}

/// Adds a numbering that begins with 1.
fn numbered(docx: Docx, lists: &mut usize) -> Docx {
    *lists += 1;
    docx.add_numbering(Numbering::new(*lists, NUMBERS).add_override(LevelOverride::new(0).start(1)))
}
