//! The page changes that an opportunity holds, as an edit.

use ::edits::Change;
use serde::Deserialize;
use serde_json::Value;
use shared::{
    domain::{new_id, opportunity::Opportunity, website::Website},
    store::{
        edit::{EditBody, NewEdit},
        site, website,
    },
};
use url::Url;
use uuid::Uuid;

use super::{body, win};
use crate::{error::Result, state::AppState};

const TITLE_CHARS: usize = 200;
/// Tasks that the reason lists.
const MOST_TASKS: usize = 20;

/// Returns the edit that makes the page changes of an opportunity; `None` if it holds none that can be made.
///
/// Engines and crawls state exact changes as evidence of the type `change`: new titles, descriptions, links and redirects. A
/// merge is not one: the redirect comes after a person has moved the passages. A quick win has none: its title follows from the
/// content of its page.
///
/// # Errors
/// Returns an error if a query fails.
pub(crate) async fn of_opportunity(
    state: &AppState, workspace_id: Uuid, opportunity: &Opportunity,
) -> Result<Option<NewEdit>> {
    let Some(website_id) = opportunity.website_id else { return Ok(None) };
    let Some(website) = website::find(&state.db, workspace_id, website_id).await? else { return Ok(None) };
    let mut found = changes(&website, &opportunity.body.evidence);
    if found.is_empty() && opportunity.body.quick_win {
        found = win::changes(state, workspace_id, &website, opportunity).await?;
    }
    if website.archived_at.is_some() || found.is_empty() || ::edits::validate(&found).is_err() {
        return Ok(None);
    }
    // Its pages are changed in a release: a site that is not live has none.
    let site = site::find(&state.db, workspace_id, website_id).await?;
    if site.is_some_and(|site| site.live_release_id.is_none()) {
        return Ok(None);
    }
    let body = EditBody {
        title: opportunity.body.title.chars().take(TITLE_CHARS).collect(),
        reason: reason(&opportunity.body.evidence, found.len()),
        changes: body::changes(&found)?,
        is_measured: true,
    };
    Ok(Some(body::new(new_id(), website_id, Some(opportunity.id), body)))
}

fn of_type<'a>(evidence: &'a Value, kind: &'a str) -> impl Iterator<Item = &'a Value> {
    evidence.as_array().into_iter().flatten().filter(move |one| one["type"] == kind)
}

/// Returns the changes that can be made without a person's work.
fn changes(website: &Website, evidence: &Value) -> Vec<Change> {
    let is_moved = |one: &Value| one["value"]["kind"] == "move_passage";
    if of_type(evidence, "change").any(is_moved) {
        return Vec::new();
    }
    let read = |one: &Value| change(website, one).filter(|change| change.validate().is_ok());
    let mut all: Vec<Change> = Vec::new();
    for change in of_type(evidence, "change").filter_map(read).take(::edits::MOST_CHANGES) {
        if !all.contains(&change) {
            all.push(change);
        }
    }
    all
}

fn change(website: &Website, evidence: &Value) -> Option<Change> {
    let value = &evidence["value"];
    if let Some(exact) = value.get("change") {
        let page = path(website, evidence["ref"].as_str()?)?;
        return Change::deserialize(exact).ok().filter(|change| change.path() == page);
    }
    let text = |field: &str| value[field].as_str().map(str::to_owned).filter(|text| !text.trim().is_empty());
    let path = path(website, evidence["ref"].as_str()?)?;
    Some(match value["kind"].as_str()? {
        "title" => Change::SetTitle { path, title: text("after")? },
        "description" => Change::SetDescription { path, description: text("after")? },
        "add_link" => Change::AddLink { path, target: target(website, &text("target")?)?, anchor: text("after")? },
        "redirect" => Change::AddRedirect { from: path, to: target(website, &text("target")?)?, permanent: true },
        _ => return None,
    })
}

/// Returns the path of a page of the website; `None` for an address of another one, or one with a query.
pub(super) fn path(website: &Website, address: &str) -> Option<String> {
    let url = Url::parse(&website.url).ok()?.join(address).ok()?;
    let host = url.host_str()?.trim_start_matches("www.").to_ascii_lowercase();
    (host == website.host && url.query().is_none()).then(|| url.path().to_owned())
}

/// Returns a path of the website, or an address of another one.
fn target(website: &Website, address: &str) -> Option<String> {
    path(website, address).or_else(|| Url::parse(address).ok().map(String::from))
}

/// States what remains to be done by a person.
fn reason(evidence: &Value, made: usize) -> String {
    let page = of_type(evidence, "page").find_map(|one| one["value"]["reason"].as_str());
    let tasks: Vec<&str> = of_type(evidence, "task").filter_map(|one| one["value"]["title"].as_str()).collect();
    let mut lines: Vec<String> = page.into_iter().map(str::to_owned).collect();
    lines.extend(evidence["detail"].as_str().map(str::to_owned));
    for issue in of_type(evidence, "issue") {
        let text = |field: &str| issue["value"][field].as_str().unwrap_or_default();
        lines.push(format!("{}: {} {}", text("title"), text("why"), text("detail")));
    }
    let needs: Vec<&Value> = of_type(evidence, "need").take(MOST_TASKS).collect();
    if !needs.is_empty() {
        lines.push("These pages need a person:".to_owned());
        let text = |one: &Value| Some(format!("- {}: {}", one["ref"].as_str()?, one["value"]["detail"].as_str()?));
        lines.extend(needs.into_iter().filter_map(text));
    }
    if tasks.len() > made {
        lines.push(format!("{made} of {} tasks are changes of this edit. The tasks of the page:", tasks.len()));
        lines.extend(tasks.iter().take(MOST_TASKS).map(|task| format!("- {task}")));
    }
    lines.join("\n").chars().take(10_000).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared::domain::{now, website::WebsiteKind, website_settings::WebsiteSettings};

    use super::*;

    fn website() -> Website {
        Website {
            id: new_id(),
            name: "A".to_owned(),
            url: "https://www.a.example/".to_owned(),
            host: "a.example".to_owned(),
            kind: WebsiteKind::Own,
            created_at: now(),
            archived_at: None,
            settings: WebsiteSettings::default().into(),
            last_import_at: None,
            queries: None,
            clicks: None,
            impressions: None,
            first_day: None,
            last_day: None,
        }
    }

    fn evidence(kind: &str, page: &str, after: &str, target: Option<&str>) -> Value {
        json!({"type": "change", "ref": page, "value": {"kind": kind, "before": null, "after": after, "target": target}})
    }

    #[test]
    fn changes_of_the_website_are_read_and_others_are_left_out() {
        let all = json!([
            evidence("title", "https://a.example/x", "New title", None),
            evidence("description", "https://www.a.example/x", "A description", None),
            evidence("add_link", "https://a.example/x", "drain cleaning", Some("https://a.example/drains/")),
            evidence("redirect", "https://a.example/old", "", Some("https://a.example/new")),
            evidence("title", "https://other.example/x", "Theirs", None),
            evidence("title", "https://a.example/x?page=2", "With a query", None),
            evidence("heading", "https://a.example/x", "No heading is there to change", None),
            evidence("title", "https://a.example/y", " ", None),
        ]);
        let found = changes(&website(), &all);
        let kinds: Vec<&str> = found.iter().map(Change::kind).collect();
        assert_eq!(kinds, ["set_title", "set_description", "add_link", "add_redirect"]);
        assert!(found.iter().all(|change| change.path() == "/x" || change.path() == "/old"));
        assert_eq!(
            found.get(2).map(|link| serde_json::to_value(link).unwrap()["target"].clone()),
            Some("/drains/".into())
        );
    }

    #[test]
    fn exact_changes_of_crawls_are_of_their_page() {
        let fact = |page: &str, change: Value| json!({"type": "change", "ref": page, "value": {"kind": "x", "change": change}});
        let canonical = |path: &str| json!({"kind": "set_canonical", "path": path, "address": "https://a.example/x"});
        let all = json!([
            {"type": "issue", "ref": "canonical-missing", "value": {"title": "No canonical address", "why": "Why.", "detail": "Two."}},
            fact("https://www.a.example/x", canonical("/x")),
            fact("https://a.example/x", canonical("/other")),
            fact("https://other.example/x", canonical("/x")),
            fact("https://a.example/x", json!({"kind": "unknown", "path": "/x"})),
            {"type": "need", "ref": "https://a.example/y", "value": {"detail": "Write it."}},
        ]);
        let found = changes(&website(), &all);
        assert_eq!(found.iter().map(Change::kind).collect::<Vec<_>>(), ["set_canonical"]);
        let reason = reason(&all, 1);
        assert!(reason.contains("No canonical address: Why. Two."), "{reason}");
        assert!(reason.ends_with("- https://a.example/y: Write it."), "{reason}");
    }

    #[test]
    fn merge_is_left_to_a_person() {
        let all = json!([
            evidence("move_passage", "https://a.example/x", "", Some("https://a.example/y")),
            evidence("redirect", "https://a.example/x", "", Some("https://a.example/y")),
        ]);
        assert!(changes(&website(), &all).is_empty());
        assert!(changes(&website(), &json!({"page": "https://a.example/x"})).is_empty(), "figures of a quick win");
    }

    #[test]
    fn reason_lists_the_tasks_that_remain() {
        let task = |title: &str| json!({"type": "task", "ref": title, "value": {"title": title, "detail": ""}});
        let page = json!({"type": "page", "ref": "x", "value": {"reason": "It is thin."}});
        assert_eq!(reason(&json!([page, task("Change the title")]), 1), "It is thin.");
        let more = reason(&json!([page, task("Change the title"), task("Add a section")]), 1);
        assert!(more.contains("1 of 2 tasks") && more.contains("- Add a section"), "{more}");
    }
}
