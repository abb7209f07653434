//! Collects observations and other records in the order of columns that the store expects.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shared::{
    domain::imported::{Backlink, CrawlerVisits, Lead, PageSessions, RecordKind, Revenue},
    store::{Executor, StoreError, import, imported},
};

use super::convert::stored;
use crate::collect::import::{Observed, ObservedRow};

/// Table of a record; observations share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Observations,
    Of(RecordKind),
}

/// Records of one table, as a JSON list without its brackets.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    place: Place,
    first_no: i64,
    count: i64,
    json: String,
}

/// Records that are not yet written, by table.
#[derive(Debug)]
pub(super) struct Records {
    tables: Vec<Rows>,
    batch_id: i64,
}

impl Records {
    pub(super) fn new(batch_id: i64) -> Self {
        let places = RecordKind::ALL.iter().copied().map(Place::Of);
        let table = |place| Rows { place, first_no: 0, count: 0, json: String::new() };
        Self { tables: std::iter::once(Place::Observations).chain(places).map(table).collect(), batch_id }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// Returns an error if it cannot be written as JSON.
    pub(super) fn push(&mut self, row: &ObservedRow) -> Result<(), serde_json::Error> {
        let place = place_of(&row.observed);
        let Some(table) = self.tables.iter_mut().find(|table| table.place == place) else { return Ok(()) };
        let no = table.first_no + table.count;
        let values = match &row.observed {
            Observed::Backlink(link) => backlink(link).to_string(),
            Observed::Sessions(sessions) => page_sessions(sessions).to_string(),
            Observed::Lead(one) => lead(one, self.batch_id, no).to_string(),
            Observed::Revenue(one) => revenue(one, self.batch_id, no).to_string(),
            Observed::CrawlerVisits(one) => crawler_visits(one, self.batch_id, no).to_string(),
            observed => {
                let day = row.day.map(|day| day.to_string());
                let kind = observed.observation();
                let (kind, subject) = kind.unzip();
                serde_json::to_string(&(kind, subject, day, observed))?
            }
        };
        if table.count > 0 {
            table.json.push(',');
        }
        table.json.push_str(&values);
        table.count += 1;
        Ok(())
    }

    /// Number of records that are not yet written.
    pub(super) fn len(&self) -> i64 {
        self.tables.iter().map(|table| table.count).sum()
    }

    /// Bytes of the records that are not yet written.
    pub(super) fn bytes(&self) -> usize {
        self.tables.iter().map(|table| table.json.len()).sum()
    }

    /// Takes the records; the next ones continue their numbers.
    pub(super) fn take(&mut self) -> Vec<Rows> {
        let taken: Vec<Rows> = self.tables.iter().filter(|table| table.count > 0).cloned().collect();
        for table in &mut self.tables {
            table.first_no += table.count;
            table.count = 0;
            table.json.clear();
        }
        taken
    }

    /// Kinds of records of the batch so far.
    pub(super) fn kinds(&self) -> Vec<RecordKind> {
        let written = self.tables.iter().filter(|table| table.first_no + table.count > 0);
        written
            .filter_map(|table| match table.place {
                Place::Of(kind) => Some(kind),
                Place::Observations => None,
            })
            .collect()
    }
}

impl Rows {
    /// Writes the records.
    ///
    /// # Errors
    /// Returns an error if the query fails.
    pub(super) async fn insert(&self, executor: impl Into<Executor<'_>>, batch_id: i64) -> Result<(), StoreError> {
        let json = format!("[{}]", self.json);
        match self.place {
            Place::Observations => import::insert_observations(executor, batch_id, self.first_no, &json).await,
            Place::Of(kind) => imported::insert(executor, kind, batch_id, self.first_no, &json).await,
        }
    }
}

const fn place_of(observed: &Observed) -> Place {
    match observed {
        Observed::Serp(_) | Observed::Page(_) | Observed::Rank(_) | Observed::Payout(_) => Place::Observations,
        Observed::Backlink(_) => Place::Of(RecordKind::Backlink),
        Observed::Sessions(_) => Place::Of(RecordKind::Sessions),
        Observed::Lead(_) => Place::Of(RecordKind::Lead),
        Observed::Revenue(_) => Place::Of(RecordKind::Revenue),
        Observed::CrawlerVisits(_) => Place::Of(RecordKind::CrawlerVisits),
    }
}

/// Hash of the parts that identify a record.
fn key(parts: &[Option<&str>]) -> i64 {
    let mut hash = Sha256::new();
    for part in parts {
        // A mark and the length keep the parts apart.
        hash.update([u8::from(part.is_some())]);
        let part = part.unwrap_or_default();
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let digest = hash.finalize();
    i64::from_le_bytes(std::array::from_fn(|at| digest[at]))
}

/// Key of a record with an id of its own; without one, its place makes it unique.
fn key_of_id(id: Option<&str>, batch_id: i64, no: i64) -> i64 {
    match id {
        Some(id) => key(&[Some("id"), Some(id)]),
        None => key(&[None, Some(&format!("{batch_id}.{no}"))]),
    }
}

/// Returns the values of a link in the order of its columns.
pub(in crate::runs) fn backlink(link: &Backlink) -> Value {
    json!([
        key(&[Some(&link.provider), Some(&link.source_url), Some(&link.target_url)]),
        stored(&link.provider),
        stored(&link.source_url),
        stored(&link.source_host),
        stored(&link.target_url),
        link.anchor.as_deref().map(stored),
        link.is_nofollow,
        link.is_ugc,
        link.is_sponsored,
        link.first_seen,
        link.last_seen,
        link.lost_on,
        link.is_lost,
        link.authority,
        link.authority_name,
    ])
}

fn page_sessions(one: &PageSessions) -> Value {
    let day = |day: Option<chrono::NaiveDate>| day.map(|day| day.to_string());
    let (first, last) = (day(one.first_day), day(one.last_day));
    let dimensions = [&first, &last, &one.page, &one.source, &one.medium, &one.channel].map(Option::as_deref);
    json!([
        key(&dimensions),
        first,
        last,
        one.page,
        one.source,
        one.medium,
        one.channel,
        one.sessions,
        one.engaged_sessions,
        one.users,
        one.key_events,
        one.revenue_cents,
        one.currency,
    ])
}

fn lead(one: &Lead, batch_id: i64, no: i64) -> Value {
    json!([
        key_of_id(one.external_id.as_deref(), batch_id, no),
        one.external_id,
        one.day,
        one.page,
        one.keyword,
        one.source,
        one.status,
        one.value_cents,
        one.currency,
    ])
}

fn revenue(one: &Revenue, batch_id: i64, no: i64) -> Value {
    json!([
        key_of_id(one.external_id.as_deref(), batch_id, no),
        one.external_id,
        one.day,
        one.amount_cents,
        one.currency,
        one.kind,
        one.page,
        one.source,
        one.vertical,
        one.place,
    ])
}

/// Sums of logs add up, so each has a key of its own.
fn crawler_visits(one: &CrawlerVisits, batch_id: i64, no: i64) -> Value {
    json!([
        key_of_id(None, batch_id, no),
        one.day,
        one.agent,
        one.purpose,
        one.directory.as_deref().map(stored),
        one.status_class,
        one.requests,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_separates_its_parts() {
        assert_eq!(key(&[Some("a"), None]), key(&[Some("a"), None]));
        assert_ne!(key(&[Some("ab"), Some("c")]), key(&[Some("a"), Some("bc")]));
        assert_ne!(key(&[Some(""), None]), key(&[None, Some("")]));
        assert_ne!(key_of_id(None, 1, 2), key_of_id(None, 1, 3));
        assert_eq!(key_of_id(Some("7"), 1, 2), key_of_id(Some("7"), 9, 9));
    }
}
