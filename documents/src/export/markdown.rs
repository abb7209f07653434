//! Markdown (CommonMark with tables).

use std::fmt::Write as _;

use super::{Entry, Page, Part, line, source_line, source_url};

pub(super) fn write(page: &Page) -> String {
    let mut out = front_matter(page);
    for part in &page.parts {
        out.push('\n');
        self::part(&mut out, part);
    }
    if !page.links.is_empty() {
        out.push_str("\n## Related pages\n\n");
    }
    for link in &page.links {
        let anchor = if link.anchor.trim().is_empty() { &link.url } else { &link.anchor };
        let _ = writeln!(out, "- [{}](<{}>)", escaped(anchor), address(&link.url));
    }
    if !page.sources.is_empty() {
        out.push_str("\n## Sources\n\n");
    }
    for (index, source) in page.sources.iter().enumerate() {
        let text = escaped(&source_line(source));
        let text = source_url(source).map_or(text.clone(), |url| format!("[{text}](<{}>)", address(url)));
        let _ = writeln!(out, "{}. {text}", index + 1);
    }
    out
}

/// Strings of JSON are strings of YAML.
fn front_matter(page: &Page) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    format!("---\ntitle: {}\ndescription: {}\n---\n", quoted(&page.title), quoted(&page.description))
}

fn part(out: &mut String, part: &Part) {
    match part {
        Part::Heading(level, text) => {
            let _ = writeln!(out, "{} {}", "#".repeat(usize::from(*level)), escaped(text));
        }
        Part::Paragraph(text) => {
            let _ = writeln!(out, "{}", entry(text));
        }
        Part::List(items) => items.iter().for_each(|item| {
            let _ = writeln!(out, "- {}", entry(item));
        }),
        Part::Steps(items) => items.iter().enumerate().for_each(|(index, item)| {
            let _ = writeln!(out, "{}. {}", index + 1, entry(item));
        }),
        Part::Table(rows) => table(out, rows),
    }
}

fn entry(entry: &Entry) -> String {
    entry.joined(|label| format!("**{}**", escaped(label)), escaped)
}

fn table(out: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    for (index, row) in rows.iter().enumerate() {
        let cell = |at: usize| row.get(at).map(|text| escaped(text)).unwrap_or_default();
        let cells: Vec<String> = (0..columns).map(cell).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
        if index == 0 {
            let _ = writeln!(out, "|{}", " --- |".repeat(columns));
        }
    }
}

/// Escapes what Markdown or its extensions would interpret.
fn escaped(text: &str) -> String {
    let text = line(text);
    let mut out = String::with_capacity(text.len() + 8);
    let mut is_number = true;
    for (at, c) in text.char_indices() {
        let is_marker = match c {
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$' | '@' | '^' => true,
            '#' | '+' | '-' | '=' => at == 0 || matches!(c, '#' | '='),
            ':' => at == 0 || text[at..].starts_with("://"),
            '.' | ')' => (at > 0 && is_number) || ends_with_www(&text[..at]),
            '!' => text[at + 1..].starts_with('['),
            _ => false,
        };
        is_number &= c.is_ascii_digit();
        if is_marker {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Returns whether a text ends with the start of an address that some programs link.
fn ends_with_www(text: &str) -> bool {
    text.as_bytes().last_chunk::<3>().is_some_and(|last| last.eq_ignore_ascii_case(b"www"))
}

/// Returns an address that can stand between angle brackets.
fn address(url: &str) -> String {
    url.replace('\\', "%5C").replace('<', "%3C").replace('>', "%3E")
}
