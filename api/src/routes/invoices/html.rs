//! Returns an invoice as a page to print.

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use shared::{
    domain::{
        invoice::{Invoice, InvoiceStatus},
        money::exact,
    },
    store::invoice,
};
use uuid::Uuid;

use super::today;
use crate::{
    error::{ApiError, Result},
    extract::{Member, Path},
    state::AppState,
};

/// Its own style, no script, no frame.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; \
                      form-action 'none'";
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;color:#111;background:#fff;max-width:44rem;margin:2rem auto;\
                     padding:0 1rem}header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:1rem}\
                     address{font-style:normal;white-space:pre-line;margin-bottom:2rem}table{width:100%;\
                     border-collapse:collapse}th,td{text-align:left;padding:.5rem 0;border-bottom:1px solid #bbb}\
                     .n{text-align:right;font-variant-numeric:tabular-nums}dl{display:grid;grid-template-columns:auto 1fr;\
                     gap:0 1rem}dd{margin:0}@page{margin:2cm}@media print{body{margin:0;max-width:none}}";

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
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    Ok((headers, page(&found, is_overdue)).into_response())
}

fn page(one: &Invoice, is_overdue: bool) -> String {
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
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"robots\" content=\"noindex\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Invoice {number}</title>\
         <style>{STYLE}</style></head><body><main><header><h1>Invoice {number}</h1><address>{from}</address></header>\
         <address>{to}</address><dl><dt>Issued</dt><dd>{issued}</dd><dt>Due</dt><dd>{due}</dd><dt>Status</dt>\
         <dd>{status}</dd></dl><table><thead><tr><th scope=\"col\">Description</th><th scope=\"col\" class=\"n\">Amount</th>\
         </tr></thead><tbody><tr><td>Rent of {website}, {first} to {last}</td><td class=\"n\">{amount}</td></tr></tbody>\
         <tfoot><tr><th scope=\"row\">Total</th><th class=\"n\">{amount}</th></tr></tfoot></table></main></body></html>",
        number = one.number,
        issued = one.issued_on,
        due = one.due_on,
        website = escape(&one.website_name),
        first = one.period_from,
        last = one.period_to,
    )
}

/// Returns the texts that are known, a line for each.
fn lines(texts: &[&str]) -> String {
    let known = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
    known.map(escape).collect::<Vec<_>>().join("\n")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
