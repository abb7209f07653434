//! What a workspace does with leads and rent.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use utoipa::ToSchema;

/// What a workspace does with leads and rent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct LeadSettings {
    /// Days after which the personal data of leads are erased, 1 to 3,650; `null` for never. Those of spam are erased after
    /// at most 30 days.
    pub erase_after_days: Option<i32>,
    /// Whether a rejected lead is offered to the next buyer.
    pub offers_rejected: bool,
    /// IANA time zone of the days on which rent is invoiced, and of the days of leads, rent and payments in the ledger.
    #[schema(examples("America/Chicago"))]
    pub time_zone: String,
    /// Days in which an invoice is to be paid, 0 to 90.
    pub payment_days: i32,
    /// Whether an invoice is emailed to the tenant on the day of issue.
    pub emails_invoices: bool,
}

impl Default for LeadSettings {
    fn default() -> Self {
        Self {
            erase_after_days: None,
            offers_rejected: false,
            time_zone: "UTC".to_owned(),
            payment_days: 14,
            emails_invoices: false,
        }
    }
}

impl LeadSettings {
    /// Returns the time zone; UTC if it is unknown.
    #[must_use]
    pub fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }

    /// Returns the local day.
    #[must_use]
    pub fn day(&self, at: DateTime<Utc>) -> NaiveDate {
        at.with_timezone(&self.zone()).date_naive()
    }

    /// Returns the time in the ledger of what happens now: its day is the local day.
    #[must_use]
    pub fn ledger_time(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        Self::time_on(self.day(now), now)
    }

    /// Returns a time for the ledger, whose days are those of UTC, so that a transaction has this day also where it is another day
    /// than in UTC: `now`, or noon of the day.
    #[must_use]
    pub fn time_on(day: NaiveDate, now: DateTime<Utc>) -> DateTime<Utc> {
        if day == now.date_naive() { now } else { day.and_hms_opt(12, 0, 0).map_or(now, |noon| noon.and_utc()) }
    }
}
