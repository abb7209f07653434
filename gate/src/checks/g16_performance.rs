//! G16: files are small, and nothing moves while a page loads.

use super::{Context, Outcome};
use crate::{GateError, Level, css::Sheet, html::Element, page::Reading, words::short};

/// Bytes of a picture.
const PICTURE: usize = 300_000;

/// Weighs every page with what it loads.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let mut most = [0_usize; 3];
    for reading in &context.content.readings {
        context.checkpoint()?;
        let weights = [reading.file.bytes.len(), scripts(context, reading), styles(context, reading)];
        let limits = [context.limits.html_bytes, context.limits.script_bytes, context.limits.style_bytes];
        for (((what, bytes), limit), most) in
            ["HTML", "script", "style sheets"].iter().zip(weights).zip(limits).zip(&mut most)
        {
            *most = (*most).max(bytes);
            if bytes > limit {
                let level = if bytes > limit * context.limits.block_weight { Level::Block } else { Level::Warn };
                let detail =
                    format!("The page has {} of {what}; {} are recommended at most.", size(bytes), size(limit));
                outcome.add(level, Some(&reading.path), detail, "Remove what the page does not need.");
            }
        }
        pictures(context, reading, &mut outcome);
    }
    for (path, sheet) in &context.content.sheets {
        fonts(path, sheet, &mut outcome);
    }
    for sheet in context.content.readings.iter().flat_map(|reading| &reading.inline_sheets) {
        fonts("a page", sheet, &mut outcome);
    }
    outcome.findings.dedup();
    let [html, script, style] = most.map(size);
    Ok(outcome.measured(format!("Heaviest page: HTML {html}, script {script}, style sheets {style}")))
}

fn size(bytes: usize) -> String {
    if bytes < 1_000 { format!("{bytes} B") } else { format!("{:.1} KB", bytes as f64 / 1_000.0) }
}

/// Bytes of a file of the site that an address of a page names.
fn bytes_of(context: &Context<'_>, reading: &Reading<'_>, address: &str) -> Option<usize> {
    let base = context.content.base.join(reading.path.trim_start_matches('/')).ok()?;
    let url = base.join(address).ok().filter(|url| url.origin() == base.origin())?;
    context.content.files.get(url.path().trim_start_matches('/')).map(|file| file.bytes.len())
}

fn scripts(context: &Context<'_>, reading: &Reading<'_>) -> usize {
    let weight = |(id, script): (usize, &Element)| match script.attribute("src") {
        Some(address) => bytes_of(context, reading, address).unwrap_or_default(),
        None if script.attribute("type").is_some_and(|kind| kind.contains("json")) => 0,
        None => reading.tree.source(id).len(),
    };
    reading.tree.named("script").map(weight).sum()
}

fn styles(context: &Context<'_>, reading: &Reading<'_>) -> usize {
    let files = reading.sheet_paths.iter().filter_map(|path| context.content.files.get(path.as_str()));
    reading.inline_style_bytes + files.map(|file| file.bytes.len()).sum::<usize>()
}

fn pictures(context: &Context<'_>, reading: &Reading<'_>, outcome: &mut Outcome) {
    let path = Some(reading.path.as_str());
    for (at, (_, image)) in reading.tree.named("img").enumerate() {
        let source = image.attribute("src").unwrap_or_default();
        if image.attribute("width").is_none() || image.attribute("height").is_none() {
            let detail = format!(
                "The picture {} has no width and height, so that the page moves while it loads.",
                short(source)
            );
            outcome.warn(path, detail, "Add the attributes width and height.");
        }
        if at == 0 && image.attribute("loading") == Some("lazy") {
            outcome.warn(
                path,
                "The first picture of the page is loaded late.",
                "Remove loading=\"lazy\" from the first picture, and preload it.",
            );
        }
        if let Some(bytes) = bytes_of(context, reading, source).filter(|bytes| *bytes > PICTURE) {
            outcome.warn(
                path,
                format!("The picture {} has {}.", short(source), size(bytes)),
                "Make the picture smaller.",
            );
        }
    }
}

/// Finds fonts that shift the layout when they arrive.
fn fonts(place: &str, sheet: &Sheet, outcome: &mut Outcome) {
    for font in &sheet.fonts {
        let value = |name: &str| {
            font.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
        };
        let is_local = value("src").is_some_and(|source| !source.contains("url("));
        let is_still = matches!(value("font-display"), Some("optional" | "fallback")) || value("size-adjust").is_some();
        if !is_local && !is_still {
            let family = value("font-family").unwrap_or("a font");
            outcome.warn(
                None,
                format!("The font {family} of {place} may shift the text when it arrives."),
                "Set font-display: optional.",
            );
        }
    }
    if sheet.has_import {
        outcome.warn(
            None,
            format!("The style sheet of {place} imports another one, which delays the page."),
            "Join the style sheets.",
        );
    }
}
