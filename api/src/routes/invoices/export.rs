//! Exports invoices.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use serde_json::{Value, json};
use shared::{
    domain::invoice::Invoice,
    store::invoice,
    table::{Column, Table, Unit},
};

use super::{list::Params, today};
use crate::{
    error::Result,
    extract::{Member, Query},
    routes::file,
    state::AppState,
};

/// Rows per read.
const AT_ONCE: usize = 500;
/// Rows at most, which bounds the memory of a request.
const MOST: usize = 50_000;

const COLUMNS: [Column<'static>; 15] = [
    ("number", "Number", Unit::Plain),
    ("id", "Id", Unit::Plain),
    ("status", "Status", Unit::Plain),
    ("overdue", "Overdue", Unit::Plain),
    ("issuedOn", "Issued", Unit::Plain),
    ("dueOn", "Due", Unit::Plain),
    ("paidOn", "Paid", Unit::Plain),
    ("periodFrom", "Period from", Unit::Plain),
    ("periodTo", "Period to", Unit::Plain),
    ("tenant", "Tenant", Unit::Plain),
    ("website", "Website", Unit::Plain),
    ("amountCents", "Amount", Unit::Money),
    ("currency", "Currency", Unit::Plain),
    ("usedCreditCents", "Paid with credit", Unit::Money),
    ("creditedCents", "Credited", Unit::Money),
];

/// Export invoices.
///
/// The newest 50,000 that match the filter.
#[utoipa::path(
    get, path = "/api/invoices/export", tag = "leads", params(Params),
    responses((status = 200, description = "A row for each invoice.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let today = today(&state, member.workspace_id).await?;
    let filter = params.filter(today);
    let (mut table, mut before) = (Table::new(&COLUMNS), None);
    loop {
        let page = invoice::list(&state.db, member.workspace_id, &filter, before, AT_ONCE).await?;
        table.rows.extend(page.items.iter().map(|one| row(one, today)));
        before = page.next_cursor.and_then(|cursor| cursor.parse().ok());
        if before.is_none() || table.rows.len() >= MOST {
            break;
        }
    }
    file::answer("invoices", params.format, table.text(params.format))
}

fn row(one: &Invoice, today: NaiveDate) -> Vec<Value> {
    vec![
        json!(one.number),
        json!(one.id),
        json!(one.status),
        json!(one.is_overdue(today)),
        json!(one.issued_on),
        json!(one.due_on),
        json!(one.paid_on),
        json!(one.period_from),
        json!(one.period_to),
        json!(one.tenant.name),
        json!(one.website_name),
        json!(one.amount_cents),
        json!(one.currency),
        json!(one.used_credit_cents),
        json!(one.credited_cents),
    ]
}
