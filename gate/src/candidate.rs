//! What is checked.

use engines::common::Day;
use serde::{Deserialize, Serialize};
use sites::{File, Site};

/// A site with its files, before it is deployed.
#[derive(Debug, Clone)]
pub struct Candidate<'a> {
    /// Model.
    pub site: &'a Site,
    /// Rendered files.
    pub files: &'a [File],
    /// Facts that the files do not show.
    pub state: State,
}

/// Facts about a site that its files do not show.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct State {
    /// Its id; rows of the portfolio with this id are ignored.
    pub site_id: String,
    /// Markets that it targets.
    pub markets: Vec<Market>,
    /// True if no release of it is live.
    pub is_first_launch: bool,
    /// Paths that the live release does not have.
    pub new_pages: Vec<String>,
    /// New pages of this site that went live earlier on the day of the deploy.
    pub pages_published_today: u32,
    /// Other sites of the account whose first release goes live on the day of the deploy.
    pub sites_launched_today: u32,
    /// Paths of the pages that a language model wrote, in addition to [`sites::Page::is_generated`].
    pub generated_pages: Vec<String>,
    /// Result of posting the lead form end to end.
    pub form_reach: FormReach,
    /// Latest recorded review of a release of this site.
    pub review: Option<Review>,
    /// Competitors whose names, domains and telephone numbers the site must not use.
    pub competitors: Vec<Competitor>,
}

/// A recorded review of a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Who reviewed it.
    pub name: String,
    /// Qualification.
    pub credentials: String,
    /// Day of the review.
    pub on: Day,
}

/// A market: a vertical in a place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Market {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id or name of the place, written in the same way for all sites.
    pub place: String,
    /// Metropolitan area of the place.
    pub metro: Option<String>,
}

/// Whether a lead form reaches the platform.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "result", content = "reason")]
pub enum FormReach {
    /// Nobody tried.
    #[default]
    Untested,
    /// A test lead arrived.
    Reached,
    /// It did not arrive, with the reason.
    Failed(String),
}

/// A competitor. Empty texts are unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Competitor {
    /// Name of the business.
    pub name: String,
    /// Domain, such as `acme.example.com`.
    pub domain: String,
    /// Telephone number in any format.
    pub phone: String,
}
