//! Settings of a website: facts known only to its owner, and goals.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::text_enum;

text_enum! {
    /// Metric of a goal, per month.
    GoalMetric {
        /// Clicks from search results.
        Clicks = "clicks",
        /// Leads.
        Leads = "leads",
        /// Revenue in cents.
        Revenue = "revenue",
    }
}

/// Settings of a website. All engine runs for the website use them as defaults.
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
    /// Number of visits behind the conversion rate.
    pub conversion_visits: Option<i64>,
    /// Words and phrases that name the brand.
    pub brand_terms: Vec<String>,
    /// Hosts of competitors.
    pub competitors: Vec<String>,
    /// Market of the website.
    pub market: Option<Market>,
    /// Goals, at most one per metric.
    pub goals: Vec<Goal>,
}

/// A market: a trade in a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Market {
    /// The trade, such as `Plumbing`.
    pub vertical: String,
    /// City or region, such as `Austin, TX`; empty for no particular place.
    #[serde(default)]
    pub place: String,
}

/// A monthly goal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// Metric.
    pub metric: GoalMetric,
    /// Target per month; cents for revenue.
    pub target: f64,
    /// Due date; `None` without one.
    #[serde(default)]
    pub by: Option<NaiveDate>,
}
