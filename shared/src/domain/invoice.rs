//! Invoices of rent.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{rental::Tenant, text_enum};

text_enum! {
    /// Status of an invoice.
    InvoiceStatus {
        /// Issued; its rent is owed.
        Open = "open",
        /// The tenant paid.
        Paid = "paid",
        /// Withdrawn: nothing is owed.
        Void = "void",
    }
}

text_enum! {
    /// A change of an invoice's status by a user.
    InvoiceMove {
        /// Records that the tenant paid, and posts the payment.
        Pay = "pay",
        /// Withdraws it, and posts the inverse of its rent.
        Void = "void",
        /// Withdraws the record of a payment that did not arrive, and posts its inverse.
        UndoPayment = "undo_payment",
    }
}

impl InvoiceStatus {
    /// Returns the status after a move; `None` if the move is not allowed.
    #[must_use]
    pub const fn after(self, by: InvoiceMove) -> Option<Self> {
        match (self, by) {
            (Self::Open, InvoiceMove::Pay) => Some(Self::Paid),
            (Self::Open, InvoiceMove::Void) => Some(Self::Void),
            (Self::Paid, InvoiceMove::UndoPayment) => Some(Self::Open),
            _ => None,
        }
    }

    /// Returns the allowed moves.
    #[must_use]
    pub fn moves(self) -> Vec<InvoiceMove> {
        InvoiceMove::ALL.iter().copied().filter(|by| self.after(*by).is_some()).collect()
    }
}

/// Who issues an invoice. Empty texts are unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Issuer {
    /// Legal name, or the name of the workspace.
    pub name: String,
    /// Postal address, lines divided by line feeds.
    pub address: String,
    /// Email address.
    pub email: String,
    /// Telephone number.
    pub phone: String,
}

/// An invoice of rent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    /// Time-ordered.
    pub id: Uuid,
    /// Rental, which may be deleted with its website.
    pub rental_id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Its name on the day of issue.
    pub website_name: String,
    /// Number, 1 and up, without gaps within the workspace.
    pub number: i32,
    /// First day of the period.
    pub period_from: NaiveDate,
    /// Last day of the period.
    pub period_to: NaiveDate,
    /// Day of issue.
    pub issued_on: NaiveDate,
    /// Last day to pay it.
    pub due_on: NaiveDate,
    /// Rent in cents, as posted in the ledger.
    pub amount_cents: i64,
    /// ISO 4217 code.
    #[schema(examples("USD"))]
    pub currency: String,
    /// Status.
    pub status: InvoiceStatus,
    /// Day of the payment.
    pub paid_on: Option<NaiveDate>,
    /// Note on the last move; may be empty.
    pub note: String,
    /// Who rents, on the day of issue.
    #[schema(value_type = Tenant)]
    pub tenant: Json<Tenant>,
    /// Who issued it.
    #[schema(value_type = Issuer)]
    pub issuer: Json<Issuer>,
    /// Time of the last email with it.
    pub emailed_at: Option<DateTime<Utc>>,
    /// Recipient of the last email with it.
    pub emailed_to: Option<String>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

impl Invoice {
    /// Returns true for an open invoice whose last day to pay is over.
    #[must_use]
    pub fn is_overdue(&self, today: NaiveDate) -> bool {
        self.status == InvoiceStatus::Open && self.due_on < today
    }
}

/// What tenants owe in a currency: the balance of the receivable account over the transactions of invoices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceTotal {
    /// ISO 4217 code.
    pub currency: String,
    /// What is owed, in cents.
    pub open_cents: i64,
    /// What is owed and overdue, in cents.
    pub overdue_cents: i64,
    /// What was paid, in cents.
    pub paid_cents: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_can_be_undone_and_a_void_invoice_does_not_change() {
        assert_eq!(InvoiceStatus::Open.moves(), [InvoiceMove::Pay, InvoiceMove::Void]);
        assert_eq!(InvoiceStatus::Paid.moves(), [InvoiceMove::UndoPayment]);
        assert_eq!(InvoiceStatus::Void.moves(), []);
    }
}
