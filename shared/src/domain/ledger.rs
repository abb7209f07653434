//! The double-entry ledger. A [`Transaction`] cannot be created unless its debits equal its credits.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// An account of the ledger.
    LedgerAccount {
        /// What buyers and tenants owe (asset).
        Receivable = "receivable",
        /// Money received and spent (asset).
        Cash = "cash",
        /// Accepted leads (income).
        LeadRevenue = "lead_revenue",
        /// Rent of websites (income).
        RentRevenue = "rent_revenue",
        /// Refunds of accepted leads, which reduce income.
        Refunds = "refunds",
        /// Domains (expense).
        DomainCosts = "domain_costs",
        /// Hosting (expense).
        HostingCosts = "hosting_costs",
        /// Calls of data providers and language models (expense).
        ProviderCosts = "provider_costs",
        /// Other expenses.
        OtherCosts = "other_costs",
    }
}

text_enum! {
    /// Reason of a transaction.
    LedgerReason {
        /// A buyer accepted a lead.
        LeadAccepted = "lead_accepted",
        /// An accepted lead was refunded, wholly or in part.
        Refund = "refund",
        /// Rent of a website.
        Rent = "rent",
        /// A buyer or tenant paid.
        Payment = "payment",
        /// A domain was paid.
        Domain = "domain",
        /// Hosting was paid.
        Hosting = "hosting",
        /// A run paid for calls of data providers or language models.
        ProviderCalls = "provider_calls",
        /// Another cost was paid.
        OtherCost = "other_cost",
    }
}

impl LedgerReason {
    /// Reasons of entries that a user adds by hand; the others follow from leads, invoices and
    /// provider calls.
    pub const BY_HAND: [Self; 5] = [Self::Rent, Self::Payment, Self::Domain, Self::Hosting, Self::OtherCost];

    /// Returns the debited and the credited account.
    #[must_use]
    pub const fn accounts(self) -> (LedgerAccount, LedgerAccount) {
        match self {
            Self::LeadAccepted => (LedgerAccount::Receivable, LedgerAccount::LeadRevenue),
            Self::Refund => (LedgerAccount::Refunds, LedgerAccount::Receivable),
            Self::Rent => (LedgerAccount::Receivable, LedgerAccount::RentRevenue),
            Self::Payment => (LedgerAccount::Cash, LedgerAccount::Receivable),
            Self::Domain => (LedgerAccount::DomainCosts, LedgerAccount::Cash),
            Self::Hosting => (LedgerAccount::HostingCosts, LedgerAccount::Cash),
            Self::ProviderCalls => (LedgerAccount::ProviderCosts, LedgerAccount::Cash),
            Self::OtherCost => (LedgerAccount::OtherCosts, LedgerAccount::Cash),
        }
    }
}

/// Maximum amount of an entry, in cents: ten billion units of the currency.
pub const MOST_CENTS: i64 = 1_000_000_000_000;
/// Maximum length of an idempotency key, in characters.
pub const KEY_CHARS: usize = 200;

/// A line of a transaction, with a positive amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Debit of an account, in cents.
    Debit(LedgerAccount, i64),
    /// Credit of an account, in cents.
    Credit(LedgerAccount, i64),
}

impl Line {
    /// Returns the account.
    #[must_use]
    pub const fn account(self) -> LedgerAccount {
        match self {
            Self::Debit(account, _) | Self::Credit(account, _) => account,
        }
    }

    /// Returns debit and credit in cents; one of them is 0.
    #[must_use]
    pub const fn amounts(self) -> (i64, i64) {
        match self {
            Self::Debit(_, cents) => (cents, 0),
            Self::Credit(_, cents) => (0, cents),
        }
    }
}

/// What a transaction is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LedgerSubject {
    /// Lead.
    pub lead_id: Option<Uuid>,
    /// Buyer.
    pub buyer_id: Option<Uuid>,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Slug of the vertical.
    pub vertical: Option<String>,
    /// Place, such as `Tulsa, OK`.
    pub place: Option<String>,
}

/// Why a transaction cannot be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// The debits differ from the credits.
    #[error("the debits ({debits}) differ from the credits ({credits})")]
    Unbalanced {
        /// Sum of the debits.
        debits: i64,
        /// Sum of the credits.
        credits: i64,
    },
    /// An amount is not positive, or too large.
    #[error("must be 1 to 1,000,000,000,000 cents")]
    Amount,
    /// The currency is no ISO 4217 code.
    #[error("must be a currency code of three capital letters, such as USD")]
    Currency,
    /// The idempotency key is empty or too long.
    #[error("must have 1 to 200 characters")]
    Key,
}

/// A balanced transaction to post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transaction {
    reason: LedgerReason,
    key: String,
    currency: String,
    lines: Vec<Line>,
    /// What it is about.
    pub subject: LedgerSubject,
    /// Note; may be empty.
    pub note: String,
    /// Time at which it happened.
    pub occurred_at: DateTime<Utc>,
}

impl Transaction {
    /// Creates a transaction of several lines. It is posted once for its key.
    ///
    /// # Errors
    /// Returns an error if it is not balanced, or if an amount, the currency or the key is invalid.
    pub fn new(
        reason: LedgerReason, key: &str, currency: &str, lines: Vec<Line>, occurred_at: DateTime<Utc>,
    ) -> Result<Self, LedgerError> {
        if !is_currency(currency) {
            return Err(LedgerError::Currency);
        }
        if key.is_empty() || key.chars().count() > KEY_CHARS {
            return Err(LedgerError::Key);
        }
        let (mut debits, mut credits) = (0_i64, 0_i64);
        for line in &lines {
            let (debit, credit) = line.amounts();
            if !(1..=MOST_CENTS).contains(&(debit + credit)) {
                return Err(LedgerError::Amount);
            }
            (debits, credits) = (debits.saturating_add(debit), credits.saturating_add(credit));
        }
        if debits != credits || debits == 0 {
            return Err(LedgerError::Unbalanced { debits, credits });
        }
        let (key, currency) = (key.to_owned(), currency.to_owned());
        let (subject, note) = (LedgerSubject::default(), String::new());
        Ok(Self { reason, key, currency, lines, subject, note, occurred_at })
    }

    /// Creates the transaction of an amount between the accounts of its reason.
    ///
    /// # Errors
    /// Returns an error if the amount, the currency or the key is invalid.
    pub fn of(
        reason: LedgerReason, key: &str, currency: &str, cents: i64, occurred_at: DateTime<Utc>,
    ) -> Result<Self, LedgerError> {
        let (debited, credited) = reason.accounts();
        let lines = vec![Line::Debit(debited, cents), Line::Credit(credited, cents)];
        Self::new(reason, key, currency, lines, occurred_at)
    }

    /// Sets what it is about.
    #[must_use]
    pub fn about(mut self, subject: LedgerSubject) -> Self {
        self.subject = subject;
        self
    }

    /// Sets its note.
    #[must_use]
    pub fn noted(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Returns its reason.
    #[must_use]
    pub const fn reason(&self) -> LedgerReason {
        self.reason
    }

    /// Returns its idempotency key.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns its currency.
    #[must_use]
    pub fn currency(&self) -> &str {
        &self.currency
    }

    /// Returns its lines.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns its amount in cents: the sum of its debits.
    #[must_use]
    pub fn cents(&self) -> i64 {
        self.lines.iter().map(|line| line.amounts().0).sum()
    }
}

/// Returns true for a code of three capital letters (ISO 4217).
#[must_use]
pub fn is_currency(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// A posted transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct LedgerTransaction {
    /// Time-ordered.
    pub id: Uuid,
    /// Reason.
    pub reason: LedgerReason,
    /// Debited account.
    pub debited: LedgerAccount,
    /// Credited account.
    pub credited: LedgerAccount,
    /// Amount in cents.
    pub amount_cents: i64,
    /// ISO 4217 code.
    #[schema(examples("USD"))]
    pub currency: String,
    /// Lead.
    pub lead_id: Option<Uuid>,
    /// Buyer.
    pub buyer_id: Option<Uuid>,
    /// Name of the buyer, unless the buyer was deleted.
    pub buyer_name: Option<String>,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Name of the website, unless it was deleted.
    pub website_name: Option<String>,
    /// Slug of the vertical.
    pub vertical: Option<String>,
    /// Place.
    pub place: Option<String>,
    /// Note; may be empty.
    pub note: String,
    /// Time at which it happened.
    pub occurred_at: DateTime<Utc>,
    /// Time at which it was posted.
    pub posted_at: DateTime<Utc>,
    /// Whether a user posted it; the others follow from leads, invoices and
    /// provider calls, or reverse another one.
    pub is_by_hand: bool,
    /// Transaction that reverses it.
    pub reversal_id: Option<Uuid>,
}

text_enum! {
    /// What sums of the ledger are grouped by.
    LedgerGroup {
        /// Websites.
        Website = "website",
        /// Buyers.
        Buyer = "buyer",
        /// Verticals.
        Vertical = "vertical",
        /// Places.
        Place = "place",
        /// Months (UTC), such as `2026-11`.
        Month = "month",
        /// Days (UTC).
        Day = "day",
    }
}

/// Sums of a group and currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerSum {
    /// Id of the website or buyer.
    pub id: Option<Uuid>,
    /// Name of the group; `null` for transactions without one.
    pub name: Option<String>,
    /// ISO 4217 code.
    pub currency: String,
    /// Revenue after refunds, in cents.
    pub revenue_cents: i64,
    /// Costs, in cents.
    pub cost_cents: i64,
    /// Number of transactions.
    pub transactions: i64,
}

/// Balance of an account and currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct AccountBalance {
    /// Account.
    pub account: LedgerAccount,
    /// ISO 4217 code.
    pub currency: String,
    /// Sum of the debits, in cents.
    pub debit_cents: i64,
    /// Sum of the credits, in cents.
    pub credit_cents: i64,
}
