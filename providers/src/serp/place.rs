//! What to search, where and on which device.

use serde::{Deserialize, Serialize};

/// Device on which results are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Device {
    /// Computer.
    Desktop,
    /// Phone, on which most local searches are made.
    #[default]
    Mobile,
}

impl Device {
    /// Name in requests.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Mobile => "mobile",
        }
    }
}

/// Where results are shown. Providers use the most exact part that they support: the point, the code, the name, the
/// country.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Country, as two letters.
    pub country: String,
    /// Name in Google's list of places, such as `Waco,Texas,United States`.
    pub name: Option<String>,
    /// Number in Google's list of places, such as 1026805; of a country 2840 and the like.
    pub code: Option<u32>,
    /// Latitude and longitude, in degrees.
    pub point: Option<(f64, f64)>,
}

impl Place {
    /// Returns the place as it is shown, and as results record it.
    #[must_use]
    pub fn label(&self) -> String {
        match (self.point, &self.name, self.code) {
            (Some((latitude, longitude)), ..) => format!("{latitude:.7},{longitude:.7}"),
            (None, Some(name), _) => name.clone(),
            (None, None, Some(code)) => code.to_string(),
            (None, None, None) => self.country.clone(),
        }
    }
}

/// A search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SerpRequest {
    /// Query.
    pub query: String,
    /// Place.
    pub place: Place,
    /// Device.
    pub device: Device,
    /// Language, as two letters.
    pub language: String,
    /// Results wanted, from 1; providers charge by ten.
    pub depth: u32,
    /// Wait for an AI overview that loads after the page, which costs extra.
    pub wants_overview: bool,
    /// Questions to open, which costs extra.
    pub question_clicks: u32,
}

impl SerpRequest {
    /// Creates a search for the first ten results.
    #[must_use]
    pub fn new(query: &str, place: Place, language: &str) -> Self {
        let language = language.to_owned();
        Self { query: query.trim().to_owned(), place, language, depth: 10, ..Self::default() }
    }

    /// Returns the number of pages of ten results.
    #[must_use]
    pub fn pages(&self) -> u32 {
        self.depth.max(1).div_ceil(10)
    }
}
