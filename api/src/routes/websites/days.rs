//! A requested range of days.

use chrono::NaiveDate;

use crate::error::{ApiError, Result};

/// First and last day, both inclusive; open if not given.
#[derive(Debug)]
pub(super) struct Days {
    from: Option<String>,
    to: Option<String>,
}

impl Days {
    pub(super) fn new(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Result<Self> {
        if from.zip(to).is_some_and(|(from, to)| to < from) {
            return Err(ApiError::invalid("/to", "The last day must not be before the first."));
        }
        Ok(Self { from: from.map(|day| day.to_string()), to: to.map(|day| day.to_string()) })
    }

    /// Returns true if the range contains a day, `YYYY-MM-DD`.
    pub(super) fn contain(&self, day: &str) -> bool {
        self.from.as_deref().is_none_or(|from| day >= from) && self.to.as_deref().is_none_or(|to| day <= to)
    }
}
