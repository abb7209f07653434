//! Rentals: a business rents a website at a monthly price and gets its leads.

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{buyer::beginning_of, text_enum};

/// Lowest monthly price, in cents: every day of it is at least three cents.
pub const LEAST_PRICE_CENTS: i64 = 100;
/// Last day of the month on which rent can be invoiced: every month has it.
pub const LAST_BILLING_DAY: i32 = 28;

text_enum! {
    /// Status of a rental.
    RentalStatus {
        /// Offered to a business, whose record may be incomplete.
        Offered = "offered",
        /// A user has verified the record of the tenant.
        Verified = "verified",
        /// The tenant gets the website's leads and pays rent.
        Active = "active",
        /// It ended. Leads go to buyers again.
        Ended = "ended",
    }
}

text_enum! {
    /// Whether the live release of a rented site names the tenant. Its leads go to whom it names.
    RentalDisclosure {
        /// The rental is active, and the live release does not name the tenant yet. Leads go to buyers or to the previous
        /// tenant until a release that names the tenant is approved and live.
        Pending = "pending",
        /// The live release names the tenant.
        Stated = "stated",
        /// The live release names the tenant as of an earlier build; a newer release is built or waits for approval.
        Changing = "changing",
        /// The rental ended, and the live release still names the tenant. Leads go to the tenant until a release without the
        /// tenant is approved and live.
        Ending = "ending",
    }
}

text_enum! {
    /// A change of a rental's status by a user.
    RentalMove {
        /// States that the record of the tenant is complete and correct.
        Verify = "verify",
        /// Returns to the offer, because the record changes.
        Revise = "revise",
        /// Gives the website to the tenant.
        Activate = "activate",
        /// Ends the rental, or withdraws the offer.
        End = "end",
    }
}

impl RentalStatus {
    /// Returns the status after a move; `None` if the move is not allowed.
    #[must_use]
    pub const fn after(self, by: RentalMove) -> Option<Self> {
        match (self, by) {
            (Self::Offered, RentalMove::Verify) => Some(Self::Verified),
            (Self::Verified, RentalMove::Revise) => Some(Self::Offered),
            (Self::Verified, RentalMove::Activate) => Some(Self::Active),
            (Self::Offered | Self::Verified | Self::Active, RentalMove::End) => Some(Self::Ended),
            _ => None,
        }
    }

    /// Returns the allowed moves.
    #[must_use]
    pub fn moves(self) -> Vec<RentalMove> {
        RentalMove::ALL.iter().copied().filter(|by| self.after(*by).is_some()).collect()
    }
}

/// A business that rents a website. Empty texts are unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase", default)]
pub struct Tenant {
    /// Name.
    #[sqlx(rename = "tenant_name")]
    pub name: String,
    /// Street with number.
    pub street: String,
    /// City.
    pub city: String,
    /// State, such as `OK`.
    pub state: String,
    /// Postal code.
    pub postal_code: String,
    /// Telephone number in E.164, such as `+19185550123`.
    pub phone: String,
    /// Address that leads are sent to.
    pub email: String,
    /// Own website.
    pub url: Option<String>,
    /// Licence with its number.
    pub licence: Option<String>,
}

impl Tenant {
    /// Returns the names of missing fields, as in JSON. A verified record has none.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        let fields = [
            ("name", &self.name),
            ("street", &self.street),
            ("city", &self.city),
            ("state", &self.state),
            ("postalCode", &self.postal_code),
            ("phone", &self.phone),
            ("email", &self.email),
        ];
        fields.into_iter().filter(|(_, text)| text.is_empty()).map(|(name, _)| name).collect()
    }
}

/// Returns true for a telephone number in E.164: `+` and 8 to 15 digits, the first of which is not 0.
#[must_use]
pub fn is_e164(phone: &str) -> bool {
    let Some(digits) = phone.strip_prefix('+') else { return false };
    (8..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0')
}

/// A website that a business rents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Rental {
    /// Time-ordered.
    pub id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Its name.
    pub website_name: String,
    /// Status.
    pub status: RentalStatus,
    /// Business that rents it.
    #[sqlx(flatten)]
    pub tenant: Tenant,
    /// Time at which the record of the tenant was verified.
    pub verified_at: Option<DateTime<Utc>>,
    /// User who verified it.
    pub verified_by: Option<Uuid>,
    /// Name of that user, unless deleted.
    pub verified_by_name: Option<String>,
    /// Rent of a month, in cents.
    pub price_cents: i64,
    /// ISO 4217 code.
    #[schema(examples("USD"))]
    pub currency: String,
    /// First day of the rent.
    pub starts_on: NaiveDate,
    /// Last day of the rent; `null` for an open end.
    pub ends_on: Option<NaiveDate>,
    /// Day of the month on which its rent is invoiced, 1 to 28.
    pub billing_day: i32,
    /// First day without an invoice. Rent counts from `startsOn`, or from the day on which the live site first names the tenant,
    /// if that is later.
    pub next_period_on: NaiveDate,
    /// Time at which it was activated.
    pub activated_at: Option<DateTime<Utc>>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
    /// Whether the live release of the site names the tenant; `null` for a website that is no live site, and for offers.
    pub disclosure: Option<RentalDisclosure>,
    /// What is owed to the tenant for paid days after the end, in cents: credit that is neither used nor paid back.
    pub credit_cents: i64,
}

/// A period of rent: a calendar month, or the days of one on which the website is rented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
    /// Day on which it is invoiced, within the period.
    pub issue_on: NaiveDate,
    /// Rent in cents.
    pub cents: i64,
}

impl Rental {
    /// Returns the next period to invoice; `None` after the last day.
    ///
    /// It is invoiced on the billing day, on its first day if the rental starts later, or on its last day if the rental
    /// ends before.
    #[must_use]
    pub fn next_period(&self) -> Option<Period> {
        let from = self.next_period_on;
        let to = self.ends_on.map_or(last_of_month(from), |end| end.min(last_of_month(from)));
        if to < from {
            return None;
        }
        let billing = u32::try_from(self.billing_day).ok().and_then(|day| from.with_day(day)).unwrap_or(from);
        let cents = rent(self.price_cents, from, to);
        Some(Period { from, to, issue_on: billing.clamp(from, to), cents })
    }

    /// Returns the time at which an invoice or the end is due.
    #[must_use]
    pub fn next_at(&self, zone: Tz) -> Option<DateTime<Utc>> {
        let invoice = self.next_period().map(|period| beginning_of(zone, period.issue_on));
        let after = self.ends_on.and_then(|day| day.checked_add_days(Days::new(1)));
        let end = after.map(|day| beginning_of(zone, day));
        match self.status {
            RentalStatus::Active => invoice.into_iter().chain(end).min(),
            RentalStatus::Ended if self.activated_at.is_some() => invoice,
            _ => None,
        }
    }
}

/// Returns the rent of days of one calendar month: the monthly price times the share of the month's days, in whole cents,
/// where half a cent is rounded up. A whole month is the price.
#[must_use]
pub fn rent(price_cents: i64, from: NaiveDate, to: NaiveDate) -> i64 {
    let of_month = i64::from(last_of_month(from).day());
    let days = (to - from).num_days() + 1;
    price_cents.saturating_mul(2 * days).saturating_add(of_month) / (2 * of_month)
}

/// Returns the last day of a day's month.
fn last_of_month(day: NaiveDate) -> NaiveDate {
    let next = day.with_day(1).and_then(|first| first.checked_add_months(Months::new(1)));
    next.and_then(|first| first.pred_opt()).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn rental(starts_on: &str, ends_on: Option<&str>, billing_day: i32) -> Rental {
        Rental {
            id: Uuid::nil(),
            website_id: Uuid::nil(),
            website_name: String::new(),
            status: RentalStatus::Active,
            tenant: Tenant::default(),
            verified_at: None,
            verified_by: None,
            verified_by_name: None,
            price_cents: 90_000,
            currency: "USD".to_owned(),
            starts_on: day(starts_on),
            ends_on: ends_on.map(day),
            billing_day,
            next_period_on: day(starts_on),
            activated_at: Some(DateTime::UNIX_EPOCH),
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
            disclosure: None,
            credit_cents: 0,
        }
    }

    fn periods(mut rental: Rental) -> Vec<(String, String, String, i64)> {
        let mut all = Vec::new();
        while let Some(one) = rental.next_period().filter(|_| all.len() < 4) {
            all.push((one.from.to_string(), one.to.to_string(), one.issue_on.to_string(), one.cents));
            rental.next_period_on = one.to.succ_opt().expect("a day");
        }
        all
    }

    #[test]
    fn moves_follow_the_order_and_an_ended_rental_allows_none() {
        let of = |status: RentalStatus| status.moves();
        assert_eq!(of(RentalStatus::Offered), [RentalMove::Verify, RentalMove::End]);
        assert_eq!(of(RentalStatus::Verified), [RentalMove::Revise, RentalMove::Activate, RentalMove::End]);
        assert_eq!(of(RentalStatus::Active), [RentalMove::End]);
        assert_eq!(of(RentalStatus::Ended), []);
    }

    #[test]
    fn rent_of_part_of_a_month_is_by_days_and_rounds_half_a_cent_up() {
        assert_eq!(rent(90_000, day("2026-11-01"), day("2026-11-30")), 90_000);
        assert_eq!(rent(90_000, day("2026-11-16"), day("2026-11-30")), 45_000);
        assert_eq!(rent(10_000, day("2026-10-31"), day("2026-10-31")), 323, "322.58");
        assert_eq!(rent(10_000, day("2026-02-01"), day("2026-02-03")), 1_071, "1071.43");
        assert_eq!(rent(10_000, day("2028-02-01"), day("2028-02-03")), 1_034, "1034.48, of 29 days");
        assert_eq!(rent(105, day("2026-11-01"), day("2026-11-01")), 4, "3.5");
        assert_eq!(rent(LEAST_PRICE_CENTS, day("2026-12-31"), day("2026-12-31")), 3);
    }

    #[test]
    fn periods_are_calendar_months_and_the_first_and_last_are_partial() {
        let all = periods(rental("2026-11-16", Some("2027-01-10"), 5));
        let wanted = [
            ("2026-11-16", "2026-11-30", "2026-11-16", 45_000),
            ("2026-12-01", "2026-12-31", "2026-12-05", 90_000),
            ("2027-01-01", "2027-01-10", "2027-01-05", 29_032),
        ];
        assert_eq!(all, wanted.map(|(from, to, on, cents)| (from.to_owned(), to.to_owned(), on.to_owned(), cents)));
        let within = periods(rental("2026-02-10", Some("2026-02-12"), 28));
        assert_eq!(within, [("2026-02-10".to_owned(), "2026-02-12".to_owned(), "2026-02-12".to_owned(), 9_643)]);
        assert!(periods(rental("2026-02-10", Some("2026-02-09"), 1)).is_empty(), "it never began");
        assert_eq!(periods(rental("2026-02-10", None, 1)).len(), 4, "an open end");
    }

    #[test]
    fn next_time_is_the_beginning_of_the_local_day() {
        let zone = chrono_tz::America::Chicago;
        let mut one = rental("2026-11-01", Some("2026-11-20"), 10);
        assert_eq!(one.next_at(zone).map(|at| at.to_rfc3339()), Some("2026-11-10T06:00:00+00:00".to_owned()));
        one.next_period_on = day("2026-11-21");
        assert_eq!(one.next_at(zone).map(|at| at.to_rfc3339()), Some("2026-11-21T06:00:00+00:00".to_owned()));
        one.status = RentalStatus::Ended;
        assert_eq!(one.next_at(zone), None);
        one.next_period_on = day("2026-11-11");
        assert!(one.next_at(zone).is_some(), "the last days are invoiced after the end");
        one.activated_at = None;
        assert_eq!(one.next_at(zone), None, "an offer that was withdrawn costs nothing");
    }

    #[test]
    fn telephone_numbers_are_e164() {
        for right in ["+19185550123", "+4915112345678", "+12345678"] {
            assert!(is_e164(right), "{right}");
        }
        for wrong in
            ["", "+", "19185550123", "+0918555", "+1918555012345678", "+1 918 555", "+1918555012a", "+١٢٣٤٥٦٧٨"]
        {
            assert!(!is_e164(wrong), "{wrong}");
        }
    }
}
