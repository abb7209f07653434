//! Budget, cache and evidence of the calls of one run through one connection.

use std::{
    collections::HashMap,
    io::{Read, Write},
    sync::{Arc, Mutex, PoisonError},
};

use chrono::{DateTime, Duration, Utc};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use futures::future::BoxFuture;
use providers::{
    Call, Micros, Operation,
    call::{Cache, Charge, Evidence, Fingerprint, Intent, Outcome, Purse, Refusal, Reservation, Stored},
    error::OverBudget,
};
use sha2::{Digest, Sha256};
use shared::{
    domain::{
        connection::{self as domain, EVIDENCE_DAYS, Settlement},
        now,
    },
    store::{
        Db, Result,
        connection::{self, CallRate, NewCall, NewEvidence},
    },
};
use uuid::Uuid;

/// Retention of stored responses.
const EVIDENCE: Duration = Duration::days(EVIDENCE_DAYS);
/// Waits for another call of a connection that has made the most calls of a minute.
const SHORTEST_WAIT: std::time::Duration = std::time::Duration::from_millis(50);
const LONGEST_WAIT: std::time::Duration = std::time::Duration::from_secs(60);
/// Most bytes of a stored response after decompression, more than any call may return.
const MOST_BYTES: u64 = 64 << 20;

/// Budget, cache and evidence of the calls of one run through one connection.
#[derive(Debug, Clone)]
pub(crate) struct Ledger {
    pub(super) db: Db,
    pub(super) workspace_id: Uuid,
    pub(super) connection_id: Uuid,
    /// Run with its attempt: a run that was taken over reserves no more money.
    pub(super) run: (Uuid, i32),
    /// Budget of the run, in millionths of a dollar.
    run_budget: Option<i64>,
    open: Arc<Mutex<HashMap<Fingerprint, Uuid>>>,
    stored: Arc<Mutex<HashMap<Fingerprint, Uuid>>>,
}

/// Days for which volumes answer the same request again: they change by the month, and the shortest month has 28 days.
const MONTHLY: Duration = Duration::days(27);
/// Days for which other figures of the month do, so that a weekly run gets new ones.
const WEEKLY: Duration = Duration::days(6);

/// Returns how long a response answers the same request again.
fn good_for(operation: Operation) -> Duration {
    match operation {
        Operation::DATA_FOR_SEO_VOLUMES | Operation::DATA_FOR_SEO_DIFFICULTY | Operation::DATA_FOR_SEO_SUGGESTIONS => {
            MONTHLY
        }
        Operation::DATA_FOR_SEO_RANKED
        | Operation::DATA_FOR_SEO_BACKLINKS
        | Operation::DATA_FOR_SEO_BACKLINKS_SUMMARY
        | Operation::CRUX_RECORD
        | Operation::CRUX_HISTORY => WEEKLY,
        // Less than a day, so that a daily check never reads the results of the day before.
        Operation::DATA_FOR_SEO_SERP | Operation::SERP_API_SEARCH | Operation::SERPER_SEARCH => Duration::hours(12),
        _ => Duration::days(1),
    }
}

fn micros(amount: Micros) -> i64 {
    i64::try_from(amount.0).unwrap_or(i64::MAX)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ledger {
    pub(super) fn new(db: Db, workspace_id: Uuid, connection_id: Uuid, run: (Uuid, i32)) -> Self {
        let (open, stored) = (Arc::default(), Arc::default());
        Self { db, workspace_id, connection_id, run, run_budget: None, open, stored }
    }

    /// Refuses calls with which the run would cost more.
    pub(super) const fn within(mut self, run_budget: Option<i64>) -> Self {
        self.run_budget = run_budget;
        self
    }

    /// Reserves the estimate of a call, as soon as the connection may make another one: several workers share its limit.
    async fn take(&self, intent: &Intent) -> std::result::Result<Uuid, Refusal> {
        let rate = intent.operation.rate();
        let new = NewCall {
            workspace_id: self.workspace_id,
            connection_id: self.connection_id,
            operation: intent.operation.key.to_owned(),
            run: Some(self.run),
            estimate_micros: micros(intent.estimate.amount),
            run_budget_micros: self.run_budget,
            most_per_minute: Some(CallRate {
                // As many as one worker alone makes at most.
                most: i64::from(rate.per_minute) + i64::from(rate.burst),
                is_of_operation: intent.operation.own_rate().is_some(),
            }),
        };
        loop {
            let reserved = connection::reserve(&self.db, &new, now()).await;
            match reserved.map_err(|error| Refusal::Unavailable(error.to_string()))? {
                Ok(id) => return Ok(id),
                Err(domain::Refusal::TooFast { until }) => {
                    let wait = (until - now()).to_std().unwrap_or_default().clamp(SHORTEST_WAIT, LONGEST_WAIT);
                    tokio::time::sleep(wait).await;
                }
                Err(refusal) => return Err(refused(&refusal, intent)),
            }
        }
    }

    async fn keep(&self, call: &Call, error: Option<&'static str>) -> Result<()> {
        let evidence_id = match call.body.is_empty() {
            true => None,
            false => Some(self.insert(call).await?),
        };
        let call_id = lock(&self.open).remove(&call.fingerprint);
        if let Some(id) = evidence_id.filter(|_| error.is_none()) {
            lock(&self.stored).insert(call.fingerprint.clone(), id);
        }
        let Some(call_id) = call_id else { return Ok(()) };
        connection::attach_evidence(&self.db, self.workspace_id, call_id, evidence_id, error).await
    }

    async fn insert(&self, call: &Call) -> Result<Uuid> {
        let body = packed(&call.body);
        let new = NewEvidence {
            workspace_id: self.workspace_id,
            provider: call.operation.provider.key(),
            operation: call.operation.key,
            sha256: &Sha256::digest(&call.body),
            size_bytes: i64::try_from(call.body.len()).unwrap_or(i64::MAX),
            body: &body,
            fetched_at: call.fetched_at,
            expires_at: call.fetched_at + EVIDENCE,
        };
        connection::insert_evidence(&self.db, &new).await
    }
}

fn refused(refusal: &domain::Refusal, intent: &Intent) -> Refusal {
    match refusal {
        domain::Refusal::OverBudget { budget_micros, spent_micros, .. }
        | domain::Refusal::OverRunBudget { budget_micros, spent_micros } => {
            let left = u64::try_from(budget_micros - spent_micros).unwrap_or(0);
            Refusal::OverBudget(OverBudget { estimate: intent.estimate.amount, left: Micros(left) })
        }
        domain::Refusal::Disconnected => Refusal::SwitchedOff,
        domain::Refusal::TooFast { .. } | domain::Refusal::RunLost => Refusal::Unavailable(refusal.to_string()),
    }
}

/// Compresses a response. Writing to memory does not fail; if it did, the response would be stored empty and its
/// checksum would show it.
fn packed(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).and_then(|()| encoder.finish()).unwrap_or_default()
}

fn unpacked(body: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(body).take(MOST_BYTES).read_to_end(&mut plain).ok()?;
    Some(plain)
}

impl Purse for Ledger {
    fn reserve<'a>(&'a self, intent: &'a Intent) -> BoxFuture<'a, std::result::Result<Box<dyn Reservation>, Refusal>> {
        Box::pin(async move {
            let id = self.take(intent).await?;
            lock(&self.open).insert(intent.fingerprint.clone(), id);
            let held = Held { db: self.db.clone(), workspace_id: self.workspace_id, id, at: now() };
            Ok(Box::new(held) as Box<dyn Reservation>)
        })
    }
}

/// Money reserved for an attempt.
struct Held {
    db: Db,
    workspace_id: Uuid,
    id: Uuid,
    at: DateTime<Utc>,
}

impl Held {
    async fn store(&self, charge: Charge, outcome: Outcome) -> Result<bool> {
        let at = now();
        let settled = Settlement {
            is_success: outcome == Outcome::Succeeded,
            cost_micros: micros(charge.amount),
            latency_ms: (at - self.at).num_milliseconds(),
            error: (outcome == Outcome::Cancelled).then(|| "cancelled".to_owned()),
        };
        let mut tx = self.db.begin().await?;
        let is_first = connection::settle(&mut tx, self.workspace_id, self.id, &settled, at).await?;
        tx.commit().await?;
        Ok(is_first)
    }
}

impl Reservation for Held {
    fn settle(self: Box<Self>, charge: Charge, outcome: Outcome) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            // Without a settlement the reservation counts in full, so a failure here never exceeds a budget.
            if let Err(error) = self.store(charge, outcome).await {
                tracing::warn!(%error, call.id = %self.id, "a provider call could not be settled; it counts with its estimate");
            }
        })
    }
}

impl Cache for Ledger {
    fn get<'a>(&'a self, _: Operation, fingerprint: &'a Fingerprint) -> BoxFuture<'a, Option<Stored>> {
        Box::pin(async move {
            let found =
                connection::cached(&self.db, self.workspace_id, self.connection_id, &fingerprint.0, now()).await;
            match found {
                Ok(found) => {
                    let (_, fetched_at, body) = found?;
                    Some(Stored { body: unpacked(&body)?, fetched_at })
                }
                Err(error) => {
                    tracing::warn!(%error, "the cache of provider calls cannot be read");
                    None
                }
            }
        })
    }

    fn put<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let Some(id) = lock(&self.stored).remove(&call.fingerprint) else { return };
            let until = call.fetched_at + good_for(call.operation);
            let (workspace, own) = (self.workspace_id, self.connection_id);
            if let Err(error) = connection::remember(&self.db, workspace, own, &call.fingerprint.0, id, until).await {
                tracing::warn!(%error, "the response of a provider was not added to the cache");
            }
        })
    }
}

impl Evidence for Ledger {
    fn record<'a>(&'a self, call: &'a Call, error: Option<&'static str>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if let Err(problem) = self.keep(call, error).await {
                tracing::warn!(error = %problem, "the response of a provider could not be stored");
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_response_is_unpacked_to_the_same_bytes() {
        let body = "{\"a\": 1}".repeat(1_000).into_bytes();
        assert!(packed(&body).len() < 200);
        assert_eq!(unpacked(&packed(&body)), Some(body));
        assert_eq!(unpacked(b"not gzip"), None);
    }
}
