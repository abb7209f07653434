//! Creates a theme from a web page: its colours by frequency, its font and its corner radius, as a light and a dark set
//! with sufficient contrast.
//!
//! # From a page to a theme
//!
//! [`markup`] parses the page and lists its style sheets, [`sheet`] parses those, [`cascade`] computes the style of
//! each element on a wide screen, [`usage`] counts colours and fonts, and [`propose`] assigns roles to the colours.
//! Contrast follows WCAG 2.2 (1.4.3: 4.5 to 1 for text; 1.4.11: 3 to 1 for user interface components). Colours with too
//! little contrast are changed in OKLCH lightness only, which preserves the perceived hue (B. Ottosson, "A perceptual
//! color space for image processing", 2020).
//!
//! # Restrictions
//!
//! The crate runs no scripts and loads nothing: the caller fetches the page and its sheets. Colours from scripts and
//! images are not seen.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]
#![warn(missing_docs)]

mod cascade;
mod colour;
mod limits;
mod markup;
mod media;
mod output;
mod propose;
mod sheet;
mod typeface;
mod usage;
mod value;

pub use limits::MOST_SHEETS;
pub use markup::{Source, Sources, imports, sources};
pub use output::{Colours, Counted, Mended, Proposal, Set, Typography};

use engines::common::{Control, checkpoint};

/// A page with its style sheets, in order of precedence.
#[derive(Debug, Clone)]
pub struct Page {
    /// Host of the page, which names the theme if the page has no title.
    pub host: String,
    /// HTML.
    pub html: String,
    /// Style sheets, including those in the page.
    pub sheets: Vec<String>,
}

/// Reason why a page gives no theme.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ThemeError {
    /// The caller cancelled.
    #[error("the reading was cancelled")]
    Cancelled,
    /// The page has no colours.
    #[error("the page and its style sheets have no colors. Pages rendered by scripts cannot be read; try another page")]
    NoColours,
    /// The page exceeds a limit.
    #[error("the page has more than {limit} {what}, the maximum")]
    TooLarge {
        /// Name of the items, in the plural.
        what: &'static str,
        /// Maximum number.
        limit: usize,
    },
}

impl ThemeError {
    /// Stable identifier of the kind of failure.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::NoColours => "no-colours",
            Self::TooLarge { .. } => "too-large",
        }
    }
}

/// Creates the theme of a page.
///
/// # Errors
/// Returns a [`ThemeError`] with the problem of the page.
pub fn read(page: &Page, control: &dyn Control) -> Result<Proposal, ThemeError> {
    let document = markup::parse(&page.html, control)?;
    go_on(control)?;
    control.progress(70.0, "reading", "Reading style sheets");
    let sheet = sheet::parse(&page.sheets, control)?;
    control.progress(80.0, "reading", "Matching styles");
    let light = usage::count(&document, &sheet, media::Scheme::Light, control)?;
    let dark = match sheet.has_dark {
        true => Some(usage::count(&document, &sheet, media::Scheme::Dark, control)?),
        false => None,
    };
    control.progress(95.0, "proposing", "Adjusting contrast");
    if !light.has_colour && dark.as_ref().is_none_or(|dark| !dark.has_colour) {
        return Err(ThemeError::NoColours);
    }
    Ok(propose::propose(&name_of(&document, &page.host), &light, dark.as_ref()))
}

/// Returns the page's title up to its first separator, otherwise its host.
fn name_of(document: &scraper::Html, host: &str) -> String {
    let title = markup::title(document).unwrap_or_default();
    let first = title.split(['|', '–', '—', '·']).map(str::trim).find(|part| !part.is_empty()).unwrap_or(host);
    first.chars().take(limits::NAME_CHARS).collect::<String>().trim().to_owned()
}

fn go_on(control: &dyn Control) -> Result<(), ThemeError> {
    checkpoint(control).map_err(|_| ThemeError::Cancelled)
}
