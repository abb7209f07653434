//! Days on which new sites of a workspace go live: search engines distrust many new sites at once.

use std::collections::BTreeMap;

use chrono::{DateTime, Days as Later, NaiveDate, NaiveTime, Utc};
use uuid::Uuid;

use crate::store::{Result, Tx, macros::*};

/// Free places of the days from now on.
#[derive(Debug)]
pub(super) struct Days {
    now: DateTime<Utc>,
    per_day: i64,
    taken: BTreeMap<NaiveDate, i64>,
    day: NaiveDate,
}

impl Days {
    /// Loads how many sites of the workspace went live for the first time today, and how many are to do so.
    pub(super) async fn load(tx: &mut Tx, workspace_id: Uuid, per_day: u32, now: DateTime<Utc>) -> Result<Self> {
        let today = now.date_naive();
        let mut taken = BTreeMap::new();
        let launched = query_value!(
            &mut *tx,
            i64,
            "SELECT COUNT(*) FROM (SELECT website_id FROM releases WHERE workspace_id = $1
               AND first_deployed_at IS NOT NULL GROUP BY website_id HAVING MIN(first_deployed_at) >= $2) AS launched",
            workspace_id,
            today.and_time(NaiveTime::MIN).and_utc()
        )?;
        taken.insert(today, launched);
        let planned = query_all!(
            &mut *tx,
            (DateTime<Utc>,),
            "SELECT r.run_at FROM sites s JOIN runs r ON r.id = s.run_id
              WHERE s.workspace_id = $1 AND s.status = 'deploying' AND r.finished_at IS NULL AND NOT EXISTS
                (SELECT 1 FROM releases f WHERE f.website_id = s.website_id AND f.first_deployed_at IS NOT NULL)",
            workspace_id
        )?;
        for (run_at,) in planned {
            *taken.entry(run_at.date_naive().max(today)).or_default() += 1;
        }
        Ok(Self { now, per_day: i64::from(per_day.max(1)), taken, day: today })
    }

    /// Takes the first free place; returns the time from which it may be used.
    pub(super) fn next(&mut self) -> DateTime<Utc> {
        loop {
            let taken = self.taken.entry(self.day).or_default();
            if *taken < self.per_day {
                *taken += 1;
                return self.day.and_time(NaiveTime::MIN).and_utc().max(self.now);
            }
            let Some(next) = self.day.checked_add_days(Later::new(1)) else { return self.now };
            self.day = next;
        }
    }
}
