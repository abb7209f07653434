//! Validation of buyers.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use shared::{
    domain::{
        buyer::{Buyer, is_time_zone},
        ledger::{MOST_CENTS, is_currency},
        now,
    },
    store::webhook,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::verticals;
use crate::{
    error::{ApiError, FieldError, Result},
    routes::auth::check,
    state::AppState,
};

const NAME_CHARS: usize = 200;
const TEXT_CHARS: usize = 100;
/// Maximum number of verticals, and of places.
const MOST_TEXTS: usize = 500;
const MOST_LEADS: i32 = 1_000_000;

/// A buyer. Leads are sent to the email address, the webhook, or both.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewBuyer)]
pub(super) struct Input {
    /// 1 to 200 characters.
    name: String,
    /// Address that leads are sent to.
    #[serde(default)]
    email: Option<String>,
    /// Webhook of the workspace that leads are sent to, as the signed event `lead:assigned`.
    #[serde(default)]
    webhook_id: Option<Uuid>,
    /// Price of an accepted lead, in cents.
    #[schema(examples(4_500), minimum = 1)]
    price_cents: i64,
    /// Three capital letters. Default: `USD`.
    #[serde(default = "dollars")]
    currency: String,
    /// Slugs or names of known verticals; an empty list takes all.
    #[serde(default)]
    #[schema(examples(json!(["roofing"])))]
    verticals: Vec<String>,
    /// Places, such as `Tulsa, OK`, or `OK` for all of a state; an empty list takes all.
    #[serde(default)]
    #[schema(examples(json!(["Tulsa, OK", "TX"])))]
    places: Vec<String>,
    /// Maximum number of leads a day; `null` for no limit.
    #[serde(default)]
    daily_cap: Option<i32>,
    /// Maximum number of leads a month; `null` for no limit.
    #[serde(default)]
    monthly_cap: Option<i32>,
    /// Minute of the day from which leads are sent, 0 to 1439. Set it with `closesMinute`.
    #[serde(default)]
    opens_minute: Option<i32>,
    /// Minute of the day until which leads are sent, 1 to 1440; before `opensMinute`, it is of the next day.
    #[serde(default)]
    closes_minute: Option<i32>,
    /// Weekdays, 1 (Monday) to 7; an empty list is every day.
    #[serde(default)]
    weekdays: Vec<i32>,
    /// IANA time zone of hours, days and months. Default: `UTC`.
    #[serde(default = "utc")]
    #[schema(examples("America/Chicago"))]
    time_zone: String,
    /// Whether leads that the buyer takes go to exclusive buyers only.
    #[serde(default)]
    is_exclusive: bool,
    /// Order among buyers, 1 to 100; 1 is first. Default: 1.
    #[serde(default = "first")]
    priority: i32,
    /// Whether no leads are sent.
    #[serde(default)]
    is_paused: bool,
}

fn dollars() -> String {
    "USD".to_owned()
}

fn utc() -> String {
    "UTC".to_owned()
}

const fn first() -> i32 {
    1
}

impl Input {
    /// Returns the buyer, or every field at fault.
    pub(super) async fn checked(
        self, state: &AppState, workspace_id: Uuid, id: Uuid, created_at: DateTime<Utc>,
    ) -> Result<Buyer> {
        let mut errors = Vec::new();
        let email = self.email.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let email = email.map(|text| check::email(text, &mut errors));
        self.check_terms(&mut errors);
        self.check_hours(&mut errors);
        if email.is_none() && self.webhook_id.is_none() {
            errors.push(FieldError::new("/email", "Enter an email address, or choose a webhook."));
        }
        if !errors.is_empty() {
            return Err(ApiError::Invalid(errors));
        }
        let verticals = verticals::resolve(state, workspace_id, unique(self.verticals), "/verticals").await?;
        if let Some(id) = self.webhook_id {
            webhook::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("webhook"))?;
        }
        Ok(Buyer {
            id,
            name: self.name.trim().to_owned(),
            email,
            webhook_id: self.webhook_id,
            price_cents: self.price_cents,
            currency: self.currency,
            verticals: unique(verticals).into(),
            places: unique(self.places).into(),
            daily_cap: self.daily_cap,
            monthly_cap: self.monthly_cap,
            opens_minute: self.opens_minute,
            closes_minute: self.closes_minute,
            weekdays: unique(self.weekdays).into(),
            time_zone: self.time_zone,
            is_exclusive: self.is_exclusive,
            priority: self.priority,
            is_paused: self.is_paused,
            created_at,
            updated_at: now(),
        })
    }

    fn check_terms(&self, errors: &mut Vec<FieldError>) {
        let mut demand = |is_right: bool, pointer: &str, detail: &str| {
            if !is_right {
                errors.push(FieldError::new(pointer, detail));
            }
        };
        let is_count = |cap: Option<i32>| cap.is_none_or(|cap| (1..=MOST_LEADS).contains(&cap));
        let has_length = |text: &str, most| (1..=most).contains(&text.trim().chars().count());
        let are_texts = |all: &[String]| all.len() <= MOST_TEXTS && all.iter().all(|text| has_length(text, TEXT_CHARS));
        demand(has_length(&self.name, NAME_CHARS), "/name", "must have 1 to 200 characters");
        demand((1..=MOST_CENTS).contains(&self.price_cents), "/priceCents", "must be 1 to 1,000,000,000,000 cents");
        demand(is_currency(&self.currency), "/currency", "must be three capital letters, such as USD");
        demand(are_texts(&self.verticals), "/verticals", "must be at most 500 slugs of 1 to 100 characters");
        demand(are_texts(&self.places), "/places", "must be at most 500 places of 1 to 100 characters");
        demand(is_count(self.daily_cap), "/dailyCap", "must be 1 to 1,000,000, or null");
        demand(is_count(self.monthly_cap), "/monthlyCap", "must be 1 to 1,000,000, or null");
        demand((1..=100).contains(&self.priority), "/priority", "must be 1 to 100");
    }

    fn check_hours(&self, errors: &mut Vec<FieldError>) {
        let mut demand = |is_right: bool, pointer: &str, detail: &str| {
            if !is_right {
                errors.push(FieldError::new(pointer, detail));
            }
        };
        let is_within = |minute: Option<i32>, first, last| minute.is_none_or(|at| (first..=last).contains(&at));
        demand(is_within(self.opens_minute, 0, 1439), "/opensMinute", "must be 0 to 1439, or null");
        demand(is_within(self.closes_minute, 1, 1440), "/closesMinute", "must be 1 to 1440, or null");
        let (opens, closes) = (self.opens_minute, self.closes_minute);
        let are_both = opens.is_some() == closes.is_some() && (opens.is_none() || opens != closes);
        demand(are_both, "/closesMinute", "must be set together with opensMinute, and differ from it");
        let are_weekdays = self.weekdays.iter().all(|day| (1..=7).contains(day));
        demand(are_weekdays, "/weekdays", "must be numbers from 1 (Monday) to 7");
        demand(is_time_zone(&self.time_zone), "/timeZone", "must be an IANA time zone, such as America/Chicago");
    }
}

fn unique<T: Ord + Trimmed>(all: Vec<T>) -> Vec<T> {
    let mut all: Vec<T> = all.into_iter().map(Trimmed::trimmed).collect();
    all.sort();
    all.dedup();
    all
}

/// A value without spaces around it.
trait Trimmed {
    fn trimmed(self) -> Self;
}

impl Trimmed for String {
    fn trimmed(self) -> Self {
        self.trim().to_owned()
    }
}

impl Trimmed for i32 {
    fn trimmed(self) -> Self {
        self
    }
}
