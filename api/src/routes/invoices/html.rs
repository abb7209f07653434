//! Returns an invoice as a page to print.

use axum::{extract::State, response::Response};
use shared::{
    domain::{
        invoice::{CreditNote, Invoice, InvoiceStatus},
        money::exact,
    },
    store::invoice,
};
use uuid::Uuid;

use super::today;
use crate::{
    error::{ApiError, Result},
    extract::{Member, Path},
    routes::printed::{self, escape, lines},
    state::AppState,
};

/// Print an invoice.
///
/// A page of its own in HTML, without script: browsers print it or save it as PDF.
#[utoipa::path(
    get, path = "/api/invoices/{id}/html", tag = "leads", params(("id" = Uuid, Path)),
    responses((status = 200, description = "The page.", content((String = "text/html"))))
)]
pub(super) async fn handler(State(state): State<AppState>, member: Member, Path(id): Path<Uuid>) -> Result<Response> {
    let found = invoice::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("invoice"))?;
    let is_overdue = found.is_overdue(today(&state, member.workspace_id).await?);
    let notes = invoice::credit_notes(&state.db, member.workspace_id, id).await?;
    Ok(page(&found, &notes, is_overdue))
}

/// Returns the rows below the total: credit that pays for the invoice, and the credit notes of its days.
fn credits(one: &Invoice, notes: &[CreditNote]) -> String {
    let row = |name: &str, cents: i64| {
        let amount = escape(&exact(cents, &one.currency));
        format!("<tr><th scope=\"row\">{name}</th><td class=\"n\">{amount}</td></tr>")
    };
    let mut rows = String::new();
    if one.used_credit_cents > 0 {
        rows.push_str(&row("Paid with credit", -one.used_credit_cents));
        rows.push_str(&row(if one.paid_on.is_some() { "Paid" } else { "To pay" }, one.rest_cents()));
    }
    for note in notes {
        let CreditNote { number, issued_on, period_from, period_to, .. } = note;
        let name = format!("Credit note {number} of {issued_on}: rent, {period_from} to {period_to}");
        rows.push_str(&row(&name, -note.amount_cents));
    }
    if !notes.is_empty() {
        rows.push_str(&row("Credit owed to the tenant", one.credit_left_cents));
    }
    rows
}

fn page(one: &Invoice, notes: &[CreditNote], is_overdue: bool) -> Response {
    let (issuer, tenant) = (&one.issuer, &one.tenant);
    let amount = escape(&exact(one.amount_cents, &one.currency));
    let status = match one.status {
        InvoiceStatus::Open if is_overdue => "Overdue".to_owned(),
        InvoiceStatus::Open => "Open".to_owned(),
        InvoiceStatus::Paid => one.paid_on.map_or_else(|| "Paid".to_owned(), |day| format!("Paid on {day}")),
        InvoiceStatus::Void => "Void: nothing is owed".to_owned(),
    };
    let city = [tenant.city.as_str(), tenant.state.as_str(), tenant.postal_code.as_str()].join(" ");
    let from = lines(&[&issuer.name, &issuer.address, &issuer.email, &issuer.phone]);
    let to = lines(&[&tenant.name, &tenant.street, &city, &tenant.email]);
    let body = format!(
        "<header><h1>Invoice {number}</h1><address>{from}</address></header>\
         <address>{to}</address><dl><dt>Issued</dt><dd>{issued}</dd><dt>Due</dt><dd>{due}</dd><dt>Status</dt>\
         <dd>{status}</dd></dl><table><thead><tr><th scope=\"col\">Description</th><th scope=\"col\" class=\"n\">Amount</th>\
         </tr></thead><tbody><tr><td>Rent of {website}, {first} to {last}</td><td class=\"n\">{amount}</td></tr></tbody>\
         <tfoot><tr><th scope=\"row\">Total</th><th class=\"n\">{amount}</th></tr>{credits}</tfoot></table>",
        credits = credits(one, notes),
        number = one.number,
        issued = one.issued_on,
        due = one.due_on,
        website = escape(&one.website_name),
        first = one.period_from,
        last = one.period_to,
    );
    printed::page(&format!("Invoice {}", one.number), &body)
}
