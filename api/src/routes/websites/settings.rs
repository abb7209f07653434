//! Settings of a website, in requests and responses.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::domain::website_settings::{Goal, GoalMetric, Market, WebsiteSettings};
use utoipa::ToSchema;

use crate::error::{ApiError, FieldError, Result};

const MOST_TERMS: usize = 200;
const TERM_CHARS: usize = 100;
const MOST_COMPETITORS: usize = 50;
const HOST_CHARS: usize = 253;
const MARKET_CHARS: usize = 120;

/// Settings of a website: defaults of its engine runs.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebsiteSettings)]
pub struct SettingsView {
    /// Value of one lead in cents of `currency`.
    value_per_lead_cents: Option<i64>,
    /// Currency code. Default: `USD`.
    #[schema(examples("USD"))]
    currency: Option<String>,
    /// Uncertainty of the value per lead: 0.5 is about half to twice the value.
    value_per_lead_spread: Option<f64>,
    /// Share of visitors who become a lead, 0 to 1.
    conversion_rate: Option<f64>,
    /// Number of visits in the measurement of the conversion rate.
    conversion_visits: Option<i64>,
    /// Words and phrases that name the brand.
    brand_terms: Vec<String>,
    /// Hosts of competitors, at most 50.
    competitors: Vec<String>,
    /// Trade and place of the website.
    market: Option<MarketView>,
    /// Monthly goals, at most one per metric.
    goals: Vec<GoalView>,
}

/// A market: a trade in a place.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = WebsiteMarket)]
pub struct MarketView {
    /// Trade.
    #[schema(examples("Plumbing"))]
    vertical: String,
    /// City or region; empty for no particular place.
    #[schema(examples("Austin, TX"))]
    place: String,
}

/// A monthly goal.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = WebsiteGoal)]
pub struct GoalView {
    /// Metric, counted per month.
    metric: GoalMetric,
    /// Monthly target; in cents for revenue.
    target: f64,
    /// Due date; `null` without one.
    by: Option<NaiveDate>,
}

/// Settings to store; omitted fields are cleared.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = NewWebsiteSettings)]
pub(super) struct SettingsInput {
    /// Value of one lead in cents of `currency`, 1 to 100,000,000.
    value_per_lead_cents: Option<i64>,
    /// Currency code of three letters. Default: `USD`.
    currency: Option<String>,
    /// Uncertainty of the value per lead, 0 to 3: 0.5 is about half to twice the value.
    value_per_lead_spread: Option<f64>,
    /// Share of visitors who become a lead, 0.0001 to 1.
    conversion_rate: Option<f64>,
    /// Number of visits in the measurement of the conversion rate, 1 to 10,000,000.
    conversion_visits: Option<i64>,
    /// Words and phrases that name the brand, at most 200.
    brand_terms: Vec<String>,
    /// Hosts of competitors, at most 50. An address is reduced to its host.
    competitors: Vec<String>,
    /// Trade and place of the website.
    market: Option<MarketInput>,
    /// Monthly goals, at most one per metric.
    goals: Vec<GoalInput>,
}

/// A market to store.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewWebsiteMarket)]
pub(super) struct MarketInput {
    /// Trade, 1 to 120 characters.
    vertical: String,
    /// City or region, at most 120 characters; empty for no particular place.
    #[serde(default)]
    place: String,
}

/// A goal to store.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewWebsiteGoal)]
pub(super) struct GoalInput {
    /// Metric, counted per month.
    metric: GoalMetric,
    /// Monthly target, above 0; in cents for revenue.
    target: f64,
    /// Due date; `null` without one.
    by: Option<NaiveDate>,
}

impl From<WebsiteSettings> for SettingsView {
    fn from(from: WebsiteSettings) -> Self {
        let goal = |Goal { metric, target, by }| GoalView { metric, target, by };
        Self {
            value_per_lead_cents: from.value_per_lead_cents,
            currency: from.currency,
            value_per_lead_spread: from.value_per_lead_spread,
            conversion_rate: from.conversion_rate,
            conversion_visits: from.conversion_visits,
            brand_terms: from.brand_terms,
            competitors: from.competitors,
            market: from.market.map(|Market { vertical, place }| MarketView { vertical, place }),
            goals: from.goals.into_iter().map(goal).collect(),
        }
    }
}

impl SettingsInput {
    /// Returns the settings to store.
    ///
    /// # Errors
    /// Returns [`ApiError::Invalid`] with every field that is out of range.
    pub(super) fn checked(self) -> Result<WebsiteSettings> {
        let settings = self.trimmed();
        let mut wrong = wrong_money(&settings);
        wrong.extend(wrong_terms(&settings));
        wrong.extend(wrong_competitors(&settings.competitors));
        wrong.extend(wrong_goals(&settings.goals));
        if wrong.is_empty() { Ok(settings) } else { Err(ApiError::Invalid(wrong)) }
    }

    fn trimmed(self) -> WebsiteSettings {
        let text = |text: String| text.trim().to_owned();
        let goal = |GoalInput { metric, target, by }| Goal { metric, target, by };
        let market = |one: MarketInput| Market { vertical: text(one.vertical), place: text(one.place) };
        WebsiteSettings {
            value_per_lead_cents: self.value_per_lead_cents,
            currency: self.currency.map(|code| code.trim().to_uppercase()).filter(|code| !code.is_empty()),
            value_per_lead_spread: self.value_per_lead_spread,
            conversion_rate: self.conversion_rate,
            conversion_visits: self.conversion_visits,
            brand_terms: self.brand_terms.into_iter().map(text).filter(|term| !term.is_empty()).collect(),
            competitors: hosts(self.competitors),
            market: self.market.map(market).filter(|one| !(one.vertical.is_empty() && one.place.is_empty())),
            goals: self.goals.into_iter().map(goal).collect(),
        }
    }
}

/// Returns an error for the field `name` of the settings unless `is_right`.
fn demand(is_right: bool, name: &str, detail: &str) -> Option<FieldError> {
    (!is_right).then(|| FieldError::new(format!("/settings/{name}"), detail))
}

fn wrong_money(settings: &WebsiteSettings) -> Vec<FieldError> {
    let is_code = |code: &String| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    let cents = settings.value_per_lead_cents.is_none_or(|cents| (1..=100_000_000).contains(&cents));
    let spread = settings.value_per_lead_spread.is_none_or(|spread| (0.0..=3.0).contains(&spread));
    let rate = settings.conversion_rate.is_none_or(|rate| (0.0001..=1.0).contains(&rate));
    let visits = settings.conversion_visits.is_none_or(|visits| (1..=10_000_000).contains(&visits));
    let has_rate = settings.conversion_visits.is_none() || settings.conversion_rate.is_some();
    [
        demand(cents, "valuePerLeadCents", "Enter an amount from 0.01 to 1,000,000."),
        demand(
            settings.currency.as_ref().is_none_or(is_code),
            "currency",
            "Enter a code of three letters, such as USD.",
        ),
        demand(spread, "valuePerLeadSpread", "Enter a number from 0 to 3."),
        demand(rate, "conversionRate", "Enter a share from 0.0001 to 1: 0.05 is 5 %."),
        demand(visits, "conversionVisits", "Enter a whole number from 1 to 10,000,000."),
        demand(has_rate, "conversionRate", "Enter the conversion rate that was measured on these visits."),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn wrong_terms(settings: &WebsiteSettings) -> Vec<FieldError> {
    let is_text = |text: &str, most: usize| text.chars().count() <= most;
    let terms = &settings.brand_terms;
    let market = settings.market.as_ref();
    [
        demand(terms.len() <= MOST_TERMS, "brandTerms", "Enter at most 200 terms."),
        demand(terms.iter().all(|term| is_text(term, TERM_CHARS)), "brandTerms", "A term has at most 100 characters."),
        demand(
            market.is_none_or(|one| !one.vertical.is_empty() && is_text(&one.vertical, MARKET_CHARS)),
            "market/vertical",
            "Enter the trade, such as Plumbing, in at most 120 characters.",
        ),
        demand(
            market.is_none_or(|one| is_text(&one.place, MARKET_CHARS)),
            "market/place",
            "Enter the city or region in at most 120 characters.",
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the hosts of addresses, each once; a text that is no address is kept, for its error.
fn hosts(texts: Vec<String>) -> Vec<String> {
    let mut hosts = Vec::new();
    for text in texts.iter().map(|text| text.trim().to_lowercase()).filter(|text| !text.is_empty()) {
        let rest = text.split_once("://").map_or(text.as_str(), |(_, rest)| rest);
        let host = providers::web::host(&format!("https://{rest}/")).unwrap_or_else(|| text.clone());
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    hosts
}

fn wrong_competitors(hosts: &[String]) -> Vec<FieldError> {
    let is_host = |host: &String| {
        let is_part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '-');
        host.len() <= HOST_CHARS && host.contains('.') && host.split('.').all(is_part)
    };
    let wrong = [
        demand(hosts.len() <= MOST_COMPETITORS, "competitors", "Enter at most 50 host names."),
        demand(hosts.iter().all(is_host), "competitors", "Enter host names such as rival.example."),
    ];
    wrong.into_iter().flatten().collect()
}

fn wrong_goals(goals: &[Goal]) -> Vec<FieldError> {
    let mut wrong = Vec::new();
    for (no, goal) in goals.iter().enumerate() {
        let is_right = goal.target > 0.0 && goal.target <= 1e12;
        wrong.extend(demand(is_right, &format!("goals/{no}/target"), "Enter a number above 0."));
        let is_repeated = goals[..no].iter().any(|other| other.metric == goal.metric);
        wrong.extend(demand(!is_repeated, &format!("goals/{no}/metric"), "There is already a goal for this metric."));
    }
    wrong
}
