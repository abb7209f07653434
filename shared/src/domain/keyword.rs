//! Keywords and clusters: what the keyword engine found of a website's searches.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::money::MoneyRange;

/// One search, with what is known and estimated of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewKeyword {
    /// As people typed it.
    pub query: String,
    /// The form under which variants meet.
    pub normalised: String,
    /// Word for the intent; `None` where the engine abstained.
    pub intent: Option<String>,
    /// 0 to 1.
    pub intent_confidence: f64,
    /// Number of its cluster within the run.
    pub cluster_no: Option<i64>,
    /// The cluster's head.
    pub cluster_head: Option<String>,
    /// Clicks in the period.
    pub clicks: i64,
    /// Impressions in the period.
    pub impressions: i64,
    /// Clicks by impressions, 0 to 1; `None` without impressions.
    pub ctr: Option<f64>,
    /// Average position, from 1; `None` when unknown.
    pub position: Option<f64>,
    /// What the site's own curve gives at that position, 0 to 1.
    pub expected_ctr: Option<f64>,
    /// Searches a month; `None` when unknown.
    pub volume: Option<f64>,
    /// Where `volume` comes from.
    pub volume_source: Option<String>,
    /// Cost per click in cents.
    pub cpc_cents: Option<i64>,
    /// The page that ranks, where known.
    pub page: Option<String>,
    /// Quick wins: `[{kind, detail, impact, effortMinutes}]`.
    pub wins: Value,
    /// The kinds of those wins, for filtering.
    pub win_kinds: Vec<String>,
    /// Monthly value.
    pub value: Option<MoneyRange>,
    /// Where the figures come from.
    pub source: String,
    /// First day they cover.
    pub observed_from: Option<NaiveDate>,
    /// Last day they cover.
    pub observed_to: Option<NaiveDate>,
    /// What else the engine says: `{isBrand, place, intentSource, valueBasis, potentialClicks}`.
    #[serde(flatten)]
    pub more: Value,
}

/// A keyword as stored.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Keyword {
    /// Unique within the workspace.
    pub id: Uuid,
    /// The run that found it.
    pub run_id: Uuid,
    /// The fields of [`NewKeyword`].
    #[serde(flatten)]
    pub body: Json<NewKeyword>,
}

/// A group of keywords that one page can target.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewCluster {
    /// Its number within the run.
    pub no: i64,
    /// Main keyword.
    pub head: String,
    /// Number of keywords.
    pub size: i64,
    /// All the rest, as the engine gives it (members, intent, page, volume, evidence …).
    pub detail: Value,
    /// Worth a month, mean, in cents: the order of the list.
    pub value_mid_cents: Option<i64>,
    /// Impressions of its members: the order where nothing has a value.
    pub impressions: i64,
}
