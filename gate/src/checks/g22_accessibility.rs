//! G22: text has contrast, fields have labels, pictures have alternative texts, headings are in order.

use super::{Context, Outcome, g13_consent};
use crate::{
    GateError,
    css::{Property, Sheet, Styles},
    html::{Data, Element, NodeId, ROOT, Step},
    page::Reading,
    words::{counted, short},
};

/// Texts of low contrast of a page that are listed.
const LISTED: usize = 3;

/// Checks every page.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let mut least = f64::INFINITY;
    for reading in &context.content.readings {
        context.checkpoint()?;
        let exempt = exempt(reading);
        least = least.min(colors(context, reading, (&reading.styles, &exempt), "", &mut outcome));
        if let Some(dark) = &reading.dark {
            least = least.min(colors(context, reading, (dark, &exempt), " in the dark color scheme", &mut outcome));
        }
        fields(reading, &mut outcome);
        pictures(reading, &mut outcome);
        headings(reading, &mut outcome);
        names(reading, &mut outcome);
        let is_styled = reading.inline_sheets.iter().any(removes_focus);
        if is_styled {
            outcome.warn(
                Some(&reading.path),
                "The style sheet hides which element has the focus.",
                "Show an outline for :focus-visible.",
            );
        }
    }
    for (path, _) in context.content.sheets.iter().filter(|(_, sheet)| removes_focus(sheet)) {
        outcome.warn(
            None,
            format!("The style sheet {path} hides which element has the focus."),
            "Show an outline for :focus-visible.",
        );
    }
    let pages = counted(context.content.readings.len(), "page", "pages");
    let measured = if least.is_finite() { format!("{pages}; lowest contrast {least:.1}") } else { pages };
    Ok(outcome.measured(measured))
}

/// Reports texts of low contrast; returns the lowest contrast of the page.
fn colors(
    context: &Context<'_>, reading: &Reading<'_>, (styles, exempt): (&Styles, &[Option<bool>]), scheme: &str,
    outcome: &mut Outcome,
) -> f64 {
    let (mut least, mut listed, mut contrasts) = (f64::INFINITY, Vec::new(), styles.contrasts());
    for (id, node) in reading.tree.nodes.iter().enumerate() {
        let Data::Text(text) = &node.data else { continue };
        let Some(style) = styles.get(id).filter(|style| !style.is_hidden()) else { continue };
        let is_exempt = || exempt.get(id).copied().flatten().unwrap_or_else(|| is_below_exempt(reading, id));
        if !text.chars().any(char::is_alphanumeric) || is_exempt() {
            continue;
        }
        let Some(ratio) = contrasts.of(id) else { continue };
        least = least.min(ratio);
        let wanted = if style.is_large() { context.limits.contrast_large } else { context.limits.contrast };
        let key = ((ratio * 100.0).round() as i64, style.is_large());
        if ratio + 0.005 < wanted && listed.len() < LISTED && !listed.contains(&key) {
            listed.push(key);
            let detail =
                format!("Text has a contrast of {ratio:.1}{scheme}; {wanted} is needed: {}", short(text.trim()));
            outcome.warn(Some(&reading.path), detail, "Use a darker text or a lighter background.");
        }
    }
    least
}

/// Returns for each node whether its text is not read: in scripts, disabled fields and pictures. Nodes that were removed from
/// the tree have no answer.
fn exempt(reading: &Reading<'_>) -> Vec<Option<bool>> {
    let mut exempt = vec![None; reading.tree.nodes.len()];
    for step in reading.tree.walk(ROOT) {
        let Step::Enter(id) = step else { continue };
        let parent = reading.tree.parent(id);
        let is_below =
            parent.is_some_and(|parent| exempt.get(parent) == Some(&Some(true)) || is_exempt(reading, parent));
        if let Some(place) = exempt.get_mut(id) {
            *place = Some(is_below);
        }
    }
    exempt
}

fn is_below_exempt(reading: &Reading<'_>, id: NodeId) -> bool {
    reading.tree.ancestors(id).any(|above| is_exempt(reading, above))
}

fn is_exempt(reading: &Reading<'_>, id: NodeId) -> bool {
    reading.tree.element(id).is_some_and(|one| {
        matches!(&*one.name, "head" | "script" | "style" | "svg" | "option" | "noscript")
            || one.attribute("disabled").is_some()
    })
}

fn fields(reading: &Reading<'_>, outcome: &mut Outcome) {
    let is_field = |element: &Element| match &*element.name {
        "textarea" | "select" => true,
        "input" => !matches!(element.attribute("type"), Some("hidden" | "submit" | "button" | "reset" | "image")),
        _ => false,
    };
    for (id, element) in reading.tree.all().filter(|(_, element)| is_field(element)) {
        let is_named = ["aria-label", "aria-labelledby", "title"]
            .iter()
            .any(|name| element.attribute(name).is_some_and(|text| !text.trim().is_empty()));
        let is_hidden = reading.style(id).is_some_and(|style| style.is_gone || style.is_invisible);
        if !is_named && !is_hidden && g13_consent::label(reading, id, element).is_empty() {
            let name = element.attribute("name").unwrap_or("without a name");
            outcome.warn(
                Some(&reading.path),
                format!("The field {name} has no label."),
                "Add a label element for the field.",
            );
        }
    }
}

fn pictures(reading: &Reading<'_>, outcome: &mut Outcome) {
    let is_silent = |element: &Element| {
        element.attribute("aria-hidden") == Some("true") || element.attribute("role") == Some("presentation")
    };
    for (_, image) in reading.tree.named("img").filter(|(_, image)| !is_silent(image)) {
        if image.attribute("alt").is_none() && image.attribute("aria-label").is_none() {
            let source = image.attribute("src").unwrap_or_default();
            outcome.warn(
                Some(&reading.path),
                format!("The picture {} has no alternative text.", short(source)),
                "Add the attribute alt; leave it empty for a decoration.",
            );
        }
    }
}

fn headings(reading: &Reading<'_>, outcome: &mut Outcome) {
    let level = |element: &Element| match &*element.name {
        "h1" => 1,
        "h2" => 2,
        "h3" => 3,
        "h4" => 4,
        "h5" => 5,
        "h6" => 6,
        _ => 0,
    };
    let mut previous = 0;
    for (id, element) in reading.tree.all().filter(|(_, element)| level(element) > 0) {
        let this = level(element);
        if previous > 0 && this > previous + 1 {
            let detail = format!(
                "The heading \"{}\" of level {this} follows one of level {previous}.",
                short(&reading.tree.text(id))
            );
            outcome.warn(Some(&reading.path), detail, "Use headings without leaving out a level.");
            return;
        }
        previous = this;
    }
}

/// Checks that links and buttons have a text.
fn names(reading: &Reading<'_>, outcome: &mut Outcome) {
    for link in reading.links.iter().filter(|link| !link.is_hidden && link.text.trim().is_empty()) {
        let is_hidden = reading.tree.element(link.node).is_some_and(|one| one.attribute("aria-hidden") == Some("true"));
        if !is_hidden {
            outcome.warn(
                Some(&reading.path),
                format!("The link to {} has no text.", short(&link.href)),
                "Add a text, or the attribute aria-label.",
            );
        }
    }
    for (id, button) in reading.tree.named("button") {
        if button.attribute("aria-label").is_none() && reading.tree.text(id).is_empty() {
            outcome.warn(Some(&reading.path), "A button has no text.", "Add a text, or the attribute aria-label.");
        }
    }
}

/// Returns true if a sheet removes the outline of focus without another mark.
fn removes_focus(sheet: &Sheet) -> bool {
    sheet.rules.iter().any(|rule| {
        let is_focus = rule.text.contains(":focus") && !rule.text.contains(":not(:focus");
        let has = |names: &[&str], is_it: &dyn Fn(&str) -> bool| {
            rule.declarations
                .iter()
                .any(|one| matches!(one.property, Property::Known(name) if names.contains(&name)) && is_it(&one.value))
        };
        let is_none = |value: &str| matches!(value.trim(), "none" | "0" | "0px");
        let is_some = |value: &str| !is_none(value);
        let marks = ["box-shadow", "border", "border-color", "background", "background-color", "text-decoration"];
        is_focus && has(&["outline", "outline-style", "outline-width"], &is_none) && !has(&marks, &is_some)
    })
}
