//! Input of a plan.

use std::collections::BTreeMap;

use engines::{
    common::Day,
    content::{Fact, PlaceFacts},
};
use serde::{Deserialize, Serialize};

use crate::{Beacon, Contact, Operator, Page, SiteKind, Tenant, Theme};

/// Number of pages of a first release, above which search engines see a site as mass-produced.
pub const PAGES_AT_LAUNCH: usize = 45;

/// What a site is planned from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlanInput {
    /// Kind. A goldmine has one place, a dominator at least one.
    pub kind: SiteKind,
    /// Slug of the vertical, such as `water-damage`.
    pub vertical: String,
    /// Text of an own pack; `None` for the built-in pack of the vertical.
    pub pack: Option<String>,
    /// Places, the most important first.
    pub places: Vec<PlannedPlace>,
    /// Who runs the site.
    pub operator: Operator,
    /// Business that rents it.
    pub tenant: Option<Tenant>,
    /// Name that visitors see; `None` or blank for one made from the trade and the place.
    pub name: Option<String>,
    /// Look.
    pub theme: Theme,
    /// Origin without a slash at its end, such as `https://tulsa-water.example.com`.
    pub url: String,
    /// How visitors get in touch.
    pub contact: Contact,
    /// Script that counts visits.
    pub beacon: Option<Beacon>,
    /// Day of the build.
    pub today: Day,
    /// Selects between wordings. The same seed gives the same site.
    pub seed: u64,
    /// Questions that people ask; at most 1,000.
    pub questions: Vec<String>,
    /// Facts of the business, confirmed by its owner: prices, hours, steps. Empty for a site that refers visitors.
    pub facts: Vec<Fact>,
    /// Pages that exist already. They keep their text; leave a page out to write it again.
    pub existing: Vec<Page>,
    /// Variants of pages by path: a page with another number has other wordings and, where there is a choice, other statements.
    /// Omitted pages have the variant 0.
    pub variants: BTreeMap<String, u64>,
    /// Paths of pages that are not written, with the reason. The home page and pages about the site are always written.
    pub without: BTreeMap<String, String>,
    /// Maximum number of pages, existing ones included: 6 to 2,000; 0 for [`PAGES_AT_LAUNCH`].
    pub max_pages: usize,
}

/// A place of a site.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlannedPlace {
    /// Identifier of the place, such as its GeoNames id.
    pub id: String,
    /// What is known of it.
    pub facts: PlaceFacts,
}
