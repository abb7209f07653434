//! What the competitive engine is given.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Day;

/// Maximum number of results in one run.
pub const MAX_RESULTS: usize = 5_000_000;

/// Search results and the data of their queries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Input {
    /// The day of the analysis. Expiry dates count from it.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// Host of your site, such as `www.example.com`; its sub-domains count as it.
    pub site: String,
    /// Number of SERPs.
    pub snapshots: Vec<Snapshot>,
    /// Monthly search volumes and clusters. A query without a row has an unknown volume.
    pub volumes: Vec<QueryVolume>,
    /// Features of pages, for `explain`.
    pub pages: Vec<PageFeatures>,
}

/// Search results of one query.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Snapshot {
    /// The search.
    pub query: String,
    /// Where it was searched from.
    pub location: Option<String>,
    /// `desktop` or `mobile`.
    pub device: Option<String>,
    /// When it was seen. Of several, the last counts; all count for volatility.
    pub observed_at: Option<Day>,
    /// Features seen, such as `local_pack`.
    pub features: Vec<String>,
    /// Organic results.
    pub results: Vec<Result>,
}

/// One organic result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Result {
    /// Place among the organic results, 1 the best.
    pub position: f64,
    /// Address.
    pub url: String,
    /// Title shown.
    pub title: Option<String>,
    /// Host; `None` reads it from the address.
    pub domain: Option<String>,
}

/// What is known of a search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QueryVolume {
    /// The search.
    pub query: String,
    /// Monthly search volume; `None` when not known.
    pub volume: Option<f64>,
    /// CPC, cents.
    pub cpc_cents: Option<f64>,
    /// Name of its cluster, as the keyword engine gives it.
    pub cluster: Option<String>,
}

/// Features of a page as numbers: words, 1 for a price on the page, and so on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PageFeatures {
    /// Address, as in the results.
    pub url: String,
    /// Features by name.
    pub features: BTreeMap<String, f64>,
}
