//! Validation of annotations in requests.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use shared::{
    domain::annotation::Annotation,
    store::{annotation::AnnotationBody, website},
};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    state::AppState,
};

const TITLE_CHARS: usize = 200;
const DETAIL_CHARS: usize = 10_000;
const PAGES: usize = 500;
const PAGE_CHARS: usize = 2_000;

/// Returns the given day, or the UTC day of the time.
pub(super) fn day(day: Option<NaiveDate>, at: Option<DateTime<Utc>>) -> Result<NaiveDate> {
    day.or_else(|| at.map(|at| at.date_naive()))
        .ok_or_else(|| ApiError::invalid("/day", "Send the day of the change (day) or its moment (at)."))
}

/// Converts a stored annotation to an editable body.
pub(super) fn of(noted: Annotation) -> AnnotationBody {
    AnnotationBody {
        website_id: noted.website_id,
        day: noted.day,
        at: noted.at,
        kind: noted.kind,
        title: noted.title,
        detail: noted.detail,
        pages: noted.pages.0,
    }
}

/// Checks all fields and returns all errors at once; the website must belong to the workspace.
pub(super) async fn check(state: &AppState, workspace_id: Uuid, body: &AnnotationBody) -> Result<()> {
    let wrong = mistakes(body);
    if !wrong.is_empty() {
        return Err(ApiError::Invalid(wrong));
    }
    if let Some(id) = body.website_id {
        website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    }
    Ok(())
}

fn mistakes(body: &AnnotationBody) -> Vec<FieldError> {
    let mut wrong = Vec::new();
    let mut demand = |is_right: bool, pointer: &str, detail: &str| {
        if !is_right {
            wrong.push(FieldError::new(pointer, detail));
        }
    };
    demand(is_text(&body.title, 1, TITLE_CHARS), "/title", "must have 1 to 200 characters");
    demand(is_text(&body.detail, 0, DETAIL_CHARS), "/detail", "must have at most 10,000 characters");
    demand(body.pages.len() <= PAGES, "/pages", "must name at most 500 pages; leave it empty for the whole site");
    demand(is_day(body), "/day", "must be a day from 1990 to 2100 as YYYY-MM-DD, that of `at` where both are given");
    for (index, page) in body.pages.iter().enumerate().take(PAGES) {
        demand(is_page(page), &format!("/pages/{index}"), "must be an address (https://…) or a path (/…)");
    }
    wrong
}

fn is_text(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.chars().count())
}

fn is_page(page: &str) -> bool {
    let begins = ["/", "http://", "https://"].iter().any(|start| page.starts_with(start));
    begins && is_text(page, 1, PAGE_CHARS) && !page.contains(char::is_whitespace)
}

/// Returns true if the time falls on the day in some time zone.
fn is_day(body: &AnnotationBody) -> bool {
    let is_near = |at: DateTime<Utc>| (at.date_naive() - body.day).num_days().abs() <= 1;
    (1990..=2100).contains(&body.day.year()) && body.at.is_none_or(is_near)
}
