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
        /// Records that the credit which is left of its credit notes was paid back, and posts that payment.
        PayBack = "pay_back",
        /// Withdraws the record of credit that was paid back, and posts the inverse.
        UndoPayBack = "undo_pay_back",
    }
}

impl InvoiceStatus {
    /// Returns the status after a move; `None` if the move is not allowed, or does not change the status.
    #[must_use]
    pub const fn after(self, by: InvoiceMove) -> Option<Self> {
        match (self, by) {
            (Self::Open, InvoiceMove::Pay) => Some(Self::Paid),
            (Self::Open, InvoiceMove::Void) => Some(Self::Void),
            (Self::Paid, InvoiceMove::UndoPayment) => Some(Self::Open),
            _ => None,
        }
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
    /// Credit of the tenant that pays for a part of it, in cents.
    pub used_credit_cents: i64,
    /// Rent of days after the end of the rental that credit notes give back, in cents.
    pub credited_cents: i64,
    /// First of those days.
    pub credited_from: Option<NaiveDate>,
    /// What is left of those credits and owed to the tenant, in cents.
    pub credit_left_cents: i64,
    /// What of those credits was paid back, in cents.
    pub paid_back_cents: i64,
    /// Whether the record of a payment pays for it, and not credit alone.
    #[serde(skip)]
    pub has_payment: bool,
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

    /// Returns what the tenant pays or paid for it apart from used credit, in cents.
    #[must_use]
    pub const fn rest_cents(&self) -> i64 {
        self.amount_cents - self.used_credit_cents
    }

    /// Returns the last day whose rent it holds: the last day that is not credited.
    #[must_use]
    pub fn last_day(&self) -> NaiveDate {
        self.credited_from.and_then(|day| day.pred_opt()).unwrap_or(self.period_to)
    }

    /// Returns its rent of the days until `last`: its amount times their share of its days, in whole cents, where half a cent is
    /// rounded up; 0 if none of its days is until then.
    #[must_use]
    pub fn cents_until(&self, last: NaiveDate) -> i64 {
        let days = |to: NaiveDate| (to - self.period_from).num_days() + 1;
        let all = days(self.period_to);
        let kept = days(last).clamp(0, all);
        (self.amount_cents.saturating_mul(2 * kept) + all) / (2 * all)
    }

    /// Returns the days after `last` whose rent it holds, and their rent in cents: the rest of its amount, so that rent and credit
    /// add up to it. `None` without such days.
    #[must_use]
    pub fn unused(&self, last: NaiveDate) -> Option<(NaiveDate, NaiveDate, i64)> {
        let from = last.succ_opt().unwrap_or(last).max(self.period_from);
        let cents = self.amount_cents - self.credited_cents - self.cents_until(last);
        (from <= self.last_day() && cents > 0).then_some((from, self.last_day(), cents))
    }

    /// Returns true if a move is allowed now.
    #[must_use]
    pub const fn allows(&self, by: InvoiceMove) -> bool {
        match by {
            InvoiceMove::Pay | InvoiceMove::Void => self.status.after(by).is_some(),
            InvoiceMove::UndoPayment => self.status.after(by).is_some() && self.has_payment,
            InvoiceMove::PayBack => self.credit_left_cents > 0,
            InvoiceMove::UndoPayBack => self.paid_back_cents > 0,
        }
    }

    /// Returns the allowed moves.
    #[must_use]
    pub fn moves(&self) -> Vec<InvoiceMove> {
        InvoiceMove::ALL.iter().copied().filter(|by| self.allows(*by)).collect()
    }
}

/// A credit note: rent of days after the end of a rental, which the tenant had paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct CreditNote {
    /// Time-ordered.
    pub id: Uuid,
    /// Invoice whose days are credited.
    pub invoice_id: Uuid,
    /// Number, 1 and up, without gaps within the workspace.
    pub number: i32,
    /// First credited day.
    pub period_from: NaiveDate,
    /// Last credited day.
    pub period_to: NaiveDate,
    /// Day of issue.
    pub issued_on: NaiveDate,
    /// Rent of these days in cents, as posted in the ledger.
    pub amount_cents: i64,
    /// What is left of it and owed to the tenant, in cents.
    pub left_cents: i64,
    /// ISO 4217 code.
    #[schema(examples("USD"))]
    pub currency: String,
}

/// What tenants owe in a currency. What they owe less what is owed to them is the balance of the receivable account over the
/// transactions of invoices and credit notes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceTotal {
    /// ISO 4217 code.
    pub currency: String,
    /// What is owed, in cents.
    pub open_cents: i64,
    /// What is owed and overdue, in cents.
    pub overdue_cents: i64,
    /// What was paid, less what was paid back, in cents.
    pub paid_cents: i64,
    /// What is owed to tenants: credit that is neither used nor paid back, in cents.
    pub credit_cents: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn november(amount_cents: i64, status: InvoiceStatus) -> Invoice {
        Invoice {
            id: Uuid::nil(),
            rental_id: Uuid::nil(),
            website_id: Uuid::nil(),
            website_name: String::new(),
            number: 1,
            period_from: day("2026-11-01"),
            period_to: day("2026-11-30"),
            issued_on: day("2026-11-01"),
            due_on: day("2026-11-15"),
            amount_cents,
            currency: "USD".to_owned(),
            status,
            paid_on: None,
            note: String::new(),
            used_credit_cents: 0,
            credited_cents: 0,
            credited_from: None,
            credit_left_cents: 0,
            paid_back_cents: 0,
            has_payment: status == InvoiceStatus::Paid,
            tenant: Json(Tenant::default()),
            issuer: Json(Issuer::default()),
            emailed_at: None,
            emailed_to: None,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn moves_follow_the_status_the_payment_and_the_credit() {
        assert_eq!(november(1, InvoiceStatus::Open).moves(), [InvoiceMove::Pay, InvoiceMove::Void]);
        assert_eq!(november(1, InvoiceStatus::Void).moves(), []);
        let paid = november(1, InvoiceStatus::Paid);
        assert_eq!(paid.moves(), [InvoiceMove::UndoPayment]);
        let by_credit = Invoice { has_payment: false, ..paid.clone() };
        assert_eq!(by_credit.moves(), [], "credit alone paid it");
        let credited = Invoice { credit_left_cents: 1, ..paid.clone() };
        assert_eq!(credited.moves(), [InvoiceMove::UndoPayment, InvoiceMove::PayBack]);
        let paid_back = Invoice { paid_back_cents: 1, ..paid };
        assert_eq!(paid_back.moves(), [InvoiceMove::UndoPayment, InvoiceMove::UndoPayBack]);
    }

    #[test]
    fn rent_and_credit_of_each_day_add_up_to_the_amount() {
        let paid = november(10_000, InvoiceStatus::Paid);
        assert_eq!(paid.unused(day("2026-11-10")), Some((day("2026-11-11"), day("2026-11-30"), 6_667)), "3333.33");
        assert_eq!(paid.unused(day("2026-10-01")), Some((day("2026-11-01"), day("2026-11-30"), 10_000)));
        assert_eq!((paid.unused(day("2026-11-30")), paid.unused(day("2026-12-09"))), (None, None));
        for last in (1..30).filter_map(|day| NaiveDate::from_ymd_opt(2026, 11, day)) {
            let (from, to, credit) = paid.unused(last).expect("days are left");
            let half = Invoice { credited_cents: credit, credited_from: Some(from), ..paid.clone() };
            assert_eq!((half.last_day(), to, half.unused(last)), (last, paid.period_to, None), "{last}: once");
            let all = half.unused(day("2026-10-31")).expect("days are left");
            assert_eq!((all.1, all.2 + credit), (last, 10_000), "{last}");
        }
    }
}
