//! Statements of buyers: what they owe, from the ledger.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{invoice::Issuer, ledger::LedgerReason};

/// What a buyer owes, and how it came about in a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
    /// Name of the buyer.
    pub buyer_name: String,
    /// Email address of the buyer.
    pub buyer_email: Option<String>,
    /// Who issues it.
    pub issuer: Issuer,
    /// A part for each currency that the buyer was charged in, by code.
    pub accounts: Vec<StatementAccount>,
}

/// The part of a statement in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementAccount {
    /// ISO 4217 code.
    #[schema(examples("USD"))]
    pub currency: String,
    /// Owed before the first day, in cents.
    pub opening_cents: i64,
    /// What changed it, the earliest day first.
    pub lines: Vec<StatementLine>,
    /// Owed at the end of the last day, in cents: the opening balance and all lines.
    pub closing_cents: i64,
}

impl StatementAccount {
    /// Adds up the lines on an opening balance.
    #[must_use]
    pub fn new(currency: String, opening_cents: i64, lines: Vec<StatementLine>) -> Self {
        let changes = lines.iter().map(|line| line.amount_cents).sum::<i64>();
        Self { currency, opening_cents, closing_cents: opening_cents + changes, lines }
    }
}

/// A transaction that changed what a buyer owes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct StatementLine {
    /// The transaction.
    pub id: Uuid,
    /// Day (UTC).
    pub day: NaiveDate,
    /// Reason.
    pub reason: LedgerReason,
    /// Lead.
    pub lead_id: Option<Uuid>,
    /// Website of the lead, unless it was deleted.
    pub website_name: Option<String>,
    /// Slug of the vertical.
    pub vertical: Option<String>,
    /// Place.
    pub place: Option<String>,
    /// Note; may be empty.
    pub note: String,
    /// ISO 4217 code.
    pub currency: String,
    /// Charged, in cents; negative for payments and refunds.
    pub amount_cents: i64,
}
