//! Hashes of visitors: the same for all events of a day on a website, and unrelated on another day or website.

use chrono::{DateTime, NaiveDate, Utc};
use shared::{
    config::Secret,
    store::{Db, StoreError, visit},
};
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::auth::key::{Keys, random_token};

/// Key of the current day. The database deletes it at the end of the day; nobody can then tell whose hash it was.
#[derive(Debug, Default)]
pub(crate) struct Visitors(Mutex<Option<(NaiveDate, Keys)>>);

impl Visitors {
    /// Returns the visitor's hash.
    pub(crate) async fn hash(
        &self, db: &Db, at: DateTime<Utc>, website_id: Uuid, network: &str, user_agent: &str,
    ) -> Result<i64, StoreError> {
        let key = self.key(db, at.date_naive()).await?;
        let hash = key.derive("visitor", format!("{website_id} {network} {user_agent}").as_bytes());
        Ok(hash.iter().take(8).fold(0, |value, byte| (value << 8) | i64::from(*byte)))
    }

    async fn key(&self, db: &Db, day: NaiveDate) -> Result<Keys, StoreError> {
        let mut current = self.0.lock().await;
        if let Some((of, key)) = current.as_ref()
            && *of == day
        {
            return Ok(key.clone());
        }
        let secret = visit::key_of(db, day, &random_token()).await?;
        let key = Keys::new(&Secret::new(secret));
        *current = Some((day, key.clone()));
        Ok(key)
    }
}
