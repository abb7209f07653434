//! Settings of a website: facts that only its owner knows, and its goals.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::text_enum;

text_enum! {
    /// What a goal counts, each per month.
    GoalMetric {
        /// Clicks from search results.
        Clicks = "clicks",
        /// Leads.
        Leads = "leads",
        /// Revenue in cents.
        Revenue = "revenue",
    }
}

/// Settings of a website. Every engine run for the website starts from them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WebsiteSettings {
    /// Value of one lead, in cents of `currency`.
    pub value_per_lead_cents: Option<i64>,
    /// Code of three capital letters, such as `USD`.
    pub currency: Option<String>,
    /// Uncertainty of the value per lead: 0 is exact, 0.5 is about half to twice the value.
    pub value_per_lead_spread: Option<f64>,
    /// Share of visitors who become a lead, 0 to 1.
    pub conversion_rate: Option<f64>,
    /// Visits that the conversion rate was measured on.
    pub conversion_visits: Option<i64>,
    /// Words and phrases that name the brand.
    pub brand_terms: Vec<String>,
    /// The market that the website works in.
    pub market: Option<Market>,
    /// At most one goal for each metric.
    pub goals: Vec<Goal>,
}

/// A market: a trade in a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Market {
    /// The trade, such as `Plumbing`.
    pub vertical: String,
    /// The city or region, such as `Austin, TX`; empty for no particular place.
    #[serde(default)]
    pub place: String,
}

/// A monthly figure to reach.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// What is counted.
    pub metric: GoalMetric,
    /// The figure to reach in a month; cents for revenue.
    pub target: f64,
    /// The day to reach it by; `None` for no date.
    #[serde(default)]
    pub by: Option<NaiveDate>,
}
