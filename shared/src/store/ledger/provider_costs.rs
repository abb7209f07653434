//! Costs of provider calls in the ledger.
//!
//! A run pays for its calls in millionths of a dollar, the ledger has whole cents. Costs are posted once a run and day, rounded
//! down; what is left of a cent is carried to the next transaction of the same website. So the ledger is never a cent ahead of
//! the calls, and never more than a cent behind once their runs have ended.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{post, tick};
use crate::{
    domain::{
        ledger::{LedgerReason, LedgerSubject, Transaction},
        new_id,
    },
    store::{
        Db, Executor, Result, StoreError, Tx,
        event::{self, StoredEvent},
        macros::*,
        workspace,
    },
};

/// Maximum number of calls that are posted in one transaction of the database.
const AT_ONCE: i64 = 2_000;
/// Millionths of a dollar in a cent.
const CENT: i64 = 10_000;
/// Currency of all prices of providers.
const CURRENCY: &str = "USD";

macro_rules! unposted {
    () => {
        "FROM provider_calls c LEFT JOIN runs r ON r.id = c.run_id AND r.workspace_id = c.workspace_id
          WHERE c.expires_at IS NULL AND c.cost_micros <> c.posted_micros
            AND (r.id IS NULL OR r.status NOT IN ('queued', 'running', 'paused'))"
    };
}

/// A call whose cost is not in the ledger, or not with the cost that is known now.
#[derive(Debug, sqlx_macros::FromRow)]
struct Unposted {
    id: Uuid,
    run_id: Option<Uuid>,
    website_id: Option<Uuid>,
    provider: String,
    day: NaiveDate,
    at: DateTime<Utc>,
    micros: i64,
}

/// Calls of a run on a day.
struct Bill {
    run_id: Option<Uuid>,
    website_id: Option<Uuid>,
    day: NaiveDate,
    last_at: DateTime<Utc>,
    providers: BTreeSet<String>,
    calls: usize,
    micros: i64,
}

/// Returns workspaces with calls to post: settled ones, and lost ones with their estimates, of runs that have ended.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn with_unposted_calls(executor: impl Into<Executor<'_>>, limit: i64) -> Result<Vec<Uuid>> {
    let sql = concat!("SELECT DISTINCT c.workspace_id ", unposted!(), " LIMIT $1");
    let rows = query_all!(executor.into(), (Uuid,), sql, limit)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Posts the costs of a workspace's calls, each call once. Returns the events to publish.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn post_provider_costs(db: &Db, workspace_id: Uuid, now: DateTime<Utc>) -> Result<Vec<StoredEvent>> {
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let sql = concat!(
        "SELECT c.id, c.run_id, r.website_id, c.provider, c.day, c.at, c.cost_micros - c.posted_micros AS micros ",
        unposted!(),
        " AND c.workspace_id = $1 ORDER BY c.id LIMIT $2"
    );
    let calls = query_all!(&mut tx, Unposted, sql, workspace_id, AT_ONCE)?;
    for call in &calls {
        let sql = "UPDATE provider_calls SET posted_micros = posted_micros + $3 WHERE id = $1 AND workspace_id = $2";
        execute!(&mut tx, sql, call.id, workspace_id, call.micros)?;
    }
    let mut ticks = Vec::new();
    for bill in bills(calls) {
        if let Some(transaction) = transaction(&mut tx, workspace_id, &bill).await? {
            let posted = post(&mut tx, workspace_id, &transaction, None, now).await?;
            ticks.push(tick(&mut tx, workspace_id, posted, &transaction).await?);
        }
    }
    let stored = event::append(&mut tx, &ticks, now).await?;
    tx.commit().await?;
    Ok(stored)
}

fn bills(calls: Vec<Unposted>) -> Vec<Bill> {
    let mut bills: Vec<Bill> = Vec::new();
    for call in calls {
        let is_same =
            |bill: &&mut Bill| (bill.run_id, bill.website_id, bill.day) == (call.run_id, call.website_id, call.day);
        // The calls of a run follow each other, apart from calls of a few runs at the same time.
        if let Some(bill) = bills.iter_mut().rev().find(is_same) {
            bill.calls += 1;
            bill.micros += call.micros;
            bill.last_at = bill.last_at.max(call.at);
            bill.providers.insert(call.provider);
            continue;
        }
        bills.push(Bill {
            run_id: call.run_id,
            website_id: call.website_id,
            day: call.day,
            last_at: call.at,
            providers: BTreeSet::from([call.provider]),
            calls: 1,
            micros: call.micros,
        });
    }
    bills
}

/// Adds a bill to the remainder of its website and takes the whole cents from it; `None` if there is none.
async fn transaction(tx: &mut Tx, workspace_id: Uuid, bill: &Bill) -> Result<Option<Transaction>> {
    let key = bill.website_id.unwrap_or_default();
    let micros = write_value!(
        &mut *tx,
        i64,
        "INSERT INTO provider_cost_remainders (workspace_id, website_id, micros) VALUES ($1, $2, $3)
         ON CONFLICT (workspace_id, website_id)
           DO UPDATE SET micros = provider_cost_remainders.micros + excluded.micros RETURNING micros",
        workspace_id,
        key,
        bill.micros
    )?;
    let cents = micros / CENT;
    if cents < 1 {
        return Ok(None);
    }
    let sql = "UPDATE provider_cost_remainders SET micros = micros - $3 WHERE workspace_id = $1 AND website_id = $2";
    execute!(&mut *tx, sql, workspace_id, key, cents * CENT)?;
    let subject = LedgerSubject { website_id: bill.website_id, ..LedgerSubject::default() };
    let id = format!("provider-calls:{}", new_id());
    let transaction = Transaction::of(LedgerReason::ProviderCalls, &id, CURRENCY, cents, bill.last_at)
        .map_err(|error| StoreError::corrupt("provider_calls", "cost_micros", workspace_id, error))?;
    Ok(Some(transaction.about(subject).noted(note(bill))))
}

/// States what was called: `12 calls: data_for_seo`.
fn note(bill: &Bill) -> String {
    let providers: Vec<&str> = bill.providers.iter().map(String::as_str).collect();
    let calls = if bill.calls == 1 { "1 call".to_owned() } else { format!("{} calls", bill.calls) };
    format!("{calls}: {}", providers.join(", "))
}
