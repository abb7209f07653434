//! Returns the statement of a buyer as a page to print.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use engines::local::catalog::vertical_names;
use shared::domain::{
    ledger::LedgerReason,
    money::exact,
    statement::{Statement, StatementAccount, StatementLine},
};
use uuid::Uuid;

use super::{Params, find};
use crate::{
    error::Result,
    extract::{Member, Path, Query},
    routes::printed::{self, escape, lines},
    state::AppState,
};

/// Print the statement of a buyer.
///
/// A page of its own in HTML, without script: browsers print it or save it as PDF.
#[utoipa::path(
    get, path = "/api/buyers/{id}/statement/html", tag = "leads", params(("id" = Uuid, Path), Params),
    responses((status = 200, description = "The page.", content((String = "text/html"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Response> {
    Ok(page(&find(&state, member.workspace_id, id, &params).await?))
}

fn page(one: &Statement) -> Response {
    let issuer = &one.issuer;
    let from = lines(&[&issuer.name, &issuer.address, &issuer.email, &issuer.phone]);
    let to = lines(&[&one.buyer_name, one.buyer_email.as_deref().unwrap_or_default()]);
    let accounts: String = one.accounts.iter().map(|account| table(one, account)).collect();
    let nothing = if one.accounts.is_empty() { "<p>Nothing was charged or paid, and nothing is owed.</p>" } else { "" };
    let body = format!(
        "<header><h1>Statement</h1><address>{from}</address></header><address>{to}</address>\
         <p>{first} to {last}</p>{nothing}{accounts}",
        first = written(one.from),
        last = written(one.to),
    );
    printed::page(&format!("Statement, {}", escape(&one.buyer_name)), &body)
}

/// Returns the table of a currency, with the balance after each line.
fn table(statement: &Statement, account: &StatementAccount) -> String {
    let amount = |cents| escape(&exact(cents, &account.currency));
    let mut balance = account.opening_cents;
    let rows: String = account
        .lines
        .iter()
        .map(|line| {
            balance += line.amount_cents;
            format!(
                "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
                written(line.day),
                description(line),
                amount(line.amount_cents),
                amount(balance),
            )
        })
        .collect();
    format!(
        "<table><thead><tr><th scope=\"col\">Day</th><th scope=\"col\">What</th><th scope=\"col\" class=\"n\">Amount</th>\
         <th scope=\"col\" class=\"n\">Balance</th></tr></thead><tbody><tr><td>{first}</td><td>Balance before</td><td></td>\
         <td class=\"n\">{opening}</td></tr>{rows}</tbody><tfoot><tr><th scope=\"row\" colspan=\"3\">Owed on {last}</th>\
         <th class=\"n\">{closing}</th></tr></tfoot></table>",
        first = written(statement.from),
        opening = amount(account.opening_cents),
        last = written(statement.to),
        closing = amount(account.closing_cents),
    )
}

/// Returns what a line is about as HTML: `Lead 0197f3a2: Roofing, Tulsa, OK`.
fn description(line: &StatementLine) -> String {
    let what = match line.reason {
        LedgerReason::LeadAccepted if line.amount_cents < 0 => "Withdrawn: lead",
        LedgerReason::LeadAccepted => "Lead",
        LedgerReason::Refund => "Refund of lead",
        LedgerReason::Payment if line.amount_cents > 0 => "Payment withdrawn",
        LedgerReason::Payment => "Payment",
        LedgerReason::Rent => "Rent",
        LedgerReason::Domain | LedgerReason::Hosting | LedgerReason::ProviderCalls | LedgerReason::OtherCost => "Other",
    };
    // The end of an id is random; its start is the time.
    let number = line.lead_id.map(|id| format!(" {}", &id.simple().to_string()[24..])).unwrap_or_default();
    let about = [line.vertical.as_deref().map(name_of), line.place.as_deref(), Some(line.note.as_str())];
    let about: Vec<&str> = about.into_iter().flatten().map(str::trim).filter(|text| !text.is_empty()).collect();
    let colon = if about.is_empty() { "" } else { ": " };
    escape(&format!("{what}{number}{colon}{}", about.join(", ")))
}

/// Returns the name of a vertical, or its slug if it is not built in.
fn name_of(slug: &str) -> &str {
    vertical_names().find(|vertical| vertical.slug == slug).map_or(slug, |vertical| vertical.name)
}

fn written(day: NaiveDate) -> String {
    day.format("%B %-d, %Y").to_string()
}
