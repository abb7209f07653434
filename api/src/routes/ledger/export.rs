//! Exports the ledger.

use axum::{extract::State, response::Response};
use serde_json::{Value, json};
use shared::{
    domain::ledger::LedgerTransaction,
    store::ledger,
    table::{Column, Table, Unit},
};

use super::list::Params;
use crate::{
    error::Result,
    extract::{Member, Query},
    routes::file,
    state::AppState,
};

/// Rows per read.
const AT_ONCE: usize = 2_000;
/// Rows at most, which bounds the memory of a request.
const MOST: usize = 200_000;

const COLUMNS: [Column<'static>; 13] = [
    ("occurredAt", "Time (UTC)", Unit::Plain),
    ("id", "Id", Unit::Plain),
    ("reason", "Reason", Unit::Plain),
    ("debited", "Debit", Unit::Plain),
    ("credited", "Credit", Unit::Plain),
    ("amountCents", "Amount", Unit::Money),
    ("currency", "Currency", Unit::Plain),
    ("website", "Website", Unit::Plain),
    ("buyer", "Buyer", Unit::Plain),
    ("vertical", "Vertical", Unit::Plain),
    ("place", "Place", Unit::Plain),
    ("leadId", "Lead", Unit::Plain),
    ("note", "Note", Unit::Plain),
];

/// Export the ledger.
///
/// The latest 200,000 transactions that match the filter.
#[utoipa::path(
    get, path = "/api/ledger/export", tag = "leads", params(Params),
    responses((status = 200, description = "A row for each transaction.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let filter = params.filter();
    let (mut table, mut before) = (Table::new(&COLUMNS), None);
    loop {
        let page = ledger::list(&state.db, member.workspace_id, &filter, before, AT_ONCE).await?;
        table.rows.extend(page.items.iter().map(row));
        before = page.next_cursor.and_then(|cursor| cursor.parse().ok());
        if before.is_none() || table.rows.len() >= MOST {
            break;
        }
    }
    file::answer("ledger", params.format, table.text(params.format))
}

fn row(one: &LedgerTransaction) -> Vec<Value> {
    vec![
        json!(one.occurred_at),
        json!(one.id),
        json!(one.reason),
        json!(one.debited),
        json!(one.credited),
        json!(one.amount_cents),
        json!(one.currency),
        json!(one.website_name),
        json!(one.buyer_name),
        json!(one.vertical),
        json!(one.place),
        json!(one.lead_id),
        json!(one.note),
    ]
}
