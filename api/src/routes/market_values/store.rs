//! Stores a change of own values.

use std::collections::BTreeSet;

use shared::{
    domain::{
        market::{MarketKind, MarketRow, MarketSource},
        now,
    },
    store::market,
};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member},
    state::AppState,
};

/// Maximum number of own places: with the built-in ones, all verticals and places can still be compared.
const MOST_PLACES: usize = 30_000;
/// Maximum number of other own values.
const MOST_OTHERS: usize = 20_000;

/// Stores rows as one change; returns its id.
pub(super) async fn store(
    state: &AppState, member: &Member<Changes>, origin: (MarketSource, &str), rows: &[MarketRow],
) -> Result<Uuid> {
    check_numbers(state, member.workspace_id, rows).await?;
    let mut tx = state.db.begin().await?;
    let id = market::insert(&mut tx, member.workspace_id, member.caller.user_id, origin, rows, now()).await?;
    tx.commit().await?;
    Ok(id)
}

/// Refuses more values than a workspace can have.
async fn check_numbers(state: &AppState, workspace_id: Uuid, rows: &[MarketRow]) -> Result<()> {
    let known = market::values(&state.db, workspace_id, None).await?;
    let mut keys: BTreeSet<(MarketKind, &str)> = known.iter().map(|one| (one.kind, one.key.as_str())).collect();
    keys.extend(rows.iter().map(|row| (row.kind, row.key.as_str())));
    let places = keys.iter().filter(|(kind, _)| *kind == MarketKind::Place).count();
    if places > MOST_PLACES {
        return Err(ApiError::invalid("/values", "A workspace can have at most 30,000 places of its own."));
    }
    if keys.len() - places > MOST_OTHERS {
        return Err(ApiError::invalid("/values", "A workspace can have at most 20,000 values of its own."));
    }
    Ok(())
}

/// Describes a value by its kind and the parts of its key, such as `payout of plumbing, ca-on-toronto`.
pub(super) fn named(kind: MarketKind, key: &str) -> String {
    let parts: Vec<&str> = key.split('|').filter(|part| !part.is_empty()).collect();
    format!("{kind} of {}", parts.join(", "))
}
