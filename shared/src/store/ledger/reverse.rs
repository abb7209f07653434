//! Reverses transactions that were posted by hand.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    super::{StoreError, lead_settings},
    Posted, find, post,
};
use crate::{
    domain::ledger::{LedgerSubject, LedgerTransaction, Line, Transaction},
    store::{Result, Tx},
};

/// Outcome of reversing a transaction.
#[derive(Debug)]
pub enum Reversed {
    /// Its inverse is posted, now or before.
    Posted(Posted, Box<Transaction>),
    /// The workspace has no such transaction.
    NotFound,
    /// It was not posted by hand: it follows from a lead or an invoice, or is itself an inverse.
    NotByHand,
}

/// Posts the inverse of a transaction that a user posted by hand, once.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn reverse(tx: &mut Tx, workspace_id: Uuid, id: Uuid, user_id: Uuid, now: DateTime<Utc>) -> Result<Reversed> {
    let Some(of) = find(&mut *tx, workspace_id, id).await? else { return Ok(Reversed::NotFound) };
    if !of.is_by_hand {
        return Ok(Reversed::NotByHand);
    }
    let at = lead_settings::find(&mut *tx, workspace_id).await?.ledger_time(now);
    let inverse = inverse(&of, at)?;
    let posted = post(tx, workspace_id, &inverse, Some(user_id), now).await?;
    Ok(Reversed::Posted(posted, Box::new(inverse)))
}

fn inverse(of: &LedgerTransaction, at: DateTime<Utc>) -> Result<Transaction> {
    let lines = vec![Line::Debit(of.credited, of.amount_cents), Line::Credit(of.debited, of.amount_cents)];
    let key = format!("reversal:{}", of.id.simple());
    let inverse = Transaction::new(of.reason, &key, &of.currency, lines, at)
        .map_err(|error| StoreError::corrupt("ledger_transactions", "id", of.id, error))?;
    let subject = LedgerSubject {
        lead_id: of.lead_id,
        buyer_id: of.buyer_id,
        website_id: of.website_id,
        vertical: of.vertical.clone(),
        place: of.place.clone(),
    };
    let note = if of.note.is_empty() { String::new() } else { format!(": {}", of.note) };
    Ok(inverse.about(subject).noted(format!("Reversal of {}{note}", of.occurred_at.format("%Y-%m-%d"))))
}
