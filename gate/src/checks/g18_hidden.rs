//! G18: people and search engines see the same page.

use super::{Context, Outcome};
use crate::{
    GateError,
    css::{Screen, Style, Styles},
    html::{Data, NodeId, ROOT, Step, collapse},
    page::Reading,
    words::{counted, matches, patterns, short},
};

patterns! {
    /// Leaves the page.
    REDIRECT = r"(?i)\b(?:window\.|document\.|self\.|top\.|parent\.)?location(?:\.href)?\s*=[^=]|\blocation\.(?:assign|replace)\s*\(|\bwindow\.open\s*\(";
    /// Changes what the back button does.
    HISTORY = r"(?i)\bhistory\.(?:pushState|replaceState|back|forward|go)\s*\(|\bonpopstate\b|['\x22]popstate['\x22]";
    /// Asks who is looking.
    CRAWLER = r"(?i)\bgooglebot\b|\bbingbot\b|\bnavigator\.userAgent\b|\bnavigator\.webdriver\b|\bdocument\.referrer\b[^;]{0,80}\bgoogle\b";
}

/// Characters of text for screen readers alone.
const LABEL: usize = 80;
/// Words of text that is not displayed at first.
const GONE: usize = 25;
/// Contrast below which nobody can read a text.
const SAME: f64 = 1.25;
/// Hidden texts of a page that are listed.
const LISTED: usize = 5;

/// Checks texts, scripts and redirects.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let (mut outcome, mut read) = (Outcome::new(), 0_usize);
    for reading in &context.content.readings {
        context.checkpoint()?;
        read += 1;
        hidden(context, reading, &mut outcome)?;
        if let Some(detail) = same_color(reading) {
            outcome.block(Some(&reading.path), detail, "Give the text a color that people can read, or remove it.");
        }
        redirects(reading, &mut outcome);
        scripts(context, reading, &mut outcome);
    }
    server(context, &mut outcome);
    Ok(outcome.measured(counted(read, "page checked", "pages checked")))
}

/// Finds hidden texts by the outermost element that hides them. What a telephone shows is not hidden.
fn hidden(context: &Context<'_>, reading: &Reading<'_>, outcome: &mut Outcome) -> Result<(), GateError> {
    let found = hidden_in(reading, &reading.styles);
    if found.is_empty() {
        return Ok(());
    }
    let narrow = reading.styles_on(Screen::Narrow, &context.content.sheets, context.control)?;
    let stays = |id: NodeId| narrow.get(id).is_some_and(Style::is_hidden);
    for (id, text) in found.into_iter().filter(|(id, _)| stays(*id)).take(LISTED) {
        let way = reading.style(id).map_or("not shown", way);
        outcome.block(
            Some(&reading.path),
            format!("Text is hidden ({way}): {}", short(&text)),
            "Show the text, or remove it.",
        );
    }
    Ok(())
}

/// Returns the outermost elements that hide text, with the text.
fn hidden_in(reading: &Reading<'_>, styles: &Styles) -> Vec<(NodeId, String)> {
    let mut walk = reading.tree.walk(ROOT);
    let mut found = Vec::new();
    while let Some(step) = walk.next() {
        let Step::Enter(id) = step else { continue };
        if is_silent(reading, id) {
            walk.skip_children();
            continue;
        }
        let hidden = styles.get(id).filter(|style| style.is_hidden() && reading.tree.element(id).is_some());
        let Some(style) = hidden else { continue };
        walk.skip_children();
        let text = text_below(reading, id);
        if !text.is_empty() && !is_excused(reading, id, style, &text) {
            found.push((id, text));
        }
    }
    found
}

fn is_silent(reading: &Reading<'_>, id: NodeId) -> bool {
    reading.tree.element(id).is_some_and(|one| {
        matches!(
            &*one.name,
            "head" | "script" | "style" | "template" | "noscript" | "svg" | "datalist" | "option" | "dialog" | "title"
        )
    })
}

/// Returns the text below a node without scripts.
fn text_below(reading: &Reading<'_>, root: NodeId) -> String {
    let mut text = String::new();
    let mut walk = reading.tree.walk(root);
    while let Some(step) = walk.next() {
        let Step::Enter(id) = step else { continue };
        if id != root && is_silent(reading, id) {
            walk.skip_children();
        } else if let Some(Data::Text(part)) = reading.tree.nodes.get(id).map(|node| &node.data) {
            text.push_str(part);
            text.push(' ');
        }
    }
    collapse(&text)
}

/// Returns true for skip links, fields against programs, labels for screen readers, and messages that a form shows later.
fn is_excused(reading: &Reading<'_>, id: NodeId, style: &Style, text: &str) -> bool {
    let length = text.chars().count();
    let is_skip_link = reading
        .tree
        .element(id)
        .is_some_and(|one| *one.name == *"a" && one.attribute("href").is_some_and(|href| href.starts_with('#')));
    let is_trap = |one: &crate::html::Element| {
        *one.name == *"input"
            && (one.attribute("name") == Some("company_url") || one.attribute("tabindex") == Some("-1"))
    };
    let has_trap = reading.tree.elements(id).any(|(_, one)| is_trap(one));
    let is_only_gone = style.is_gone || style.is_invisible;
    is_skip_link && length <= LABEL
        || has_trap && length <= 2 * LABEL
        || is_only_gone && text.split_whitespace().count() <= GONE
        || !is_only_gone && style.is_clipped && style.font_size > 2.0 && length <= LABEL
}

fn way(style: &Style) -> &'static str {
    if style.is_gone {
        "not displayed"
    } else if style.is_invisible {
        "invisible"
    } else if style.is_off_screen {
        "outside the screen"
    } else if style.is_clipped {
        "no size"
    } else {
        "font too small to read"
    }
}

/// Returns a finding for text in the color of its background.
fn same_color(reading: &Reading<'_>) -> Option<String> {
    let (mut found, mut contrasts) = (None, reading.styles.contrasts());
    let mut walk = reading.tree.walk(ROOT);
    while let Some(step) = walk.next() {
        let Step::Enter(id) = step else { continue };
        if is_silent(reading, id) {
            walk.skip_children();
            continue;
        }
        let Some(Data::Text(text)) = reading.tree.nodes.get(id).map(|node| &node.data) else { continue };
        let text = text.trim();
        let is_seen = reading.style(id).is_some_and(|style| !style.is_hidden());
        if !is_seen || !text.chars().any(char::is_alphanumeric) {
            continue;
        }
        if contrasts.of(id).is_some_and(|contrast| contrast < SAME) {
            found = Some(format!("Text has the color of its background: {}", short(text)));
            break;
        }
    }
    found
}

fn redirects(reading: &Reading<'_>, outcome: &mut Outcome) {
    let is_refresh = |element: &crate::html::Element| {
        element.attribute("http-equiv").is_some_and(|one| one.trim().eq_ignore_ascii_case("refresh"))
    };
    if reading.tree.named("meta").any(|(_, element)| is_refresh(element)) {
        outcome.block(
            Some(&reading.path),
            "The page sends visitors to another page by itself.",
            "Remove the meta element with http-equiv=\"refresh\".",
        );
    }
}

fn scripts(context: &Context<'_>, reading: &Reading<'_>, outcome: &mut Outcome) {
    let path = Some(reading.path.as_str());
    for (id, script) in reading.tree.named("script") {
        let is_data = script.attribute("type").is_some_and(|kind| kind.contains("json"));
        let source = match script.attribute("src") {
            Some(address) => file(context, reading, address).unwrap_or_default(),
            None => reading.tree.source(id),
        };
        if !is_data && let Some(detail) = problem(&source) {
            outcome.block(path, detail, "Remove the script.");
        }
    }
    for (_, element) in reading.tree.all() {
        let handlers = element.attributes.iter().filter(|one| one.name.local.starts_with("on"));
        let scripts =
            element.attribute("href").filter(|href| href.trim_start().to_ascii_lowercase().starts_with("javascript:"));
        for source in handlers.map(|one| &*one.value).chain(scripts) {
            if let Some(detail) = problem(source) {
                outcome.block(path, detail, "Remove the script from the attribute.");
            }
        }
    }
}

/// Returns the text of a script that is a file of the site.
fn file(context: &Context<'_>, reading: &Reading<'_>, address: &str) -> Option<String> {
    let base = context.content.base.join(reading.path.trim_start_matches('/')).ok()?;
    let url = base.join(address).ok().filter(|url| url.origin() == base.origin())?;
    let file = context.content.files.get(url.path().trim_start_matches('/'))?;
    Some(String::from_utf8_lossy(&file.bytes).into_owned())
}

fn problem(source: &str) -> Option<&'static str> {
    if matches(&REDIRECT, source) {
        Some("A script sends visitors to another page.")
    } else if matches(&HISTORY, source) {
        Some("A script changes what the back button does.")
    } else if matches(&CRAWLER, source) {
        Some("A script asks whether a search engine is looking.")
    } else {
        None
    }
}

/// Finds redirects of the server that lead away from the site.
fn server(context: &Context<'_>, outcome: &mut Outcome) {
    let Some(file) = context.content.files.get("_redirects") else { return };
    for line in String::from_utf8_lossy(&file.bytes).lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        let target = line.split_ascii_whitespace().nth(1).unwrap_or_default();
        let is_away = url::Url::parse(target).is_ok_and(|url| url.origin() != context.content.base.origin());
        if is_away {
            outcome.block(
                None,
                format!("The server sends visitors to another site: {}", short(line)),
                "Remove the redirect.",
            );
        }
    }
}
