//! Creates notifications for events.

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use super::insert;
use crate::{
    domain::{
        event::{Audience, NewEvent},
        notification::{NewNotification, NotificationKind as Kind},
    },
    store::{Result, Tx},
};

/// Stores the notifications of events for their recipients; returns their live events. `members` are pairs of a
/// workspace and a user.
///
/// # Errors
/// Returns an error if the query fails.
pub(crate) async fn raise(
    tx: &mut Tx, events: &[NewEvent], members: &[(Uuid, Uuid)], now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let mut carried = Vec::new();
    for (audience, new) in merged(events) {
        for user_id in readers(audience, members) {
            carried.push(insert(tx, user_id, &new, now).await?);
        }
    }
    Ok(carried)
}

fn readers(audience: Audience, members: &[(Uuid, Uuid)]) -> Vec<Uuid> {
    match audience {
        Audience::User(user_id) => vec![user_id],
        Audience::Workspace(id) => {
            members.iter().filter(|(workspace_id, _)| *workspace_id == id).map(|(_, user_id)| *user_id).collect()
        }
    }
}

/// Returns the notifications of the events, one per group.
fn merged(events: &[NewEvent]) -> Vec<(Audience, NewNotification)> {
    let mut all: Vec<(Audience, NewNotification)> = Vec::new();
    for event in events {
        let Some(new) = notification(event) else { continue };
        let same = |(audience, known): &&mut (Audience, NewNotification)| {
            *audience == event.audience && new.group.is_some() && known.group == new.group
        };
        match all.iter_mut().find(same) {
            Some((_, known)) => known.count += 1,
            None => all.push((event.audience, new)),
        }
    }
    all
}

/// Returns the notification of an event; `None` for events that only update the screen.
fn notification(event: &NewEvent) -> Option<NewNotification> {
    let payload = &event.payload;
    let new = match event.r#type {
        "engine:error" => engine_error(payload),
        "opportunity:implemented" => implemented(&payload["opportunity"]),
        "performance:alert" => alert(payload),
        "user:achievement" => achievement(&payload["achievement"]),
        "user:subscription" => subscription(payload)?,
        _ => return None,
    };
    Some(match event.audience {
        Audience::Workspace(id) => new.within(id),
        Audience::User(_) => new,
    })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the path with the website as a parameter.
pub(crate) fn route(path: &str, website_id: Option<&str>) -> String {
    website_id.map_or_else(|| path.to_owned(), |id| format!("{path}?website={id}"))
}

fn engine_error(payload: &Value) -> NewNotification {
    let engine = text(&payload["engineId"]);
    let route = route(&format!("/intelligence/{engine}"), payload["websiteId"].as_str());
    NewNotification::new(Kind::EngineError, "error", "Engine Error", text(&payload["error"]))
        .about("run", text(&payload["runId"]), route)
        .grouped(format!("engine:error:{engine}:{}", text(&payload["websiteId"])))
}

fn implemented(opportunity: &Value) -> NewNotification {
    let route = route("/opportunities/discover", opportunity["websiteId"].as_str());
    NewNotification::new(Kind::Implemented, "success", "Opportunity Implemented!", text(&opportunity["title"])).about(
        "opportunity",
        text(&opportunity["id"]),
        route,
    )
}

fn alert(payload: &Value) -> NewNotification {
    let level = if payload["severity"] == "critical" { "error" } else { "warning" };
    let website_id = payload["websiteId"].as_str();
    if let Some(keyword_id) = payload["keywordId"].as_str() {
        return rank_alert(payload, keyword_id);
    }
    NewNotification::new(Kind::Alert, level, "Performance Alert", text(&payload["message"]))
        .about("forecast", text(&payload["forecastId"]), route("/analytics", website_id))
        .grouped(format!("performance:alert:{level}:{}", website_id.unwrap_or_default()))
}

/// An alert about a rank. Alerts of a website with the same severity are one notification.
fn rank_alert(payload: &Value, keyword_id: &str) -> NewNotification {
    let level = match text(&payload["severity"]) {
        "critical" => "error",
        "info" => "success",
        _ => "warning",
    };
    let website_id = payload["websiteId"].as_str();
    let place = format!("{}&keyword={keyword_id}", route("/ranks", website_id));
    NewNotification::new(Kind::Alert, level, "Performance Alert", text(&payload["message"]))
        .about("keyword", keyword_id, place)
        .grouped(format!("rank:alert:{level}:{}", website_id.unwrap_or_default()))
}

fn achievement(achievement: &Value) -> NewNotification {
    NewNotification::new(Kind::Achievement, "success", "Achievement Unlocked!", text(&achievement["title"])).about(
        "achievement",
        text(&achievement["id"]),
        "/analytics",
    )
}

/// The start of a trial needs no notification, because the account is new.
fn subscription(payload: &Value) -> Option<NewNotification> {
    let day = payload["trialEndsAt"].as_str().and_then(|at| at.parse::<DateTime<Utc>>().ok());
    let day = day.map(|at| at.format("%-d %B %Y").to_string());
    let (title, message) = match (text(&payload["change"]), day) {
        ("trial_ended", Some(day)) => {
            ("Your trial has ended", format!("It ended on {day}. Everything that you have made stays."))
        }
        ("trial_ending", Some(day)) => ("Your trial ends soon", format!("It ends on {day}.")),
        ("changed", _) => ("Subscription Updated", format!("Your plan is now {}.", text(&payload["plan"]))),
        _ => return None,
    };
    Some(NewNotification::new(Kind::Subscription, "info", title, message).about(
        "subscription",
        text(&payload["plan"]),
        "/settings?tab=profile",
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(r#type: &'static str, payload: Value) -> NewEvent {
        NewEvent { audience: Audience::User(Uuid::nil()), r#type, payload }
    }

    #[test]
    fn alerts_of_one_website_are_one_notification() {
        let alert =
            |website: &str| event("performance:alert", json!({"websiteId": website, "message": "It came to 3."}));
        let all = merged(&[alert("a"), alert("a"), alert("b"), event("run:finished", json!({}))]);
        let counts: Vec<i64> = all.iter().map(|(_, new)| new.count).collect();
        assert_eq!(counts, [2, 1]);
        let link = all[0].1.link.as_ref().map(|link| link.route.as_str());
        assert_eq!(link, Some("/analytics?website=a"));
    }

    #[test]
    fn trial_that_ends_names_its_day() {
        let new =
            subscription(&json!({"plan": "free", "trialEndsAt": "2026-05-01T10:00:00Z", "change": "trial_ended"}));
        assert_eq!(new.map(|new| new.message).unwrap_or_default().split(". ").next(), Some("It ended on 1 May 2026"));
        assert_eq!(subscription(&json!({"plan": "trial", "change": "trial_started"})), None);
    }
}
