//! A proposed theme and its origin.

use serde::{Deserialize, Serialize};

/// A theme and its origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// Name of the theme: the page's title or its host.
    pub name: String,
    /// Light and dark set.
    pub colors: Colours,
    /// Font; `None` if the page sets none.
    pub typography: Option<Typography>,
    /// Colours of the page, most used first.
    pub palette: Vec<Counted>,
    /// Colours of the page that were adjusted for contrast.
    pub mended: Vec<Mended>,
    /// Sets that the page has itself; the other one was derived.
    pub own_sets: Vec<String>,
}

/// Both sets of a theme.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Colours {
    /// Light set.
    pub light: Set,
    /// Dark set.
    pub dark: Set,
}

/// A colour for each role, as `#rrggbb`. Each text is readable on its surface.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the roles' names say what they are for")]
pub struct Set {
    pub background: String,
    pub foreground: String,
    pub card: String,
    pub card_foreground: String,
    pub popover: String,
    pub popover_foreground: String,
    pub muted: String,
    pub muted_foreground: String,
    pub primary: String,
    pub primary_foreground: String,
    pub secondary: String,
    pub secondary_foreground: String,
    pub accent: String,
    pub accent_foreground: String,
    pub destructive: String,
    pub destructive_foreground: String,
    pub border: String,
    pub input: String,
    pub ring: String,
    /// Corner radius, such as `0.5rem`.
    pub radius: String,
}

/// Typography.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Typography {
    /// Font families in order, ending with a generic one.
    pub font_family: String,
}

/// A colour of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counted {
    /// As `#rrggbb`.
    pub colour: String,
    /// Use: `surface`, `text`, `link`, `button`, `bar`, `frame` or `variable`.
    pub part: String,
    /// Frequency: characters of text for surfaces and texts, elements for all others.
    pub uses: u64,
}

/// A colour of the page with too little contrast.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mended {
    /// `light` or `dark`.
    pub set: String,
    /// Role, as in the set.
    pub role: String,
    /// Colour of the page.
    pub from: String,
    /// Colour of the theme.
    pub to: String,
}
