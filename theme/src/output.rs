//! A theme as it is proposed, with what it was made of.

use serde::{Deserialize, Serialize};

/// A theme, and how it came to be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// What the theme is called: the page's title or its host.
    pub name: String,
    /// Its two sets.
    pub colors: Colours,
    /// Its font; `None` where the page names none.
    pub typography: Option<Typography>,
    /// What was found on the page, the most used first.
    pub palette: Vec<Counted>,
    /// Which colours of the page were changed so that they can be read.
    pub mended: Vec<Mended>,
    /// Which of the two sets the page has itself; the other was made after it.
    pub own_sets: Vec<String>,
}

/// Both sets of a theme.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Colours {
    /// For bright surroundings.
    pub light: Set,
    /// For dark ones.
    pub dark: Set,
}

/// A colour for each role, as `#rrggbb`. Each text can be read on what it stands on.
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
    /// The roundness of corners, as in `0.5rem`.
    pub radius: String,
}

/// How texts look.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Typography {
    /// Families in their order, the last a generic one.
    pub font_family: String,
}

/// A colour that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counted {
    /// As `#rrggbb`.
    pub colour: String,
    /// What it is used for: `surface`, `text`, `link`, `button`, `bar`, `frame` or `variable`.
    pub part: String,
    /// How much: characters of text for surfaces and texts, elements for all others.
    pub uses: u64,
}

/// A colour of the page that could not be read where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mended {
    /// `light` or `dark`.
    pub set: String,
    /// The role, as in the set.
    pub role: String,
    /// As on the page.
    pub from: String,
    /// As in the theme.
    pub to: String,
}
