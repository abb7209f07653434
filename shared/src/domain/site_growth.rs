//! Growth of sites: the planned pages that a launch has no room for follow afterwards, some on each day (UTC).

use chrono::{DateTime, Days, Duration, NaiveTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    site::{Site, SiteStatus},
    text_enum,
};

/// Minutes of a day in which new pages are built. The last hours are left to finish them on the same day.
const MINUTES: u64 = 20 * 60;

text_enum! {
    /// Status of the growth of a site.
    GrowthStatus {
        /// The site was not launched yet.
        Planned = "planned",
        /// The next pages follow by themselves.
        Growing = "growing",
        /// A person paused it.
        Paused = "paused",
        /// Something else must happen first.
        Stopped = "stopped",
        /// All planned pages are live.
        Complete = "complete",
    }
}

/// A planned page that waits for room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComingPage {
    /// Path that it will have.
    #[schema(examples("/areas/broken-arrow-ok/"))]
    pub path: String,
    /// Words in the navigation that it will have.
    #[schema(examples("Broken Arrow"))]
    pub label: String,
}

/// A planned page that no build could write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageLeftOut {
    /// Path that it would have.
    pub path: String,
    /// Words in the navigation that it would have.
    pub label: String,
    /// Why it could not be written, and what to add.
    pub reason: String,
}

/// Growth of a site.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct SiteGrowth {
    /// Site.
    pub website_id: Uuid,
    /// Number of planned pages that wait for room.
    pub later: i32,
    /// Pages that no build could write.
    pub left_out: Json<Vec<PageLeftOut>>,
    /// Whether a person paused it.
    pub is_paused: bool,
    /// Release with new pages that is not live yet and that needs no approval of its own.
    pub release_id: Option<Uuid>,
    /// Time of the next pages.
    pub next_at: Option<DateTime<Utc>>,
    /// Number of pages of the live release; `None` if the site is not live.
    pub live_pages: Option<i32>,
}

impl SiteGrowth {
    /// Returns true if new pages of the site may be built at their time: it is live and not rented, nothing else works on it,
    /// and no release of it waits for a person.
    #[must_use]
    pub fn may_start(&self, site: &Site) -> bool {
        let Some(latest) = site.latest_release_id.filter(|_| site.latest_is_blocked == Some(false)) else {
            return false;
        };
        let is_next =
            if site.live_release_id == Some(latest) { self.later > 0 } else { self.release_id == Some(latest) };
        is_next && self.may_release(site) && site.run_at_work().is_none()
    }

    /// Returns true if new pages of the site may go live without an approval of their own.
    #[must_use]
    pub fn may_release(&self, site: &Site) -> bool {
        !self.is_paused && site.live_release_id.is_some() && site.tenant.is_none() && site.archived_at.is_none()
    }

    /// Returns the status, and what must happen first if it is stopped. `is_stopped` is that of the kill switch.
    #[must_use]
    pub fn status(&self, site: &Site, is_stopped: bool) -> (GrowthStatus, Option<String>) {
        let is_done =
            self.later == 0 && site.live_release_id.is_some() && site.live_release_id == site.latest_release_id;
        let was_launched = site.live_release_id.is_some() || site.status == SiteStatus::Offline;
        match () {
            () if is_done => (GrowthStatus::Complete, None),
            () if self.is_paused => (GrowthStatus::Paused, None),
            () if !was_launched => (GrowthStatus::Planned, None),
            () => match self.obstacle(site, is_stopped) {
                Some(detail) => (GrowthStatus::Stopped, Some(detail)),
                None => (GrowthStatus::Growing, None),
            },
        }
    }

    fn obstacle(&self, site: &Site, is_stopped: bool) -> Option<String> {
        if site.live_release_id.is_none() {
            return Some("The site is offline. Deploy it again.".to_owned());
        }
        if site.tenant.is_some() {
            return Some("The site is rented. It gets new pages after the rental.".to_owned());
        }
        if is_stopped {
            return Some("The kill switch is on.".to_owned());
        }
        let is_own = site.live_release_id == site.latest_release_id || site.latest_release_id == self.release_id;
        let number = site.latest_number.unwrap_or_default();
        match site.latest_is_blocked {
            _ if site.run_at_work().is_some() => None,
            Some(true) => Some(format!(
                "The checks block release {number}. Mend what they found, build the site again, and approve and deploy the release."
            )),
            _ if !is_own => {
                Some(format!("Release {number} is not live. Approve and deploy it; more pages follow then."))
            }
            _ => None,
        }
    }
}

/// Returns the time of the next pages of a site on the day after `now`. Each site has its own minute of the day, so that not
/// all sites grow at the same time.
#[must_use]
pub fn next_time(site_id: Uuid, now: DateTime<Utc>) -> DateTime<Utc> {
    let (_, random) = site_id.as_u64_pair();
    let minute = i64::try_from(random % MINUTES).unwrap_or_default();
    let day = now.date_naive().checked_add_days(Days::new(1)).unwrap_or_else(|| now.date_naive());
    day.and_time(NaiveTime::MIN).and_utc() + Duration::minutes(minute)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_time_is_on_the_next_day_and_early_enough_to_finish_on_it() {
        for text in ["2026-11-26T00:00:00Z", "2026-11-26T23:59:59Z"] {
            let now: DateTime<Utc> = text.parse().expect("a time");
            for id in [Uuid::nil(), Uuid::max(), Uuid::from_u128(0x1234_5678_9ABC)] {
                let next = next_time(id, now);
                assert_eq!(next.date_naive().to_string(), "2026-11-27", "{id}");
                assert!(next.time() < "20:00:00".parse().expect("a time"), "{next}");
                assert_eq!(next, next_time(id, now), "{id}");
            }
        }
    }
}
