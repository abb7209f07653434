//! HTML.

use std::fmt::Write as _;

use super::{Entry, Page, Part, source_line, source_url};

pub(super) fn write(page: &Page) -> String {
    let (title, description) = (escaped(&page.title), escaped(&page.description));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n</head>\n<body>\n<main>\n<article>\n"
    );
    page.parts.iter().for_each(|part| self::part(&mut out, part));
    out.push_str("</article>\n");
    links(&mut out, page);
    sources(&mut out, page);
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn part(out: &mut String, part: &Part) {
    let _ = match part {
        Part::Heading(level, text) => writeln!(out, "<h{level}>{}</h{level}>", escaped(text)),
        Part::Paragraph(text) => writeln!(out, "<p>{}</p>", entry(text)),
        Part::List(items) => writeln!(out, "<ul>\n{}</ul>", list(items)),
        Part::Steps(items) => writeln!(out, "<ol>\n{}</ol>", list(items)),
        Part::Table(rows) => writeln!(out, "<table>\n{}</table>", table(rows)),
    };
}

fn list(items: &[Entry]) -> String {
    items.iter().map(|item| format!("<li>{}</li>\n", entry(item))).collect()
}

fn entry(entry: &Entry) -> String {
    entry.joined(|label| format!("<strong>{}</strong>", escaped(label)), escaped)
}

fn table(rows: &[Vec<String>]) -> String {
    let row = |cells: &[String], tag: &str| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{}>", escaped(cell), &tag[..2])).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let Some((head, body)) = rows.split_first() else { return String::new() };
    let body: String = body.iter().map(|cells| row(cells, "td")).collect();
    format!("<thead>\n{}</thead>\n<tbody>\n{body}</tbody>\n", row(head, "th scope=\"col\""))
}

fn links(out: &mut String, page: &Page) {
    if page.links.is_empty() {
        return;
    }
    out.push_str("<nav aria-label=\"Related pages\">\n<ul>\n");
    for link in &page.links {
        let anchor = if link.anchor.trim().is_empty() { &link.url } else { &link.anchor };
        let _ = writeln!(out, "<li><a href=\"{}\">{}</a></li>", escaped(&link.url), escaped(anchor));
    }
    out.push_str("</ul>\n</nav>\n");
}

fn sources(out: &mut String, page: &Page) {
    if page.sources.is_empty() {
        return;
    }
    out.push_str("<footer>\n<h2>Sources</h2>\n<ol>\n");
    for source in &page.sources {
        let text = escaped(&source_line(source));
        let text = source_url(source).map_or(text.clone(), |url| format!("<a href=\"{}\">{text}</a>", escaped(url)));
        let _ = writeln!(out, "<li>{text}</li>");
    }
    out.push_str("</ol>\n</footer>\n");
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}
