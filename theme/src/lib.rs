//! The look of a web page as a theme: its colours by how much they are used, its font and its corners, put into a dark
//! and a light set in which everything can be read.
//!
//! # The way from a page to a theme
//!
//! [`markup`] reads the page and names its style sheets, [`sheet`] reads those, [`cascade`] finds what each element
//! wears on a wide screen, [`usage`] counts what is worn how often, and [`propose`] gives the colours their roles.
//! Contrast is that of WCAG 2.2 (1.4.3: 4.5 to 1 for text; 1.4.11: 3 to 1 for the marks of a form), and what falls
//! short of it is moved in OKLCH by its lightness alone, so that it stays the same colour to the eye
//! (B. Ottosson, "A perceptual color space for image processing", 2020).
//!
//! # What it does not do
//!
//! It runs no script and loads nothing: who calls it fetches the page and its sheets. What a page paints by script or
//! in pictures is not seen.
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

/// A page with the text of its style sheets, in the order in which they count.
#[derive(Debug, Clone)]
pub struct Page {
    /// Where it is from: its host names a theme whose page has no title.
    pub host: String,
    /// Its markup.
    pub html: String,
    /// Its sheets, those in the page itself among them.
    pub sheets: Vec<String>,
}

/// Why a page gives no theme.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ThemeError {
    /// The caller asked for the end.
    #[error("the reading was cancelled")]
    Cancelled,
    /// Nothing on it has a colour.
    #[error("the page and its style sheets have no colors. Pages rendered by scripts cannot be read; try another page")]
    NoColours,
    /// There is more of something than is read.
    #[error("the page has more than {limit} {what}, the maximum")]
    TooLarge {
        /// What there is too much of, in the plural.
        what: &'static str,
        /// The most that is read.
        limit: usize,
    },
}

impl ThemeError {
    /// Stable word for the kind of failure.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::NoColours => "no-colours",
            Self::TooLarge { .. } => "too-large",
        }
    }
}

/// The theme of a page.
///
/// # Errors
/// [`ThemeError`], saying what is wrong with the page.
pub fn read(page: &Page, control: &dyn Control) -> Result<Proposal, ThemeError> {
    let document = markup::parse(&page.html, control)?;
    go_on(control)?;
    control.progress(70.0, "reading", "Reading style sheets");
    let sheet = sheet::parse(&page.sheets)?;
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

/// The page's title up to its first divider, else its host.
fn name_of(document: &scraper::Html, host: &str) -> String {
    let title = markup::title(document).unwrap_or_default();
    let first = title.split(['|', '–', '—', '·']).map(str::trim).find(|part| !part.is_empty()).unwrap_or(host);
    first.chars().take(limits::NAME_CHARS).collect::<String>().trim().to_owned()
}

fn go_on(control: &dyn Control) -> Result<(), ThemeError> {
    checkpoint(control).map_err(|_| ThemeError::Cancelled)
}
