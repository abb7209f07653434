//! Why a qualified lead waits.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::{Result, Tx, buyer, rental};
use crate::domain::{
    buyer::{Buyer, Candidate, choose},
    lead::{LeadStatus, ReceivedLead},
};

/// Returns why no buyer gets a lead now, one sentence; `None` for a lead that does not wait, or that is sent next.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn waits_because(
    tx: &mut Tx, workspace_id: Uuid, lead: &ReceivedLead, now: DateTime<Utc>,
) -> Result<Option<String>> {
    let waits = lead.status == LeadStatus::Qualified && lead.erased_at.is_none();
    if !waits || rental::receiver(&mut *tx, workspace_id, lead.website_id).await?.is_some() {
        return Ok(None);
    }
    let about = (lead.vertical.as_deref(), lead.place.as_deref());
    let all = buyer::list(&mut *tx, workspace_id).await?;
    let candidates = buyer::candidates(tx, workspace_id, lead.id, about, now).await?;
    if choose(&candidates, about.0, about.1, now).is_some() {
        return Ok(None);
    }
    Ok(Some(if candidates.is_empty() { untaken(&all, about) } else { unfree(&candidates, now) }))
}

/// Returns why no buyer takes leads like this one.
fn untaken(all: &[Buyer], (vertical, place): (Option<&str>, Option<&str>)) -> String {
    if all.is_empty() {
        return "There is no buyer yet.".to_owned();
    }
    let takes_vertical = |one: &&Buyer| {
        let verticals = &one.verticals.0;
        verticals.is_empty() || vertical.is_some_and(|slug| verticals.iter().any(|other| other == slug))
    };
    if all.iter().any(|one| takes_vertical(&one)) {
        return match place {
            Some(place) => format!("No buyer of its vertical takes leads of {place}."),
            None => "Its place is unknown, and no buyer of its vertical takes leads of all places.".to_owned(),
        };
    }
    match vertical {
        Some(slug) => format!("No buyer takes leads of the vertical {slug}."),
        None => "Its vertical is unknown, and no buyer takes leads of all verticals.".to_owned(),
    }
}

/// Returns why the buyers who take the lead cannot get it now.
fn unfree(candidates: &[Candidate], now: DateTime<Utc>) -> String {
    let is_below = |cap: Option<i32>, count: i64| cap.is_none_or(|cap| count < i64::from(cap));
    let reason = |one: &Candidate| {
        let buyer = &one.buyer;
        if buyer.is_paused {
            "is paused"
        } else if one.had_it {
            "had this lead before"
        } else if !one.has_destination {
            "has neither an email address nor an enabled webhook"
        } else if !is_below(buyer.monthly_cap, one.this_month) {
            "has reached the monthly cap"
        } else if !is_below(buyer.daily_cap, one.today) {
            "has reached the daily cap"
        } else if buyer.is_open(now) {
            "waits for an exclusive buyer"
        } else {
            "is closed now"
        }
    };
    let reasons: Vec<String> =
        candidates.iter().take(5).map(|one| format!("{} {}", one.buyer.name, reason(one))).collect();
    format!("{}.", reasons.join("; "))
}
