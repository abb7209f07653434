//! Buyers of leads: what they take, when, and at what price.

use chrono::{DateTime, Datelike, Duration, NaiveDate, NaiveTime, TimeZone, Timelike, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

/// A buyer of leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Buyer {
    /// Time-ordered.
    pub id: Uuid,
    /// Name.
    pub name: String,
    /// Address that leads are sent to.
    pub email: Option<String>,
    /// Webhook that leads are sent to, as the event `lead:assigned`.
    pub webhook_id: Option<Uuid>,
    /// Price of a lead, in cents.
    pub price_cents: i64,
    /// ISO 4217 code.
    #[schema(examples("USD"))]
    pub currency: String,
    /// Slugs of the verticals that the buyer takes; an empty list takes all.
    #[schema(value_type = Vec<String>)]
    pub verticals: Json<Vec<String>>,
    /// Places that the buyer takes, such as `Tulsa, OK`, or `OK` for all of a state; an empty list takes all.
    #[schema(value_type = Vec<String>)]
    pub places: Json<Vec<String>>,
    /// Maximum number of leads a day.
    pub daily_cap: Option<i32>,
    /// Maximum number of leads a month.
    pub monthly_cap: Option<i32>,
    /// Minute of the day from which leads are sent; `null` for all hours.
    pub opens_minute: Option<i32>,
    /// Minute of the day until which leads are sent; before `opensMinute`, it is of the next day.
    pub closes_minute: Option<i32>,
    /// Weekdays on which leads are sent, 1 (Monday) to 7; an empty list is every day.
    #[schema(value_type = Vec<i32>)]
    pub weekdays: Json<Vec<i32>>,
    /// IANA time zone of hours, days and months.
    #[schema(examples("America/Chicago"))]
    pub time_zone: String,
    /// Whether leads that the buyer takes go to exclusive buyers only: they wait for one.
    pub is_exclusive: bool,
    /// Order among buyers, 1 to 100; 1 is first.
    pub priority: i32,
    /// Whether no leads are sent.
    pub is_paused: bool,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

impl Buyer {
    /// Returns true if the buyer takes leads of a vertical and place. Unknown ones are only taken by buyers of all.
    #[must_use]
    pub fn takes(&self, vertical: Option<&str>, place: Option<&str>) -> bool {
        let verticals = &self.verticals.0;
        let is_of_trade = verticals.is_empty() || vertical.is_some_and(|slug| verticals.iter().any(|one| one == slug));
        let is_of_place = |place: &str| self.places.0.iter().any(|one| is_within(place, one));
        is_of_trade && (self.places.0.is_empty() || place.is_some_and(is_of_place))
    }

    /// Returns true within the buyer's hours and weekdays.
    #[must_use]
    pub fn is_open(&self, at: DateTime<Utc>) -> bool {
        let local = at.with_timezone(&self.zone());
        let minute = i32::try_from(local.num_seconds_from_midnight() / 60).unwrap_or(0);
        let (Some(opens), Some(closes)) = (self.opens_minute, self.closes_minute) else {
            return self.is_weekday(local.date_naive());
        };
        if opens < closes {
            return (opens..closes).contains(&minute) && self.is_weekday(local.date_naive());
        }
        // After midnight the hours of the previous day last.
        if minute < closes {
            return self.is_weekday(local.date_naive() - Duration::days(1));
        }
        minute >= opens && self.is_weekday(local.date_naive())
    }

    /// Returns the times at which the buyer's current day and month began.
    #[must_use]
    pub fn periods(&self, at: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
        let zone = self.zone();
        let day = at.with_timezone(&zone).date_naive();
        (beginning_of(zone, day), beginning_of(zone, day.with_day(1).unwrap_or(day)))
    }

    fn is_weekday(&self, day: NaiveDate) -> bool {
        let number = i32::try_from(day.weekday().number_from_monday()).unwrap_or(0);
        self.weekdays.0.is_empty() || self.weekdays.0.contains(&number)
    }

    fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }
}

/// Returns the time at which a day begins in a time zone. A day that begins with a skipped hour begins at its first one.
pub(super) fn beginning_of(zone: Tz, day: NaiveDate) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let local = zone.from_local_datetime(&midnight).earliest();
    let local = local.or_else(|| zone.from_local_datetime(&(midnight + Duration::hours(1))).earliest());
    local.map_or_else(|| midnight.and_utc(), |local| local.with_timezone(&Utc))
}

/// Returns true if a time zone is known.
#[must_use]
pub fn is_time_zone(name: &str) -> bool {
    name.parse::<Tz>().is_ok()
}

/// Returns true if a place is the other, or in the state that the other names.
fn is_within(place: &str, other: &str) -> bool {
    let (place, other) = (place.trim().to_lowercase(), other.trim().to_lowercase());
    place == other || place.rsplit_once(',').is_some_and(|(_, state)| state.trim() == other)
}

/// A buyer with the leads of the current day and month, and the time of the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Buyer.
    pub buyer: Buyer,
    /// Whether the email address, or an enabled webhook, can receive a lead.
    pub has_destination: bool,
    /// Leads of the current day.
    pub today: i64,
    /// Leads of the current month.
    pub this_month: i64,
    /// Time of the last lead.
    pub last_sent_at: Option<DateTime<Utc>>,
    /// Whether the buyer had this lead before.
    pub had_it: bool,
    /// Whether the buyer's webhook did not receive this lead: others come first.
    pub missed_it: bool,
}

impl Candidate {
    /// Returns true if the buyer can receive the lead at some time.
    const fn may_have_it(&self) -> bool {
        self.has_destination && !self.had_it && !self.buyer.is_paused
    }

    fn is_free(&self, at: DateTime<Utc>) -> bool {
        let is_below = |cap: Option<i32>, count: i64| cap.is_none_or(|cap| count < i64::from(cap));
        let buyer = &self.buyer;
        self.may_have_it()
            && buyer.is_open(at)
            && is_below(buyer.daily_cap, self.today)
            && is_below(buyer.monthly_cap, self.this_month)
    }
}

/// Returns the buyer of a lead: of those who take it and are free, those whose webhook did not miss it first, then by
/// priority, by price, and who has waited longest. If an exclusive buyer takes it and is not paused, only exclusive buyers get it. No buyer gets it twice.
#[must_use]
pub fn choose<'a>(
    candidates: &'a [Candidate], vertical: Option<&str>, place: Option<&str>, at: DateTime<Utc>,
) -> Option<&'a Candidate> {
    first(candidates, vertical, place, |one| one.is_free(at))
}

/// Returns the buyer whom [`choose`] would return if all were open and below their caps.
#[must_use]
pub fn next<'a>(candidates: &'a [Candidate], vertical: Option<&str>, place: Option<&str>) -> Option<&'a Candidate> {
    first(candidates, vertical, place, Candidate::may_have_it)
}

fn first<'a>(
    candidates: &'a [Candidate], vertical: Option<&str>, place: Option<&str>, is_right: impl Fn(&Candidate) -> bool,
) -> Option<&'a Candidate> {
    let taking: Vec<&Candidate> = candidates.iter().filter(|one| one.buyer.takes(vertical, place)).collect();
    let is_reserved = taking.iter().any(|one| one.buyer.is_exclusive && !one.buyer.is_paused);
    let allowed = taking.into_iter().filter(|one| !is_reserved || one.buyer.is_exclusive);
    allowed.filter(|one| is_right(one)).min_by_key(|one| {
        (one.missed_it, one.buyer.priority, std::cmp::Reverse(one.buyer.price_cents), one.last_sent_at, one.buyer.id)
    })
}
