//! Themes: colors, type and layout of a site.

mod palette;

pub use palette::{Palette, Scheme, palette};

use std::fmt::Write as _;

use crate::Theme;

/// All themes.
pub const ALL: [Theme; 7] =
    [Theme::Harbor, Theme::Orchard, Theme::Foundry, Theme::Meadow, Theme::Gazette, Theme::Terrace, Theme::Clinic];
/// What all themes share: structure, forms, tables, and what makes pages work for everybody.
const BASE: &str = include_str!("base.css");

/// Returns the class of a theme, its name in lower case.
#[must_use]
pub const fn class(theme: Theme) -> &'static str {
    match theme {
        Theme::Harbor => "harbor",
        Theme::Orchard => "orchard",
        Theme::Foundry => "foundry",
        Theme::Meadow => "meadow",
        Theme::Gazette => "gazette",
        Theme::Terrace => "terrace",
        Theme::Clinic => "clinic",
    }
}

const fn sheet(theme: Theme) -> &'static str {
    match theme {
        Theme::Harbor => include_str!("harbor.css"),
        Theme::Orchard => include_str!("orchard.css"),
        Theme::Foundry => include_str!("foundry.css"),
        Theme::Meadow => include_str!("meadow.css"),
        Theme::Gazette => include_str!("gazette.css"),
        Theme::Terrace => include_str!("terrace.css"),
        Theme::Clinic => include_str!("clinic.css"),
    }
}

/// Returns the style sheet of a theme: its colors, what all themes share, and its own rules.
#[must_use]
pub fn css(theme: Theme) -> String {
    let (light, dark) = (palette(theme, Scheme::Light), palette(theme, Scheme::Dark));
    format!(
        ":root{{color-scheme:light dark;{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n{}\n{}",
        variables(&light),
        variables(&dark),
        compact(BASE),
        compact(sheet(theme))
    )
}

fn variables(palette: &Palette) -> String {
    palette.variables().into_iter().fold(String::new(), |mut out, (name, color)| {
        // Writing to a string does not fail.
        let _ = write!(out, "--{name}:{color};");
        out
    })
}

/// Removes comments and the space at the start of lines.
fn compact(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    let lines = out.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// Colors of a browser's bar, light and dark.
pub(crate) fn bars(theme: Theme) -> (&'static str, &'static str) {
    (palette(theme, Scheme::Light).top, palette(theme, Scheme::Dark).top)
}

/// Returns red, green and blue of a color such as `#1f3a5f`; black for any other text.
pub(crate) fn rgb(color: &str) -> [u8; 3] {
    let digits = color.trim_start_matches('#');
    let part = |at: usize| digits.get(at..at + 2).and_then(|part| u8::from_str_radix(part, 16).ok()).unwrap_or(0);
    [part(0), part(2), part(4)]
}
