//! What imports tell besides searches: result pages, pages, ranks and payouts.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;

use super::text_enum;
use crate::store::StoreError;

text_enum! {
    /// What an observation is of.
    ObservationKind {
        /// One result of a search engine's result page: [`SerpResult`]; its subject is the search.
        SerpResult = "serp_result",
        /// A page, of whatever site: [`SeenPage`]; its subject is the address.
        Page = "page",
        /// Where a site stood for a keyword on a day: [`Rank`]; its subject is the keyword.
        Rank = "rank",
        /// What a lead, call, rental or job is paid: [`Payout`]; its subject is the vertical.
        Payout = "payout",
    }
}

/// An observation as stored.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Observation {
    /// Its batch: later imports have greater numbers.
    pub batch_id: i64,
    /// Its number in the batch.
    pub no: i64,
    /// Subject.
    pub subject: String,
    /// The day it is of, where known.
    pub day: Option<NaiveDate>,
    /// One of [`SerpResult`], [`SeenPage`], [`Rank`] and [`Payout`].
    pub body: Json<Value>,
}

impl Observation {
    /// Reads what was seen as the type of its kind.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when the row holds something else.
    pub fn read<T: serde::de::DeserializeOwned>(self) -> Result<T, StoreError> {
        let row = || format!("{} of batch {}", self.no, self.batch_id);
        serde_json::from_value(self.body.0).map_err(|error| StoreError::corrupt("observations", "body", row(), error))
    }
}

/// One result of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SerpResult {
    /// The search, as given.
    pub query: String,
    /// Its place among the results, from 1.
    pub position: u32,
    /// The page.
    pub url: String,
    /// The host of the page, lower-cased, without `www.`.
    pub domain: String,
    /// The title shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where it was searched from, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Returns `desktop`, `mobile`, `tablet`, or the original word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Features of the result page, as given: `local_pack`, `people_also_ask`.
    #[serde(default)]
    pub features: Vec<String>,
    /// A day (`2026-08-01`) or a moment in UTC (`2026-08-01T09:30:00Z`).
    pub observed_at: String,
}

/// A page as a crawl or an export saw it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SeenPage {
    /// Address of the page.
    pub url: String,
    /// The host of the address, lower-cased, without `www.`.
    pub host: String,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its meta description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its first heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h1: Option<String>,
    /// Its further headings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
    /// Its text, cut at a bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Words of it: as given, else counted in the whole text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<u64>,
    /// The HTTP status it was answered with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The address that it names as its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// The search for which it was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// Addresses it links to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// A day (`2026-08-01`) or a moment in UTC (`2026-08-01T09:30:00Z`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_at: Option<String>,
}

/// Where a site stood for a keyword on a day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rank {
    /// The keyword, as given.
    pub keyword: String,
    /// The day, `YYYY-MM-DD`.
    pub date: String,
    /// The position, 1 to 100. `None`: not found as deep as was looked, which is not a position.
    pub position: Option<f64>,
    /// The page that ranked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Where it was searched from, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Returns `desktop`, `mobile`, `tablet`, or the original word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// How many results were looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Who says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

text_enum! {
    /// What a payout is paid for.
    PayoutUnit {
        /// A lead handed over.
        Lead = "lead",
        /// A phone call.
        Call = "call",
        /// A month of a rented site.
        Rent = "rent",
        /// A job that was done.
        Job = "job",
    }
}

/// What a unit is paid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payout {
    /// The trade: `plumbing`.
    pub vertical: String,
    /// The service in it: `drain cleaning`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// The state, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The city, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// What is paid for.
    pub unit: PayoutUnit,
    /// How much, in hundredths of the currency.
    pub amount_cents: i64,
    /// ISO code of the currency.
    pub currency: String,
    /// Who pays or says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// First day it holds, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<String>,
    /// Last day it holds, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_to: Option<String>,
    /// Anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}
