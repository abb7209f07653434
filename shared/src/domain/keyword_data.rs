//! Data on keywords that a run fetches through a connection.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Keys of the providers that have volumes, difficulty, ideas, ranked keywords and backlinks.
pub const KEYWORD_PROVIDERS: [&str; 1] = ["data_for_seo"];
/// Most keywords of a run whose figures are fetched.
pub const MOST_KEYWORDS: usize = 5_000;
/// Most rows of ideas, ranked keywords or links of one call.
pub const MOST_ROWS: u32 = 1_000;
/// Longest keyword that Google Ads reports figures of, in characters and words.
const MOST_CHARS: usize = 80;
const MOST_WORDS: usize = 10;
/// Characters that Google Ads refuses in keywords.
const REFUSED: &str = ",!@%^()={};~`<>?\\|―";

/// What a run fetches for a website. Omitted fields want nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct KeywordOrder {
    /// Website that the data are stored for.
    pub website_id: Uuid,
    /// Connection; `None` for the first that can.
    pub connection_id: Option<Uuid>,
    /// Country as two lower-case letters.
    pub country: String,
    /// Language as two lower-case letters.
    pub language: String,
    /// Keywords whose volume and prices are wanted.
    pub keywords: Vec<String>,
    /// Whether the volume of tracked keywords is wanted.
    pub tracked: bool,
    /// Whether the volume of keywords of the latest analysis without one is wanted.
    pub known: bool,
    /// Whether the difficulty of all these keywords is wanted.
    pub difficulty: bool,
    /// Keywords for which ideas are wanted.
    pub seeds: Vec<String>,
    /// Ideas for each of them.
    pub ideas: u32,
    /// Domain whose ranked keywords are wanted.
    pub domain: Option<String>,
    /// Most ranked keywords.
    pub ranked: u32,
    /// Most links to the website; 0 for none.
    pub links: u32,
    /// Most that the run may cost, in millionths of a dollar.
    pub budget_micros: i64,
}

impl KeywordOrder {
    /// Returns true if something is left to fetch when `keywords` are the keywords whose figures are wanted.
    #[must_use]
    pub const fn wants_with(&self, keywords: usize) -> bool {
        let wants_ranked = self.domain.is_some() && self.ranked > 0;
        keywords > 0 || !self.seeds.is_empty() || wants_ranked || self.links > 0
    }

    /// Returns true if it names something to fetch, now or later.
    #[must_use]
    pub const fn is_filled(&self) -> bool {
        self.tracked || self.known || self.wants_with(self.keywords.len())
    }
}

/// Returns true if Google Ads reports figures of such a keyword.
#[must_use]
pub fn is_measurable(keyword: &str) -> bool {
    let is_short = keyword.chars().count() <= MOST_CHARS && keyword.split_whitespace().count() <= MOST_WORDS;
    let is_fit = |char: char| !REFUSED.contains(char) && !char.is_control();
    is_short && !keyword.trim().is_empty() && keyword.chars().all(is_fit)
}
