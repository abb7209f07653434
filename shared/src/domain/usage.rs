//! Limits of the operator for a workspace, and what a workspace uses of them.

use std::time::Duration;

use chrono::{DateTime, NaiveTime, Utc};

use super::text_enum;

text_enum! {
    /// A limit of the operator for each workspace.
    UsageLimit {
        /// Bytes of uploads, imported rows, versions of documents and own packs.
        Storage = "storage",
        /// Runs started on a day.
        Runs = "runs",
        /// Emails sent on a day.
        Emails = "emails",
        /// URLs of stored crawls.
        Crawls = "crawls",
    }
}

/// What a workspace uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Bytes of uploads, imported rows, versions of documents and own packs.
    pub storage_bytes: i64,
    /// Runs started on the day.
    pub runs: i64,
    /// Emails sent on the day.
    pub emails: i64,
    /// URLs of stored crawls, with the maximum of those under way.
    pub crawl_urls: i64,
}

/// A request that exceeds a limit of its workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverLimit {
    /// The limit.
    pub limit: UsageLimit,
    /// What the workspace uses without the request.
    pub used: i64,
    /// What the request needs.
    pub wanted: i64,
    /// The maximum.
    pub most: i64,
    /// Time of the request.
    pub at: DateTime<Utc>,
}

impl OverLimit {
    /// Returns when the count of the day starts again; `None` for what the workspace frees itself.
    #[must_use]
    pub fn frees_at(&self) -> Option<DateTime<Utc>> {
        match self.limit {
            UsageLimit::Storage | UsageLimit::Crawls => None,
            UsageLimit::Runs | UsageLimit::Emails => Some(next_day(self.at)),
        }
    }

    /// Returns the time until [`Self::frees_at`].
    #[must_use]
    pub fn frees_in(&self) -> Option<Duration> {
        (self.frees_at()? - self.at).to_std().ok()
    }
}

impl std::fmt::Display for OverLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { limit, used, wanted, most, .. } = *self;
        match limit {
            UsageLimit::Storage => write!(
                f,
                "This workspace stores {} of {}, and this needs at least {}. Undo imports or delete websites or \
                 documents that you no longer need. Uploads that were not imported are deleted after 7 days.",
                Megabytes(used),
                Megabytes(most),
                Megabytes(wanted)
            ),
            UsageLimit::Runs if wanted > 1 => write!(
                f,
                "This workspace has started {used} of {most} runs today, and this needs {wanted}. The count starts \
                 again at 00:00 UTC."
            ),
            UsageLimit::Runs => {
                write!(
                    f,
                    "This workspace has started {used} of {most} runs today. The count starts again at 00:00 UTC."
                )
            }
            UsageLimit::Crawls => write!(
                f,
                "Crawls of this workspace store {used} of {most} URLs, with the maximum of those under way, and this one may \
                 add {wanted}. Delete crawls, or lower the maximum number of URLs."
            ),
            UsageLimit::Emails => {
                write!(f, "This workspace has sent {used} of {most} emails today. The count starts again at 00:00 UTC.")
            }
        }
    }
}

/// Bytes as megabytes (of 2^20 bytes, as the web app shows them) with a decimal, rounded up.
struct Megabytes(i64);

impl std::fmt::Display for Megabytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (i128::from(self.0.max(0)) * 10 + (1 << 20) - 1) >> 20;
        write!(f, "{}.{} MB", tenths / 10, tenths % 10)
    }
}

/// Returns the start of the next day (UTC).
#[must_use]
pub fn next_day(at: DateTime<Utc>) -> DateTime<Utc> {
    at.date_naive().succ_opt().unwrap_or(at.date_naive()).and_time(NaiveTime::MIN).and_utc()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(limit: UsageLimit, wanted: i64) -> OverLimit {
        let at = "2026-11-23T22:00:00Z".parse().expect("a time");
        OverLimit { limit, used: 1_940_000, wanted, most: 2_000_000, at }
    }

    #[test]
    fn messages_state_use_maximum_and_what_to_do() {
        let storage = over(UsageLimit::Storage, 100_001).to_string();
        assert!(
            storage.starts_with("This workspace stores 1.9 MB of 2.0 MB, and this needs at least 0.1 MB."),
            "{storage}"
        );
        assert!(over(UsageLimit::Runs, 1).to_string().contains("1940000 of 2000000 runs today. The count"));
        assert!(over(UsageLimit::Runs, 20).to_string().contains("and this needs 20"));
    }

    #[test]
    fn counts_of_a_day_free_at_midnight_and_storage_does_not() {
        let midnight: DateTime<Utc> = "2026-11-24T00:00:00Z".parse().expect("a time");
        assert_eq!(over(UsageLimit::Emails, 1).frees_at(), Some(midnight));
        assert_eq!(over(UsageLimit::Emails, 1).frees_in(), Some(Duration::from_hours(2)));
        assert_eq!(over(UsageLimit::Storage, 1).frees_at(), None);
    }
}
