//! Exports received leads.

use axum::{extract::State, response::Response};
use serde_json::{Value, json};
use shared::{
    domain::lead::ReceivedLead,
    store::lead,
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
const AT_ONCE: usize = 500;
/// Rows at most, which bounds the memory of a request.
const MOST: usize = 20_000;

const COLUMNS: [Column<'static>; 15] = [
    ("receivedAt", "Received (UTC)", Unit::Plain),
    ("id", "Id", Unit::Plain),
    ("status", "Status", Unit::Plain),
    ("kind", "Kind", Unit::Plain),
    ("name", "Name", Unit::Plain),
    ("email", "Email", Unit::Plain),
    ("phone", "Phone", Unit::Plain),
    ("message", "Message", Unit::Plain),
    ("page", "Page", Unit::Plain),
    ("vertical", "Vertical", Unit::Plain),
    ("place", "Place", Unit::Plain),
    ("buyer", "Buyer", Unit::Plain),
    ("priceCents", "Price", Unit::Money),
    ("currency", "Currency", Unit::Plain),
    ("consentedAt", "Consent (UTC)", Unit::Plain),
];

/// Export received leads.
///
/// The newest 20,000 that match the filter.
#[utoipa::path(
    get, path = "/api/received-leads/export", tag = "leads", params(Params),
    responses((status = 200, description = "A row for each lead.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let filter = params.filter();
    let (mut table, mut before) = (Table::new(&COLUMNS), None);
    loop {
        let page = lead::list(&state.db, member.workspace_id, &filter, before, AT_ONCE).await?;
        table.rows.extend(page.items.iter().map(row));
        before = page.next_cursor.and_then(|cursor| cursor.parse().ok());
        if before.is_none() || table.rows.len() >= MOST {
            break;
        }
    }
    file::answer("received-leads", params.format, table.text(params.format))
}

fn row(lead: &ReceivedLead) -> Vec<Value> {
    vec![
        json!(lead.received_at),
        json!(lead.id),
        json!(lead.status),
        json!(lead.kind),
        json!(lead.name),
        json!(lead.email),
        json!(lead.phone),
        json!(lead.message),
        json!(lead.page),
        json!(lead.vertical),
        json!(lead.place),
        json!(lead.buyer_name),
        json!(lead.price_cents),
        json!(lead.currency),
        json!(lead.consented_at),
    ]
}
