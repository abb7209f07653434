//! Sessions as Google Analytics reports them, and Core Web Vitals as the Chrome UX Report has them.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::text_enum;

/// Sessions on a day that began on a page from a source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct SessionRow {
    /// Day, in the time zone of the property.
    pub day: NaiveDate,
    /// Path of the first page; `(not set)` where Google does not know it.
    pub page: String,
    /// Source, such as `google` or `chatgpt.com`.
    pub source: String,
    /// Medium, such as `organic`.
    pub medium: String,
    /// Sessions.
    pub sessions: i64,
    /// Sessions of ten seconds or more, with a key event or with two pages.
    pub engaged_sessions: i64,
    /// Key events, which used to be called conversions.
    pub key_events: f64,
}

/// Sums of sessions.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct SessionGroup {
    /// Day, page, or source and medium.
    pub name: String,
    /// Sessions.
    pub sessions: i64,
    /// Engaged sessions.
    pub engaged_sessions: i64,
    /// Key events.
    pub key_events: f64,
}

text_enum! {
    /// Device of visitors.
    VitalsDevice {
        /// Phones.
        Phone = "phone",
        /// Computers.
        Desktop = "desktop",
    }
}

/// 75th percentiles of visits in 28 days.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Vitals {
    /// Connection that fetched it.
    pub connection_id: Uuid,
    /// Page, or the origin of the website.
    pub url: String,
    /// Whether it is about all pages of the origin.
    pub is_origin: bool,
    /// Device.
    pub device: VitalsDevice,
    /// First day of the visits.
    pub first_day: NaiveDate,
    /// Last day of the visits.
    pub day: NaiveDate,
    /// Largest Contentful Paint, in milliseconds.
    pub lcp: Option<f64>,
    /// Interaction to Next Paint, in milliseconds.
    pub inp: Option<f64>,
    /// Cumulative Layout Shift.
    pub cls: Option<f64>,
    /// First Contentful Paint, in milliseconds.
    pub fcp: Option<f64>,
    /// Time to First Byte, in milliseconds.
    pub ttfb: Option<f64>,
}
