//! Removes HTML, Markdown and invisible characters from the text of a fact.

/// Signs without which a text has no markup.
const SIGNS: [char; 9] = ['<', '&', '*', '_', '#', '[', '`', '~', '>'];
/// Elements whose content is no text.
const SILENT: &[&str] =
    &["script", "style", "template", "noscript", "svg", "iframe", "object", "textarea", "xmp", "title"];
/// Elements that separate words.
const BREAKS: &[&str] = &["br", "p", "div", "li", "ul", "ol", "tr", "td", "th", "h1", "h2", "h3", "hr"];
/// Maximum number of times that escaped characters are decoded: escapes may be escaped again.
const MOST_DECODED: usize = 3;

/// Returns the text without HTML, Markdown, and characters that nobody sees; a text without markup as it is.
pub(super) fn plain(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    if !visible.contains(SIGNS) && !is_bullet(&visible) {
        return visible;
    }
    let decoded = decoded(&visible);
    let without = without_tags(&decoded);
    let lines = without.lines().map(|line| without_spans(line_start(line)));
    let mut plain = lines.collect::<Vec<_>>().join("\n");
    if plain != visible {
        plain = plain.trim().to_owned();
        // A removed element leaves its space before the mark that follows it.
        for mark in [",", ";", "!", "?"] {
            plain = plain.replace(&format!(" {mark}"), mark);
        }
    }
    plain
}

/// Direction marks, joiners without effect, and tags of Unicode. Joiners that form letters and emoji stay.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}'
        | '\u{AD}' | '\u{E0000}'..='\u{E007F}')
}

/// Decodes escaped characters, also those that were escaped twice.
fn decoded(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..MOST_DECODED {
        let next = decoded_once(&text);
        if next == text {
            break;
        }
        text = next;
    }
    text
}

fn decoded_once(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let name = rest[1..].split(';').next().unwrap_or_default();
        let has_end = rest[1..].len() > name.len() && name.len() <= 8;
        match has_end.then(|| character(name)).flatten() {
            Some(c) => {
                out.push(c);
                rest = &rest[name.len() + 2..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    let number = name.strip_prefix('#');
    let code = number.and_then(|digits| match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    });
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        _ => code.and_then(char::from_u32).filter(|c| !is_invisible(*c)),
    }
}

/// Removes comments, tags, and the content of elements that hold no text.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(name) = tag(rest) else {
            out.push('<');
            rest = &rest[1..];
            continue;
        };
        if BREAKS.contains(&name.trim_start_matches('/')) {
            out.push(' ');
        }
        rest = after(rest, &name);
    }
    out.push_str(rest);
    out
}

/// Returns the name of the tag at the start of a text in lower case, with a slash for an end; `!` for a comment or declaration.
fn tag(text: &str) -> Option<String> {
    let inner = text.strip_prefix('<')?;
    if inner.starts_with(['!', '?']) {
        return Some("!".to_owned());
    }
    let (slash, inner) = inner.strip_prefix('/').map_or(("", inner), |rest| ("/", rest));
    let name: String = inner.chars().take_while(char::is_ascii_alphanumeric).collect();
    let next = inner[name.len()..].chars().next();
    let is_tag = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && next.is_none_or(|c| c.is_whitespace() || matches!(c, '>' | '/' | '-' | ':'));
    is_tag.then(|| format!("{slash}{}", name.to_ascii_lowercase()))
}

/// Returns what follows a tag, or the element if it holds no text.
fn after<'a>(text: &'a str, name: &str) -> &'a str {
    let end = |text: &'a str, mark: &str| text.find(mark).map_or("", |at| &text[at + mark.len()..]);
    if text.starts_with("<!--") {
        return end(text, "-->");
    }
    let rest = end(text, ">");
    if !SILENT.contains(&name) {
        return rest;
    }
    let close = format!("</{name}");
    let lower = rest.to_ascii_lowercase();
    lower.find(&close).map_or("", |at| end(&rest[at..], ">"))
}

/// Returns a line without the marks of headings, quotations and lists at its start.
fn line_start(line: &str) -> &str {
    let line = line.trim_start();
    let heading = line.trim_start_matches('#');
    let is_heading = heading.len() < line.len() && (heading.is_empty() || heading.starts_with(' '));
    let line = if is_heading { heading.trim_start() } else { line };
    let line = line.strip_prefix('>').map_or(line, str::trim_start);
    if is_bullet(line) { line[1..].trim_start() } else { line }
}

/// Returns true for a text that starts like an item of a list.
fn is_bullet(line: &str) -> bool {
    ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
}

/// Removes emphasis and code marks, and keeps the words of links and pictures.
fn without_spans(line: &str) -> String {
    let mut text = without_links(line);
    for mark in ["**", "__", "~~", "`"] {
        text = text.replace(mark, "");
    }
    without_single(&text)
}

/// Removes pairs of single asterisks around words: `*fast*`, not `4 * 3`.
fn without_single(text: &str) -> String {
    let is_pair = |inner: &str| !inner.is_empty() && !inner.starts_with(' ') && !inner.ends_with(' ');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('*') {
        out.push_str(before);
        match after.split_once('*').filter(|(inner, _)| is_pair(inner)) {
            Some((inner, more)) => {
                out.push_str(inner);
                rest = more;
            }
            None => {
                out.push('*');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Replaces `[words](address)` and `![words](address)` by their words.
fn without_links(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let link = after.split_once("](").and_then(|(words, more)| Some((words, more.split_once(')')?.1)));
        match link.filter(|(words, _)| !words.contains('[')) {
            Some((words, more)) => {
                if out.ends_with('!') {
                    out.pop();
                }
                out.push_str(words);
                rest = more;
            }
            None => {
                out.push('[');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}
