//! Imported data other than search data: SERPs, pages, ranks and payouts.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;

use super::text_enum;
use crate::store::StoreError;

text_enum! {
    /// Kind of an observation.
    ObservationKind {
        /// A result of a SERP: [`SerpResult`]; its subject is the query.
        SerpResult = "serp_result",
        /// A page of any site: [`SeenPage`]; its subject is the address.
        Page = "page",
        /// Rank of a site for a keyword on a day: [`Rank`]; its subject is the keyword.
        Rank = "rank",
        /// Payout for a lead, call, rental or job: [`Payout`]; its subject is the vertical.
        Payout = "payout",
    }
}

/// An observation as stored.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Observation {
    /// Id of its batch; later imports have higher ids.
    pub batch_id: i64,
    /// Number in the batch.
    pub no: i64,
    /// Subject.
    pub subject: String,
    /// Day of the observation, if known.
    pub day: Option<NaiveDate>,
    /// One of [`SerpResult`], [`SeenPage`], [`Rank`] and [`Payout`].
    pub body: Json<Value>,
}

impl Observation {
    /// Deserialises the body as the type of its kind.
    ///
    /// # Errors
    /// Returns [`StoreError::Corrupt`] if the body has another type.
    pub fn read<T: serde::de::DeserializeOwned>(self) -> Result<T, StoreError> {
        let row = || format!("{} of batch {}", self.no, self.batch_id);
        serde_json::from_value(self.body.0).map_err(|error| StoreError::corrupt("observations", "body", row(), error))
    }
}

/// A result of a SERP.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SerpResult {
    /// The query, as given.
    pub query: String,
    /// Position among the results, from 1.
    pub position: u32,
    /// The page.
    pub url: String,
    /// Host of the page in lower case, without `www.`.
    pub domain: String,
    /// Displayed title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Location of the search, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// `desktop`, `mobile`, `tablet`, or the original word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Features of the SERP, as given: `local_pack`, `people_also_ask`.
    #[serde(default)]
    pub features: Vec<String>,
    /// A day (`2026-08-01`) or a time in UTC (`2026-08-01T09:30:00Z`).
    pub observed_at: String,
}

/// A page according to a crawl or an export.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SeenPage {
    /// Address of the page.
    pub url: String,
    /// Host of the address in lower case, without `www.`.
    pub host: String,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Meta description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// First heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h1: Option<String>,
    /// Other headings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
    /// Text, truncated at a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Number of words: as given, or else counted in the whole text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<u64>,
    /// HTTP status of the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Canonical address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// Query for which it was fetched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// Link targets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// A day (`2026-08-01`) or a time in UTC (`2026-08-01T09:30:00Z`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_at: Option<String>,
}

/// Rank of a site for a keyword on a day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rank {
    /// The keyword, as given.
    pub keyword: String,
    /// The day, `YYYY-MM-DD`.
    pub date: String,
    /// Position, 1 to 100. `None` if not found within the checked depth, which is not a position.
    pub position: Option<f64>,
    /// The ranking page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Location of the search, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// `desktop`, `mobile`, `tablet`, or the original word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Number of checked results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Source of the rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

text_enum! {
    /// Unit of a payout.
    PayoutUnit {
        /// A lead.
        Lead = "lead",
        /// A phone call.
        Call = "call",
        /// A month of a rented site.
        Rent = "rent",
        /// A completed job.
        Job = "job",
    }
}

/// Payout of a unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payout {
    /// The vertical, such as `plumbing`.
    pub vertical: String,
    /// The service, such as `drain cleaning`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// The state, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The city, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Unit.
    pub unit: PayoutUnit,
    /// Amount in hundredths of the currency.
    pub amount_cents: i64,
    /// ISO code of the currency.
    pub currency: String,
    /// Source of the payout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// First day of validity, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<String>,
    /// Last day of validity, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_to: Option<String>,
    /// Other notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}
