//! Creates an ordered, checked plan with previews.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::{Action, Risk};
use super::params::Checked;
use super::perform::perform;
use super::site::Sites;
use super::verify::{Check, checks};
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, Day, EngineError, Insight, checkpoint};

/// Maximum number of actions per plan.
pub(super) const MOST: usize = 20_000;
/// Maximum number of results, and of dependencies, of a plan.
pub(super) const MOST_NOTED: usize = 200_000;

/// Input of a plan.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PlanInput {
    /// Id of the plan; part of every idempotency key.
    pub plan_id: String,
    /// The day of planning.
    pub as_of: Option<Day>,
    /// Requested actions.
    pub requests: Vec<Request>,
    /// Insights of other engines. Those that need input from a person or another engine (a title, a page, a release)
    /// are reported as blocked, with what is missing.
    pub insights: Vec<Insight>,
    /// Current sites.
    pub sites: Sites,
}

/// A requested action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Request {
    /// Unique id within the plan.
    pub id: String,
    /// The action.
    pub action: Action,
    /// Ids of requests that must be executed and verified first.
    #[serde(default)]
    pub depends_on: Vec<String>,
    /// Reason, for the preview.
    pub reason: Option<String>,
    /// Expected monthly value, in cents; among steps that can run in any order, higher values run first.
    pub impact_cents: Option<i64>,
}

/// A step of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Id of the request.
    pub id: String,
    /// Action.
    pub action: Action,
    /// Required approval.
    pub risk: Risk,
    /// Idempotency key of the step.
    pub idempotency_key: String,
    /// Steps that must be verified first.
    pub depends_on: Vec<String>,
    /// True for canaries.
    pub is_canary: bool,
    /// Earliest day of execution, in days after the start.
    pub day: u32,
    /// Removed and added lines.
    pub preview: Preview,
    /// Expected state afterwards.
    pub checks: Vec<Check>,
    /// Inverse action.
    pub compensation: Action,
    /// Reason.
    pub reason: Option<String>,
}

/// Preview of a step's changes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    /// Summary in one sentence.
    pub summary: String,
    /// Removed lines.
    pub removed: Vec<String>,
    /// Added lines.
    pub added: Vec<String>,
}

/// A request that cannot be executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Blocked {
    /// Id of the request, or title of the insight.
    pub id: String,
    /// Failed precondition, or missing input.
    pub reason: String,
}

/// A checked plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Id of the plan.
    pub plan_id: String,
    /// Steps in execution order.
    pub steps: Vec<Step>,
    /// Requests that cannot be executed.
    pub blocked: Vec<Blocked>,
    /// Number of days that the plan takes under its limits.
    pub days: u32,
    /// Steps that need approval.
    pub approvals_needed: u32,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Notes.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Orders the requests, simulates them on a copy of the sites, and defines previews, checks and compensations.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] for an empty plan id, duplicate ids, unknown or circular dependencies;
/// [`EngineError::NoInput`] without requests and findings; [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn plan(input: &PlanInput, params: &Checked, control: &dyn Control) -> Result<Plan, EngineError> {
    check(input)?;
    let order = ordered(&input.requests)?;
    let mut sites = input.sites.clone();
    let mut steps: Vec<Step> = Vec::new();
    let mut blocked: Vec<Blocked> = input.insights.iter().map(needs_more).collect();
    let mut failed: BTreeSet<&str> = BTreeSet::new();
    for (done, at) in order.iter().enumerate() {
        if done % 256 == 0 {
            checkpoint(control)?;
            control.progress(100.0 * done as f64 / order.len() as f64, "plan", "Trying the steps on a copy.");
        }
        let request = &input.requests[*at];
        let tried = match request.depends_on.iter().find(|id| failed.contains(id.as_str())) {
            Some(id) => Err(format!("depends on `{id}`, which is blocked")),
            None => step(input, request, &mut sites),
        };
        match tried {
            Ok(step) => steps.push(step),
            Err(reason) => {
                failed.insert(&request.id);
                blocked.push(Blocked { id: request.id.clone(), reason });
            }
        }
    }
    mark_canaries(&mut steps, params);
    let days = schedule(&mut steps, &input.sites, params);
    let approvals_needed = steps.iter().filter(|step| step.risk != Risk::SafeAuto).count() as u32;
    Ok(Plan {
        plan_id: input.plan_id.clone(),
        steps,
        blocked,
        days,
        approvals_needed,
        insights: Vec::new(),
        notes: vec!["Nothing was changed: the steps were tried on a copy.".to_owned()],
        assumptions: vec!["The sites match the input; each step checks this again before it runs.".to_owned()],
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn check(input: &PlanInput) -> Result<(), EngineError> {
    if input.plan_id.trim().is_empty() {
        return Err(EngineError::input(
            "planId",
            "is empty: enter a short name for the plan, such as new-titles. Use the same name to repeat the plan without doing a step twice",
        ));
    }
    if input.requests.is_empty() && input.insights.is_empty() {
        return Err(EngineError::NoInput { what: "requests", unlock: "give actions, or insights with actions" });
    }
    EngineError::check_sizes(&[
        ("requests", input.requests.len(), MOST),
        ("`insights`", input.insights.len(), MOST),
        ("dependencies", input.requests.iter().map(|request| request.depends_on.len()).sum(), MOST_NOTED),
    ])
}

/// Orders requests: dependencies first, then by site, by the order of its work, by value, and by input order.
fn ordered(requests: &[Request]) -> Result<Vec<usize>, EngineError> {
    let mut index: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, request) in requests.iter().enumerate() {
        if index.insert(&request.id, at).is_some() {
            return Err(EngineError::input(format!("requests[{at}].id"), format!("`{}` is listed twice", request.id)));
        }
    }
    let mut waits = vec![0_usize; requests.len()];
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); requests.len()];
    for (at, request) in requests.iter().enumerate() {
        for id in request.depends_on.iter().collect::<BTreeSet<_>>() {
            let before = index.get(id.as_str()).ok_or_else(|| {
                EngineError::input(format!("requests[{at}].dependsOn"), format!("names `{id}`, which is not a request"))
            })?;
            waits[at] += 1;
            followers[*before].push(at);
        }
    }
    let rank = |at: usize| {
        let action = &requests[at].action;
        (action.order(), std::cmp::Reverse(requests[at].impact_cents.unwrap_or(0)), at)
    };
    let mut ready: BTreeSet<_> = (0..requests.len()).filter(|at| waits[*at] == 0).map(rank).collect();
    let mut order = Vec::new();
    while let Some(first) = ready.pop_first() {
        order.push(first.2);
        for follower in &followers[first.2] {
            waits[*follower] -= 1;
            if waits[*follower] == 0 {
                ready.insert(rank(*follower));
            }
        }
    }
    if order.len() < requests.len() {
        let at = waits.iter().position(|waits| *waits > 0).unwrap_or(0);
        return Err(EngineError::input(format!("requests[{at}].dependsOn"), "contains a dependency cycle"));
    }
    Ok(order)
}

fn step(input: &PlanInput, request: &Request, sites: &mut Sites) -> Result<Step, String> {
    let action = &request.action;
    if matches!(
        action,
        Action::RestoreFile { .. }
            | Action::RestoreRecord { .. }
            | Action::RestoreRedirect { .. }
            | Action::RestoreRelease { .. }
            | Action::WithdrawSitemap { .. }
    ) {
        return Err("the action reverts another one: use `undo`".to_owned());
    }
    let text = |sites: &Sites| sites.get(action.site())?.text(action).cloned();
    let before = text(sites);
    let compensation = perform(sites, action)?;
    let after = text(sites);
    Ok(Step {
        id: request.id.clone(),
        risk: action.risk(),
        idempotency_key: action.key(&input.plan_id, &request.id),
        depends_on: request.depends_on.clone(),
        is_canary: false,
        day: 0,
        preview: preview(action, before.as_deref(), after.as_deref()),
        checks: checks(action, sites.get(action.site())),
        compensation,
        reason: request.reason.clone(),
        action: action.clone(),
    })
}

/// Returns the lines between the common start and the common end of two texts.
fn preview(action: &Action, before: Option<&str>, after: Option<&str>) -> Preview {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.unwrap_or("").lines().collect(), after.unwrap_or("").lines().collect());
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let cut = |lines: &[&str]| lines[start..lines.len() - end].iter().map(|line| (*line).to_owned()).collect();
    if let Some(record) = action.record() {
        let summary = format!("{} `{record}`", action.word().replace('_', " "));
        return Preview { summary, removed: cut(&old), added: cut(&new) };
    }
    let place = action.path().map_or_else(String::new, |path| format!(" `{path}`"));
    let summary = format!("{}{place} on `{}`", action.word().replace('_', " "), action.site());
    Preview { summary, removed: cut(&old), added: cut(&new) }
}

/// Marks the first steps of each kind as canaries; kinds with one step have none.
fn mark_canaries(steps: &mut [Step], params: &Checked) {
    let mut counts: BTreeMap<&'static str, u32> = BTreeMap::new();
    for step in steps.iter() {
        *counts.entry(step.action.word()).or_default() += 1;
    }
    let mut left: BTreeMap<&'static str, u32> = counts
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|(word, count)| (word, (params.canary_share * f64::from(count)).ceil() as u32))
        .collect();
    for step in steps {
        if let Some(left) = left.get_mut(step.action.word()).filter(|left| **left > 0) {
            *left -= 1;
            step.is_canary = true;
        }
    }
}

/// Assigns each step the first day that the limits and its dependencies allow; returns the number of days.
fn schedule(steps: &mut [Step], sites: &Sites, params: &Checked) -> u32 {
    let mut pages: BTreeMap<(String, u32), u32> = BTreeMap::new();
    let mut launches: BTreeMap<u32, u32> = BTreeMap::new();
    let mut days: BTreeMap<String, u32> = BTreeMap::new();
    let mut last_of_site: BTreeMap<String, u32> = BTreeMap::new();
    for step in steps.iter_mut() {
        let site = step.action.site().to_owned();
        let mut day = step.depends_on.iter().filter_map(|id| days.get(id)).copied().max().unwrap_or(0);
        match step.action {
            Action::CreatePage { .. } | Action::PublishVariant { .. } => {
                while pages.get(&(site.clone(), day)).copied().unwrap_or(0) >= params.pages_per_site_day {
                    day += 1;
                }
                *pages.entry((site.clone(), day)).or_default() += 1;
            }
            Action::DeploySite { .. } => {
                day = day.max(last_of_site.get(&site).copied().unwrap_or(0));
                let is_first = sites.get(&site).is_none_or(|site| site.release.is_none());
                while is_first && launches.get(&day).copied().unwrap_or(0) >= params.new_sites_day {
                    day += 1;
                }
                *launches.entry(day).or_default() += u32::from(is_first);
            }
            _ => day = day.max(last_of_site.get(&site).copied().unwrap_or(0)),
        }
        let last = last_of_site.entry(site).or_default();
        *last = day.max(*last);
        days.insert(step.id.clone(), day);
        step.day = day;
    }
    steps.iter().map(|step| step.day + 1).max().unwrap_or(0)
}

/// Whether the engine has an action for the kind that an insight recommends, such as `rewrite_snippet`. Page texts,
/// releases and similar input must be provided before it can be planned.
pub fn has_action_for(kind: &str) -> bool {
    matches!(
        kind,
        "create_page"
            | "rewrite_snippet"
            | "review_snippets"
            | "add_title"
            | "add_link"
            | "add_links"
            | "merge_pages"
            | "redirect_page"
            | "revise_page"
            | "remove_page"
            | "build_site"
            | "build_dominator"
            | "track_rival"
    )
}

/// Whether an insight that recommends this kind of action asks for a change of a website, which is recorded and measured
/// once it is made. The others ask a person to look, to wait, to decide or to set something.
pub fn changes_website(kind: &str) -> bool {
    matches!(
        kind,
        "add_link"
            | "add_links"
            | "add_title"
            | "answer_question"
            | "build_dominator"
            | "build_site"
            | "create_page"
            | "decide_change"
            | "decide_experiment"
            | "expand_page"
            | "improve_page"
            | "merge_pages"
            | "redirect_page"
            | "refresh_page"
            | "remove_page"
            | "review_pages"
            | "review_snippets"
            | "revise_page"
            | "rewrite_snippet"
            | "test_feature"
            | "write_section"
    )
}

/// Returns the input that an insight lacks to become an action.
fn needs_more(insight: &Insight) -> Blocked {
    let reason = match insight.action.as_ref().map(|action| action.kind.as_str()) {
        None => "the insight has no action",
        Some("merge_pages" | "redirect_page" | "revise_page" | "remove_page") => {
            "a person must do it: create a plan from the insight, which has its tasks"
        }
        Some("create_page" | "improve_page") => "a page is needed: write one with the content engine",
        Some("rewrite_snippet" | "add_title") => "the new title is needed",
        Some("build_site" | "build_dominator") => "a site is needed: build and deploy it first",
        Some(_) => "the engine has no matching action",
    };
    Blocked { id: insight.title.clone(), reason: reason.to_owned() }
}
