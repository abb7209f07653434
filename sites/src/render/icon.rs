//! The mark of a site: a shape with the first letter of its name.

use super::{html::escape, stroke};
use crate::{Site, Theme, theme};

/// Returns the mark for the header, in the colors of the page around it.
pub(super) fn mark(site: &Site) -> String {
    format!(
        "<svg class=\"mark\" viewBox=\"0 0 32 32\" width=\"32\" height=\"32\" aria-hidden=\"true\" focusable=\"false\">{}{}</svg>",
        shape(site.theme, "currentColor"),
        letter(site, "var(--mark)")
    )
}

/// Returns the icon of the site.
pub(super) fn favicon(site: &Site) -> String {
    let colors = theme::palette(site.theme, theme::Scheme::Light);
    let (shape, letter) = (shape(site.theme, colors.primary), letter(site, colors.on_primary));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><title>{}</title>{shape}{letter}</svg>\n",
        escape(&site.name)
    )
}

/// Returns the shape of a theme.
fn shape(theme: Theme, color: &str) -> String {
    match theme {
        Theme::Harbor => format!("<rect width=\"32\" height=\"32\" rx=\"6\" fill=\"{color}\"/>"),
        Theme::Orchard => {
            format!("<path d=\"M16 0C28 0 32 4 32 16V32H16C4 32 0 28 0 16V0Z\" fill=\"{color}\"/>")
        }
        Theme::Foundry => format!("<path d=\"M8 0H32V24L24 32H0V8Z\" fill=\"{color}\"/>"),
        Theme::Meadow => format!("<circle cx=\"16\" cy=\"16\" r=\"16\" fill=\"{color}\"/>"),
        Theme::Gazette => format!("<path d=\"M0 0H32V32H0Z\" fill=\"{color}\"/>"),
        Theme::Terrace => format!("<path d=\"M0 32V16a16 16 0 0 1 32 0V32Z\" fill=\"{color}\"/>"),
        Theme::Clinic => format!("<path d=\"M16 0L32 9V23L16 32L0 23V9Z\" fill=\"{color}\"/>"),
    }
}

/// Returns the first letter that can be drawn.
fn letter(site: &Site, color: &str) -> String {
    let drawn = site.name.chars().find_map(stroke::glyph);
    let Some(glyph) = drawn else { return String::new() };
    let left = 16.0 - glyph.width;
    let lines = glyph.lines.iter().map(|line| {
        let points = line.iter().map(|(x, y)| format!("{:.1} {:.1}", left + 2.0 * x, 8.0 + 2.0 * y));
        format!("M{}", points.collect::<Vec<_>>().join("L"))
    });
    let path: String = lines.collect();
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    )
}
