//! Visits of websites, as the beacon on their pages reports them.
//!
//! A visit is a series of page views by one visitor with less than 30 minutes between two of them, as in Google Analytics.
//! No cookie and no address is stored: a visitor is a keyed hash of the day, which cannot be repeated on the next day.

mod agent;
mod source;

pub use agent::{Device, device, is_bot};
pub use source::{Source, source};

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::text_enum;

/// Minutes without an event after which the next one begins another visit.
pub const PAUSE_MINUTES: i64 = 30;
/// Stands for pages and sources beyond the daily maximum.
pub const OTHER: &str = "(other)";

text_enum! {
    /// Group of sources of visits.
    Channel {
        /// No referrer: typed, bookmarked, an app, or hidden by the referring page.
        Direct = "direct",
        /// Results of search engines, with AI overviews, which cannot be distinguished.
        Search = "search",
        /// Answers of AI assistants.
        Ai = "ai",
        /// Social networks.
        Social = "social",
        /// Links in emails, by `utm_medium`.
        Email = "email",
        /// Paid placements, by `utm_medium` or the identifier of a click on an ad.
        Paid = "paid",
        /// Links on other websites.
        Referral = "referral",
    }
}

text_enum! {
    /// What a visitor did, in the order of the funnel.
    VisitAction {
        /// Opened a page.
        View = "view",
        /// Stayed for ten seconds, or opened a second page.
        Engage = "engage",
        /// Tapped a telephone number or an email address, or began a form.
        Contact = "contact",
        /// Sent a form, or what the website's own script reports as a conversion.
        Convert = "convert",
    }
}

impl VisitAction {
    /// Step of the funnel, from 0.
    #[must_use]
    pub const fn step(self) -> i32 {
        self as i32
    }
}

/// Where and how visits began: the key under which they are counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// Path of the first page.
    pub page: String,
    /// Group of the source.
    pub channel: Channel,
    /// Host of the source, or the name in `utm_source`; empty for none.
    pub source: String,
    /// Kind of device.
    pub device: Device,
}

/// A visit that may go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// Hash of the visitor, different on each day and on each website.
    pub visitor: i64,
    /// Website.
    pub website_id: Uuid,
    /// Time of the first event.
    pub started_at: DateTime<Utc>,
    /// Time of the last event.
    pub last_at: DateTime<Utc>,
    /// Where and how it began.
    pub origin: Origin,
    /// Page views.
    pub views: i64,
    /// Highest [`VisitAction::step`] that it reached.
    pub step: i32,
}

/// Counts of visits. A visit counts once in each step that it reached, on the day on which it began.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Visits.
    pub visits: i64,
    /// Page views.
    pub views: i64,
    /// Visits with a second page or ten seconds of attention.
    pub engaged: i64,
    /// Visits with a contact.
    pub contacts: i64,
    /// Visits with a conversion.
    pub conversions: i64,
    /// Value of all conversions, in cents.
    pub value_cents: i64,
}

/// Filter of conversions.
#[derive(Debug, Clone, Default)]
pub struct ConversionFilter {
    /// Text in the name, the page, the first page or the source, without regard to case.
    pub contains: Option<String>,
    /// Group of sources.
    pub channel: Option<Channel>,
    /// Kind of device.
    pub device: Option<Device>,
    /// At this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Before this time.
    pub until: Option<DateTime<Utc>>,
}

/// A share with its 95 % interval, all 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The share.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Counts {
    /// Returns the share of visits with a conversion; `None` without visits.
    #[must_use]
    pub fn conversion_rate(&self) -> Option<Share> {
        wilson(self.conversions, self.visits)
    }
}

/// Interval of a share of counts. Source: Wilson (1927), as in Brown, Cai and DasGupta (2001), equation 4, at 95 %.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn wilson(hits: i64, of: i64) -> Option<Share> {
    const Z: f64 = 1.959_963_984_540_054;
    if of <= 0 {
        return None;
    }
    let n = of as f64;
    let value = hits.clamp(0, of) as f64 / n;
    let middle = (value + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
    Some(Share { value, low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.visits += other.visits;
        self.views += other.views;
        self.engaged += other.engaged;
        self.contacts += other.contacts;
        self.conversions += other.conversions;
        self.value_cents = self.value_cents.saturating_add(other.value_cents);
    }
}

/// A conversion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Conversion {
    /// Time-ordered.
    pub id: Uuid,
    /// Time.
    pub at: DateTime<Utc>,
    /// Name of the form, or the name that the website's script reports; may be empty.
    pub name: String,
    /// Path of the page on which it happened.
    pub page: String,
    /// Path of the first page of the visit.
    pub entry_page: String,
    /// Group of the visit's source.
    pub channel: Channel,
    /// The visit's source; empty for none.
    pub source: String,
    /// Kind of device.
    pub device: Device,
    /// Value in cents, if the website's script reports one.
    pub value_cents: Option<i64>,
}

/// Counts of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct VisitDay {
    /// Day, in UTC.
    pub day: NaiveDate,
    /// Counts.
    #[serde(flatten)]
    pub counts: Counts,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_of_a_share_is_that_of_statsmodels() {
        // proportion_confint(count, nobs, method="wilson") of statsmodels 0.15.
        for (hits, of, low, high) in [
            (0, 10, 0.0, 0.277_533),
            (9, 312, 0.015_249, 0.053_904),
            (5, 5, 0.565_518, 1.0),
            (50, 100, 0.403_832, 0.596_168),
        ] {
            let share = wilson(hits, of).expect("a share");
            assert!((share.low - low).abs() < 1e-5 && (share.high - high).abs() < 1e-5, "{hits} of {of}: {share:?}");
        }
        assert_eq!(wilson(0, 0), None);
    }
}
