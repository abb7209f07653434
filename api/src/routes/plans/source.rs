//! Sources of plans: the actions proposed for an insight or an opportunity.

use ::engines::{causal::is_measured_effect, execution::changes_website};
use serde_json::Value;
use shared::{
    domain::{
        annotation::AnnotationKind,
        insight::NewInsight,
        opportunity::{OpportunityBody, OpportunityStatus},
    },
    store::{insight, opportunity},
};
use uuid::Uuid;

use super::actions::ActionInput;
use crate::{
    error::{ApiError, Result},
    routes::engines::data,
    state::AppState,
};

/// Early on Mondays, when the data of the last week are complete.
const WEEKLY: &str = "30 5 * * 1";
const TITLE_CHARS: usize = 200;
/// Maximum number of tasks in a proposal.
const TASKS: usize = 100;
/// Maximum number of pages in a proposal.
const PAGES: usize = 20;

/// A proposal: its subject and its actions.
#[derive(Debug)]
pub(super) struct Proposal {
    pub(super) website_id: Option<Uuid>,
    pub(super) title: String,
    pub(super) source: String,
    pub(super) actions: Vec<ActionInput>,
}

/// Proposes actions for an opportunity: its tasks, a change log entry, and an experiment that measures the effect. An
/// effect that is measured already is neither recorded nor measured as a new change.
pub(super) async fn of_opportunity(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Proposal> {
    let found = opportunity::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("opportunity"))?;
    let body = found.body.0;
    let mut actions = Vec::new();
    if matches!(found.status, OpportunityStatus::Discovered | OpportunityStatus::InReview) {
        let status = OpportunityStatus::Implementing;
        actions.push(ActionInput::SetOpportunityStatus { opportunity_id: id, status });
    }
    let website_id = found.website_id;
    if is_measured_effect(&body.category) {
        let (title, detail) = (cut(&body.title), detail(&body));
        actions.push(ActionInput::CompleteTask { website_id, title, detail });
    } else {
        actions.extend(measured(website_id, &body.title, detail(&body), &body.evidence));
    }
    Ok(Proposal { website_id: found.website_id, title: body.title, source: format!("opportunity:{id}"), actions })
}

/// Proposes actions for an insight: the change that it recommends, with its record and measurement, or another task of a
/// person, and a weekly run of its engine.
pub(super) async fn of_insight(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Proposal> {
    let found = insight::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("insight"))?;
    let mut actions = recommended(found.website_id, &found.body.0);
    if let Some((engine, task)) = again(&found.engine_id) {
        let cron = WEEKLY.to_owned();
        actions.push(ActionInput::AddSchedule { website_id: found.website_id, engine, task, cron });
    }
    let title = found.body.0.title;
    Ok(Proposal { website_id: found.website_id, title, source: format!("insight:{id}"), actions })
}

/// Returns the work that an insight recommends. Only a change of the website is recorded and measured, under the name of
/// the change. A measured effect without proof, or a fact without an action, is no work.
fn recommended(website_id: Option<Uuid>, body: &NewInsight) -> Vec<ActionInput> {
    let text = |field: &str| body.action.as_ref().and_then(|action| action[field].as_str());
    let (kind, label) = (text("kind").unwrap_or_default(), text("label").unwrap_or_default());
    if is_measured_effect(&body.kind) {
        let change = text("target").unwrap_or("The change");
        return if changes_website(kind) {
            measured(website_id, &format!("{change}: {label}"), body.title.clone(), &body.evidence)
        } else {
            Vec::new()
        };
    }
    if changes_website(kind) || !tasks(website_id, &body.evidence).is_empty() {
        return measured(website_id, &body.title, String::new(), &body.evidence);
    }
    if label.is_empty() {
        return Vec::new();
    }
    vec![ActionInput::CompleteTask { website_id, title: cut(label), detail: body.title.clone() }]
}

/// Returns the facts that a person needs for the task.
fn detail(body: &OpportunityBody) -> String {
    let keyword = body.keyword.as_ref().map(|keyword| format!("Keyword: {keyword}"));
    let facts = body.evidence["detail"].as_str().map(str::to_owned);
    let effort = body.effort_minutes.map(|minutes| format!("Estimated effort: {minutes} minutes"));
    keyword.into_iter().chain(facts).chain(effort).collect::<Vec<_>>().join("\n")
}

fn measured(website_id: Option<Uuid>, title: &str, detail: String, evidence: &Value) -> Vec<ActionInput> {
    let (title, pages) = (cut(title), pages(evidence));
    let mut tasks = tasks(website_id, evidence);
    if tasks.is_empty() {
        tasks.push(ActionInput::CompleteTask { website_id, title: title.clone(), detail });
    }
    let note = ActionInput::AddAnnotation {
        website_id,
        day: None,
        change: AnnotationKind::Edit,
        title: title.clone(),
        detail: String::new(),
        pages: pages.clone(),
    };
    let mut actions = tasks;
    actions.push(note);
    if let Some(website_id) = website_id {
        actions.push(ActionInput::StartExperiment {
            website_id,
            title,
            hypothesis: String::new(),
            pages,
            starts_on: None,
            days: None,
        });
    }
    actions
}

/// Returns the tasks that an engine has found, each with its exact change.
fn tasks(website_id: Option<Uuid>, evidence: &Value) -> Vec<ActionInput> {
    let found = evidence.as_array().into_iter().flatten().filter(|one| one["type"] == "task");
    let task = |one: &Value| {
        let title = one["value"]["title"].as_str().filter(|title| !title.trim().is_empty())?;
        let detail = one["value"]["detail"].as_str().unwrap_or_default().to_owned();
        Some(ActionInput::CompleteTask { website_id, title: cut(title), detail })
    };
    found.filter_map(task).take(TASKS).collect()
}

/// Returns a title of at most 200 characters; a cut falls between words and is marked.
pub(super) fn cut(title: &str) -> String {
    let title = title.trim();
    let Some((end, _)) = title.char_indices().nth(TITLE_CHARS) else { return title.to_owned() };
    let most = title.char_indices().nth(TITLE_CHARS - 1).map_or(end, |(at, _)| at);
    let words = title[..most].rsplit_once(char::is_whitespace).map_or(&title[..most], |(words, _)| words);
    format!("{}…", words.trim_end_matches([' ', ',', ';', ':']))
}

/// Returns the page addresses in the evidence.
fn pages(evidence: &Value) -> Vec<String> {
    let refs = evidence.as_array().into_iter().flatten().filter_map(|one| one["ref"].as_str());
    let refs = refs.chain(evidence["page"].as_str());
    let is_page = |text: &&str| {
        (text.starts_with("https://") || text.starts_with("http://") || text.starts_with('/'))
            && !text.contains(char::is_whitespace)
    };
    let mut pages: Vec<String> = refs.filter(is_page).map(str::to_owned).collect();
    pages.dedup();
    pages.truncate(PAGES);
    pages
}

/// Returns the engine of an insight with its default action.
fn again(engine_id: &str) -> Option<(::engines::common::EngineId, String)> {
    let engine = ::engines::common::EngineId::parse(engine_id)?;
    Some((engine, (*data::actions(engine).first()?).to_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn title(action: &ActionInput) -> Option<&str> {
        match action {
            ActionInput::CompleteTask { title, .. } => Some(title),
            _ => None,
        }
    }

    fn titles(actions: &[ActionInput]) -> Vec<&str> {
        actions.iter().filter_map(title).collect()
    }

    #[test]
    fn title_is_cut_between_words() {
        assert_eq!(cut(" Fix the title "), "Fix the title");
        let whole = "a".repeat(TITLE_CHARS);
        assert_eq!(cut(&whole), whole);
        let shown = cut(&format!("{}average of all", "word ".repeat(38)));
        assert!(shown.chars().count() <= TITLE_CHARS && shown.ends_with("word average…"), "{shown}");
        assert_eq!(cut(&"é".repeat(TITLE_CHARS + 1)).chars().count(), TITLE_CHARS);
    }

    #[test]
    fn tasks_of_the_evidence_become_steps_with_the_exact_change() {
        let task =
            |title: &str| json!({"type": "task", "ref": title, "value": {"title": title, "detail": "Old: a\nNew: b"}});
        let page = json!({"type": "page", "ref": "https://a.example/b", "value": {}});
        let evidence = json!([page, task("Change the title of /b"), task("Redirect /c to /b"), task(" ")]);
        let actions = measured(None, "Improve /b", String::new(), &evidence);
        assert_eq!(titles(&actions), ["Change the title of /b", "Redirect /c to /b"]);
        let Some(ActionInput::CompleteTask { detail, .. }) = actions.first() else { panic!("no task") };
        assert_eq!(detail, "Old: a\nNew: b");
        let note = actions.iter().find_map(|action| match action {
            ActionInput::AddAnnotation { pages, .. } => Some(pages.clone()),
            _ => None,
        });
        assert_eq!(note, Some(vec!["https://a.example/b".to_owned()]));
        assert_eq!(titles(&measured(None, "Write", String::new(), &json!([]))), ["Write"], "one task without them");
        let many = Value::Array((0..300).map(|n| task(&format!("Task {n}"))).collect());
        assert_eq!(titles(&measured(None, "Much", String::new(), &many)).len(), TASKS);
    }

    fn an_insight(kind: &str, action: Value) -> NewInsight {
        let body = json!({
            "title": "Clicks fell", "kind": kind, "severity": "info", "confidence": 0.9, "impact": null,
            "effortMinutes": 15, "evidence": [], "method": "m", "methodVersion": "1", "assumptions": [],
            "action": action, "falsifier": "f", "expiresAt": "2026-12-01T00:00:00Z",
        });
        serde_json::from_value(body).expect("an insight")
    }

    fn records(actions: &[ActionInput]) -> Vec<&'static str> {
        let title = |action: &ActionInput| -> Option<&'static str> {
            match action {
                ActionInput::AddAnnotation { .. } => Some("record"),
                ActionInput::StartExperiment { .. } => Some("experiment"),
                _ => None,
            }
        };
        actions.iter().filter_map(title).collect()
    }

    #[test]
    fn only_changes_of_a_website_are_recorded_and_measured() {
        let site = Some(Uuid::nil());
        let action = |kind: &str| json!({"kind": kind, "label": "Do it", "target": "New titles"});
        let of = |kind: &str, action: Value| recommended(site, &an_insight(kind, action));
        let change = of("ctr_gap", action("rewrite_snippet"));
        assert_eq!((titles(&change), records(&change)), (vec!["Clicks fell"], vec!["record", "experiment"]));
        let look = of("change_point", action("attribute_change"));
        assert_eq!((titles(&look), records(&look)), (vec!["Do it"], vec![]));
        assert!(of("season", Value::Null).is_empty());
    }

    #[test]
    fn measured_effects_are_work_only_when_proved() {
        let site = Some(Uuid::nil());
        let of = |kind: &str| {
            let action = json!({"kind": kind, "label": "Undo the change.", "target": "New titles"});
            recommended(site, &an_insight("change_effect", action))
        };
        assert!(of("measure_again").is_empty());
        assert_eq!(titles(&of("decide_change")), ["New titles: Undo the change."]);
    }
}
