//! Leads that the server receives, from a form or a call to the money.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::text_enum;
use crate::vault::Sealed;

text_enum! {
    /// Status of a lead.
    LeadStatus {
        /// Received; nobody has qualified it.
        New = "new",
        /// A program filled the form, or a user marked it.
        Spam = "spam",
        /// The same person within 30 days on the same website, or on another website for the same trade.
        Duplicate = "duplicate",
        /// Ready for a buyer.
        Qualified = "qualified",
        /// Sent to a buyer.
        Sent = "sent",
        /// The buyer accepted it: revenue is posted.
        Accepted = "accepted",
        /// The buyer rejected it.
        Rejected = "rejected",
        /// The price was refunded, wholly or in part.
        Refunded = "refunded",
    }
}

text_enum! {
    /// A change of a lead's status by a user.
    LeadMove {
        /// Makes it ready for a buyer; a rejected one for the next buyer.
        Qualify = "qualify",
        /// Marks it as spam.
        MarkSpam = "mark_spam",
        /// Records that the buyer accepted it, and posts its price.
        Accept = "accept",
        /// Records that the buyer rejected it.
        Reject = "reject",
        /// Refunds an accepted lead, once.
        Refund = "refund",
    }
}

impl LeadStatus {
    /// Returns the status after a move; `None` if the move is not allowed.
    #[must_use]
    pub const fn after(self, by: LeadMove) -> Option<Self> {
        match (self, by) {
            (Self::New | Self::Spam | Self::Duplicate | Self::Rejected, LeadMove::Qualify) => Some(Self::Qualified),
            (Self::New | Self::Duplicate | Self::Qualified, LeadMove::MarkSpam) => Some(Self::Spam),
            (Self::Sent, LeadMove::Accept) => Some(Self::Accepted),
            (Self::Sent, LeadMove::Reject) => Some(Self::Rejected),
            (Self::Accepted, LeadMove::Refund) => Some(Self::Refunded),
            _ => None,
        }
    }
}

text_enum! {
    /// Kind of a source of leads.
    LeadSourceKind {
        /// A form on a website.
        Form = "form",
        /// Calls reported by `CallRail`.
        CallRail = "callrail",
        /// Calls reported by Twilio.
        Twilio = "twilio",
    }
}

/// A source of leads of a website: a form, or call tracking.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct LeadSource {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace.
    #[serde(skip)]
    pub workspace_id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Kind.
    pub kind: LeadSourceKind,
    /// Last part of its public address.
    pub key: String,
    /// Name.
    pub name: String,
    /// Slug of the vertical of its leads.
    pub vertical: Option<String>,
    /// Place of its leads, such as `Tulsa, OK`.
    pub place: Option<String>,
    /// What a visitor agrees to with the form.
    pub consent_text: String,
    /// Page of the website that is shown after the form was sent; `null` for a plain page of the server.
    pub thanks_url: Option<String>,
    /// Encrypted key with which the provider signs its requests.
    #[serde(skip)]
    #[schema(ignore)]
    pub sealed_secret: Option<Sealed>,
    /// Shorter calls are not qualified by themselves.
    pub min_seconds: i32,
    /// Whether it receives leads.
    pub is_enabled: bool,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

/// Names a text of consent, so that a page says which text its visitor saw: the first 16 hexadecimal digits of the SHA-256 of
/// the text.
#[must_use]
pub fn consent_version(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// A received lead.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedLead {
    /// Time-ordered.
    pub id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Source; `null` after it was deleted.
    pub source_id: Option<Uuid>,
    /// Kind of the source.
    pub kind: LeadSourceKind,
    /// Status.
    pub status: LeadStatus,
    /// Name; may be empty.
    pub name: String,
    /// Email address.
    pub email: Option<String>,
    /// Phone number as received.
    pub phone: Option<String>,
    /// Message; may be empty.
    pub message: String,
    /// Other fields of the form.
    #[schema(value_type = BTreeMap<String, String>)]
    pub fields: Json<BTreeMap<String, String>>,
    /// Page of the form, or on which the number was called.
    pub page: Option<String>,
    /// Keyword that led to it, where known.
    pub keyword: Option<String>,
    /// Slug of the vertical.
    pub vertical: Option<String>,
    /// Place.
    pub place: Option<String>,
    /// Length of the call.
    pub call_seconds: Option<i32>,
    /// What the visitor agreed to.
    pub consent_text: Option<String>,
    /// Time of the consent.
    pub consented_at: Option<DateTime<Utc>>,
    /// The earlier lead that it repeats.
    pub duplicate_of: Option<Uuid>,
    /// Buyer.
    pub buyer_id: Option<Uuid>,
    /// Name of the buyer.
    pub buyer_name: Option<String>,
    /// Price, in cents, once it was sent.
    pub price_cents: Option<i64>,
    /// Currency of the price.
    pub currency: Option<String>,
    /// Delivery in the log of the buyer's webhook.
    pub delivery_id: Option<Uuid>,
    /// Status of that delivery; `null` without a webhook.
    pub delivery_status: Option<super::webhook::DeliveryStatus>,
    /// Time at which a buyer is looked for again.
    pub route_at: Option<DateTime<Utc>>,
    /// Time at which it was received.
    pub received_at: DateTime<Utc>,
    /// Time at which it was sent to the buyer.
    pub sent_at: Option<DateTime<Utc>>,
    /// Rental whose tenant got it, without a price.
    pub rental_id: Option<Uuid>,
    /// Name of that tenant.
    pub tenant_name: Option<String>,
    /// Time at which its personal data were erased.
    pub erased_at: Option<DateTime<Utc>>,
}

impl ReceivedLead {
    /// Returns the status after a move; `None` if the move is not allowed. A lead that a tenant got is not sold, and nobody
    /// gets one whose personal data are erased.
    #[must_use]
    pub fn after(&self, by: LeadMove) -> Option<LeadStatus> {
        let is_with_tenant = self.rental_id.is_some() && self.status == LeadStatus::Sent;
        let is_empty = self.erased_at.is_some() && by == LeadMove::Qualify;
        self.status.after(by).filter(|_| !is_with_tenant && !is_empty)
    }

    /// Returns the allowed moves.
    #[must_use]
    pub fn moves(&self) -> Vec<LeadMove> {
        LeadMove::ALL.iter().copied().filter(|by| self.after(*by).is_some()).collect()
    }
}

/// An entry of a lead's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct LeadChange {
    /// Status since then.
    pub status: LeadStatus,
    /// Buyer.
    pub buyer_name: Option<String>,
    /// User who made the change; `null` for the server.
    pub user_name: Option<String>,
    /// Note; may be empty.
    pub note: String,
    /// Time.
    pub at: DateTime<Utc>,
}

/// Returns an email address in the form that finds duplicates.
#[must_use]
pub fn email_key(email: &str) -> Option<String> {
    let key = email.trim().to_lowercase();
    (!key.is_empty()).then_some(key)
}

/// Returns the digits of a phone number, without the country code of North America; `None` with fewer than seven.
#[must_use]
pub fn phone_key(phone: &str) -> Option<String> {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let digits = if digits.len() == 11 { digits.strip_prefix('1').unwrap_or(&digits).to_owned() } else { digits };
    (digits.len() >= 7).then_some(digits)
}

/// Maximum number of digits of a phone number with its country code. Source: ITU-T E.164.
const PHONE_DIGITS: usize = 15;

/// Returns what is wrong with a phone number, for the person who enters it; `None` if it can be called. An extension after `ext` or
/// `x`, and the prefix of international calls, do not count as its digits.
#[must_use]
pub fn phone_problem(phone: &str) -> Option<&'static str> {
    let number = phone.to_ascii_lowercase();
    let number = number.split(['x', '#', ';']).next().unwrap_or_default();
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let count = ["011", "00"].iter().find_map(|prefix| digits.strip_prefix(prefix)).unwrap_or(&digits).len();
    if phone_key(number).is_none() {
        return Some("Enter a phone number with at least seven digits.");
    }
    (count > PHONE_DIGITS).then_some("Enter a phone number with at most 15 digits. An extension goes after “ext”.")
}
