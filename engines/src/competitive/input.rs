//! Input of the competitive engine.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answers::PromptAnswer;
use crate::common::Day;

/// Maximum number of results in one run.
///
/// At about 900 bytes each, with their JSON, 1,000,000 need less than 1 GiB.
pub const MAX_RESULTS: usize = 1_000_000;
/// Maximum number of snapshots per run.
pub(super) const MAX_SNAPSHOTS: usize = 500_000;
/// Maximum number of queries with a volume per run.
pub(super) const MAX_VOLUMES: usize = 500_000;
/// Maximum number of pages with features per run.
pub(super) const MAX_PAGES: usize = 200_000;
/// Maximum number of features of all pages per run.
pub(super) const MAX_FEATURES: usize = 5_000_000;

/// Search results and the data of their queries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Input {
    /// The day of the analysis. Validity starts here.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// Host of your site, such as `www.example.com`, including its subdomains.
    pub site: String,
    /// SERPs.
    pub snapshots: Vec<Snapshot>,
    /// Monthly search volumes and clusters. A query without a row has an unknown volume.
    pub volumes: Vec<QueryVolume>,
    /// What your own search data (Search Console) have about queries: measured positions and clicks.
    pub own_queries: Vec<OwnQuery>,
    /// Features of pages, for `explain`.
    pub pages: Vec<PageFeatures>,
}

/// A query in your own search data. The rows of its pages count together; a row without a page counts for all of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnQuery {
    /// Query.
    pub query: String,
    /// Mean position of your page, from 1; `None` when not known.
    pub position: Option<f64>,
    /// Measured clicks a month; `None` when not known.
    pub clicks: Option<f64>,
    /// Your page that ranks for the query; `None`: all pages together.
    pub page: Option<String>,
}

/// AI answers, and the search results to compare them with.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AnswersInput {
    /// The day of the analysis. Validity starts here.
    pub as_of: Option<Day>,
    /// Host of your site, such as `www.example.com`, including its subdomains.
    pub site: String,
    /// Hosts of the rivals whose names are looked for in the answers.
    pub rivals: Vec<String>,
    /// Answers to tracked prompts.
    pub answers: Vec<PromptAnswer>,
    /// SERPs; without them there is no organic share.
    pub snapshots: Vec<Snapshot>,
    /// Monthly search volumes of their queries.
    pub volumes: Vec<QueryVolume>,
}

/// Search results of one query.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Snapshot {
    /// Query.
    pub query: String,
    /// Location of the query.
    pub location: Option<String>,
    /// `desktop` or `mobile`.
    pub device: Option<String>,
    /// Date. Only the last of several is used, except for volatility, which uses all.
    pub observed_at: Option<Day>,
    /// SERP features, such as `local_pack`.
    pub features: Vec<String>,
    /// Organic results.
    pub results: Vec<Result>,
}

/// One organic result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Result {
    /// Position among the organic results, from 1.
    pub position: f64,
    /// Address.
    pub url: String,
    /// Displayed title.
    pub title: Option<String>,
    /// Host; `None` takes it from the address.
    pub domain: Option<String>,
}

/// Data about a query.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QueryVolume {
    /// Query.
    pub query: String,
    /// Monthly search volume; `None` when not known.
    pub volume: Option<f64>,
    /// CPC, cents.
    pub cpc_cents: Option<f64>,
    /// Cluster, as returned by the keyword engine.
    pub cluster: Option<String>,
}

/// Numeric features of a page: words, 1 for a price on the page, and so on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PageFeatures {
    /// Address, as in the results.
    pub url: String,
    /// Features by name.
    pub features: BTreeMap<String, f64>,
}
