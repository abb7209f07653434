//! Emails invoices to tenants.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    super::{Db, Result, Tx, macros::*, mail, rental, workspace},
    find,
};
use crate::{
    domain::{
        invoice::{Invoice, InvoiceStatus},
        mail::NewMail,
        money::exact,
    },
    mail::Letter,
};

/// Result of a request to email an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Emailed {
    /// It is in the outbox.
    Done,
    /// The workspace has no such invoice.
    NotFound,
    /// The tenant has no email address.
    NoAddress,
    /// It is void: nothing is owed.
    Void,
}

/// Emails an invoice of the workspace to its tenant, in one transaction.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn email(db: &Db, (workspace_id, id): (Uuid, Uuid), now: DateTime<Utc>) -> Result<Emailed> {
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(invoice) = find(&mut tx, workspace_id, id).await? else { return Ok(Emailed::NotFound) };
    if invoice.status == InvoiceStatus::Void {
        return Ok(Emailed::Void);
    }
    if !send(&mut tx, workspace_id, &invoice, now).await? {
        return Ok(Emailed::NoAddress);
    }
    tx.commit().await?;
    Ok(Emailed::Done)
}

/// Stores the email with an invoice; returns false if its tenant has no email address.
pub(super) async fn send(tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, now: DateTime<Utc>) -> Result<bool> {
    // The address of today, since the tenant may have corrected it; a deleted rental has none.
    let rental = rental::find(&mut *tx, workspace_id, invoice.rental_id).await?;
    let address = rental.map_or_else(|| invoice.tenant.email.clone(), |rental| rental.tenant.email);
    let recipient = address.trim();
    if recipient.is_empty() {
        return Ok(false);
    }
    mail::insert(&mut *tx, &letter(invoice, recipient), now).await?;
    let sql = "UPDATE invoices SET emailed_at = $2, emailed_to = $3 WHERE id = $1";
    execute!(tx, sql, invoice.id, now, recipient)?;
    Ok(true)
}

fn letter(invoice: &Invoice, recipient: &str) -> NewMail {
    let Invoice { number, issuer, tenant, website_name, period_from, period_to, issued_on, due_on, .. } = invoice;
    let money = |cents: i64| exact(cents, &invoice.currency);
    let mut sums = format!("Total: {}", money(invoice.amount_cents));
    if invoice.used_credit_cents > 0 {
        sums.push_str(&format!("\nPaid with credit: {}", money(invoice.used_credit_cents)));
    }
    if let Some(day) = invoice.credited_from {
        sums.push_str(&format!("\nCredited for the days from {day} on: {}", money(invoice.credited_cents)));
    }
    let owed = match invoice.paid_on {
        Some(day) => format!("Paid on {day}. Thank you."),
        None => format!("Please pay {} by {due_on}.", money(invoice.rest_cents())),
    };
    let reply_to = Some(issuer.email.trim()).filter(|email| !email.is_empty()).map(str::to_owned);
    let mail = Letter::about(format!("Invoice {number} from {}", issuer.name))
        .say(&format!("To {}", tenant.name))
        .say(&format!(
            "Invoice {number}, issued on {issued_on}\nRent of {website_name}, {period_from} to {period_to}\n{sums}"
        ))
        .say(&owed)
        .say(&[&issuer.name, &issuer.address, &issuer.email, &issuer.phone].map(|line| line.trim()).join("\n"))
        .to(recipient);
    NewMail { reply_to, ..mail }
}
