//! Changes of keyword positions between two runs.

use std::collections::HashMap;

use serde_json::json;
use uuid::Uuid;

use crate::{
    domain::{
        event::{Audience, NewEvent},
        keyword::NewKeyword,
    },
    store::{Result, Tx, macros::*},
};

/// Minimum change of the position; mean positions vary by one or two between reports.
const LEAST: f64 = 3.0;
/// Maximum number of reported changes, most impressions first.
const MOST: usize = 10;
/// Maximum number of compared keywords, most impressions first.
const COMPARED: i64 = 5_000;

/// Returns an event for each keyword with a changed position. The previous tables must still exist.
pub(super) async fn of(
    tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, keywords: &[NewKeyword],
) -> Result<Vec<NewEvent>> {
    let before = query_all!(
        tx,
        (String, f64),
        "SELECT query, position FROM keywords WHERE website_id = $1 AND position IS NOT NULL
          ORDER BY impressions DESC, id LIMIT $2",
        website_id,
        COMPARED
    )?;
    let before: HashMap<String, f64> = before.into_iter().collect();
    let moved = |new: &&NewKeyword| {
        let (old, position) = (before.get(&new.query), new.position);
        old.zip(position).is_some_and(|(old, position)| (old - position).abs() >= LEAST)
    };
    let mut moved: Vec<&NewKeyword> = keywords.iter().filter(moved).collect();
    moved.sort_by_key(|new| std::cmp::Reverse(new.impressions));
    let tell = |new: &NewKeyword| NewEvent {
        audience: Audience::Workspace(workspace_id),
        r#type: "performance:ranking",
        payload: json!({
            "websiteId": website_id, "keyword": new.query, "oldPosition": before.get(&new.query),
            "newPosition": new.position,
        }),
    };
    Ok(moved.into_iter().take(MOST).map(tell).collect())
}
