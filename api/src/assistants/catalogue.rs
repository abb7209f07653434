//! The tools of assistants, with parameters from the `OpenAPI` document.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use axum::http::Method;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use super::compact::compact;
use crate::{
    error::ApiError,
    openapi::{self, DocumentError},
};

/// Argument with the body of a call.
pub(super) const BODY: &str = "body";
/// Argument with the workspace of a call.
pub(super) const WORKSPACE: &str = "workspaceId";

const COMPONENT: &str = "#/components/schemas/";
const DEFINITION: &str = "#/$defs/";

/// Name, method and path of each tool.
const TOOLS: &[(&str, Method, &str)] = &[
    ("list_workspaces", Method::GET, "/api/workspaces"),
    ("list_websites", Method::GET, "/api/websites"),
    ("add_website", Method::POST, "/api/websites"),
    ("get_website", Method::GET, "/api/websites/{id}"),
    ("update_website", Method::PATCH, "/api/websites/{id}"),
    ("get_daily_clicks", Method::GET, "/api/websites/{id}/daily"),
    ("get_visits", Method::GET, "/api/websites/{id}/visits"),
    ("get_core_web_vitals", Method::GET, "/api/websites/{id}/vitals"),
    ("list_data_sources", Method::GET, "/api/websites/{id}/sources"),
    ("list_engines", Method::GET, "/api/intelligence-engines/status"),
    ("get_engine_parameters", Method::GET, "/api/intelligence-engines/{id}/parameters"),
    ("run_engine", Method::POST, "/api/intelligence-engines/{id}/execute"),
    ("get_engine_result", Method::GET, "/api/intelligence-engines/{id}/result"),
    ("list_insights", Method::GET, "/api/intelligence-engines/insights"),
    ("list_runs", Method::GET, "/api/runs"),
    ("start_run", Method::POST, "/api/runs"),
    ("get_run", Method::GET, "/api/runs/{id}"),
    ("get_run_result", Method::GET, "/api/runs/{id}/result"),
    ("cancel_run", Method::POST, "/api/runs/{id}/cancel"),
    ("list_keywords", Method::GET, "/api/keywords"),
    ("list_keyword_clusters", Method::GET, "/api/keywords/clusters"),
    ("estimate_keyword_data", Method::GET, "/api/keyword-data/estimate"),
    ("fetch_keyword_data", Method::POST, "/api/keyword-data"),
    ("list_pages", Method::GET, "/api/pages"),
    ("list_search_performance", Method::GET, "/api/search-performance"),
    ("list_backlinks", Method::GET, "/api/backlinks"),
    ("list_opportunities", Method::GET, "/api/opportunities"),
    ("update_opportunity", Method::PATCH, "/api/opportunities/{id}"),
    ("implement_opportunity", Method::POST, "/api/opportunities/{id}/implement"),
    ("list_crawls", Method::GET, "/api/crawls"),
    ("start_crawl", Method::POST, "/api/crawls"),
    ("get_crawl", Method::GET, "/api/crawls/{id}"),
    ("list_crawled_pages", Method::GET, "/api/crawls/{id}/pages"),
    ("audit_page", Method::POST, "/api/page-audits"),
    ("list_tracked_keywords", Method::GET, "/api/ranks/keywords"),
    ("track_keywords", Method::POST, "/api/ranks/keywords"),
    ("get_rank_summary", Method::GET, "/api/ranks/summary"),
    ("list_rank_checks", Method::GET, "/api/ranks/history"),
    ("estimate_rank_checks", Method::GET, "/api/ranks/estimate"),
    ("check_ranks", Method::POST, "/api/ranks/checks"),
    ("get_answer_report", Method::GET, "/api/answers/report"),
    ("list_answers", Method::GET, "/api/answers"),
    ("list_answer_prompts", Method::GET, "/api/answers/prompts"),
    ("add_answer_prompts", Method::POST, "/api/answers/prompts"),
    ("estimate_answer_check", Method::GET, "/api/answers/estimate"),
    ("check_answers", Method::POST, "/api/answers/check"),
    ("list_documents", Method::GET, "/api/documents"),
    ("create_document", Method::POST, "/api/documents"),
    ("get_document", Method::GET, "/api/documents/{id}"),
    ("compose_document", Method::POST, "/api/documents/{id}/compose"),
    ("score_document", Method::POST, "/api/documents/{id}/score"),
    ("search_markets", Method::GET, "/api/payout-data/search"),
    ("list_best_markets", Method::GET, "/api/payout-data/goldmines"),
    ("list_pipeline_markets", Method::GET, "/api/dominator-pipeline/markets"),
    ("get_pipeline_status", Method::GET, "/api/dominator-pipeline/pipeline/status"),
    ("list_sites", Method::GET, "/api/sites"),
    ("get_site", Method::GET, "/api/sites/{id}"),
    ("build_site", Method::POST, "/api/sites/{id}/build"),
    ("list_deployments", Method::GET, "/api/deployments"),
    ("list_received_leads", Method::GET, "/api/received-leads"),
    ("get_revenue", Method::GET, "/api/dominator-pipeline/revenue"),
    ("get_ledger_summary", Method::GET, "/api/ledger/summary"),
    ("list_edits", Method::GET, "/api/edits"),
    ("create_edit", Method::POST, "/api/edits"),
    ("prepare_edit", Method::POST, "/api/edits/{id}/prepare"),
    ("list_experiments", Method::GET, "/api/experiments"),
    ("create_experiment", Method::POST, "/api/experiments"),
    ("list_annotations", Method::GET, "/api/annotations"),
    ("create_annotation", Method::POST, "/api/annotations"),
    ("list_plans", Method::GET, "/api/plans"),
    ("get_plan", Method::GET, "/api/plans/{id}"),
    ("list_campaigns", Method::GET, "/api/campaigns"),
    ("get_campaign", Method::GET, "/api/campaigns/{id}"),
    ("list_reports", Method::GET, "/api/reports"),
    ("list_report_issues", Method::GET, "/api/reports/{id}/issues"),
    ("make_report_issue", Method::POST, "/api/reports/{id}/issues"),
    ("get_report_issue", Method::GET, "/api/reports/{id}/issues/{issue}"),
    ("list_connections", Method::GET, "/api/connections"),
    ("get_provider_budget", Method::GET, "/api/connections/budget"),
];

/// Reason why the tools cannot be described, which is a defect.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The document cannot be generated.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The API has no such call.
    #[error("the tool {0} calls what the API does not have")]
    NoCall(&'static str),
}

/// Where a call has a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Path,
    Query,
}

/// A parameter of a call.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) place: Place,
}

/// A tool and its call.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) tool: Tool,
    pub(super) method: Method,
    pub(super) path: &'static str,
    pub(super) parameters: Vec<Parameter>,
    pub(super) has_body: bool,
}

/// All tools, by name.
#[derive(Debug)]
pub(super) struct Catalogue(BTreeMap<&'static str, Entry>);

static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();

impl Catalogue {
    /// Returns the catalogue; the first call makes it, from the whole document, which would delay every start.
    pub(super) async fn ready() -> crate::error::Result<&'static Self> {
        if let Some(catalogue) = CATALOGUE.get() {
            return Ok(catalogue);
        }
        let made = tokio::task::spawn_blocking(Self::new).await.map_err(ApiError::unexpected)?;
        let made = made.map_err(ApiError::unexpected)?;
        Ok(CATALOGUE.get_or_init(|| made))
    }

    /// Returns the catalogue if it has been made.
    pub(super) fn made() -> Option<&'static Self> {
        CATALOGUE.get()
    }

    pub(super) fn new() -> Result<Self, CatalogueError> {
        let document = openapi::whole()?;
        let entries = TOOLS.iter().map(|(name, method, path)| Ok((*name, entry(&document, name, method, path)?)));
        entries.collect::<Result<_, CatalogueError>>().map(Self)
    }

    pub(super) fn find(&self, name: &str) -> Option<&Entry> {
        self.0.get(name)
    }

    pub(super) fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.0.values().map(|entry| &entry.tool)
    }
}

/// Returns all tools with their schemas.
///
/// # Errors
/// Returns a [`CatalogueError`] if a tool has no call.
pub fn tools() -> Result<Vec<Tool>, CatalogueError> {
    Ok(Catalogue::new()?.tools().cloned().collect())
}

fn entry(document: &Value, name: &'static str, method: &Method, path: &'static str) -> Result<Entry, CatalogueError> {
    let operation = &document["paths"][path][method.as_str().to_lowercase()];
    if operation.is_null() {
        return Err(CatalogueError::NoCall(name));
    }
    let listed = || operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default().iter();
    let parameters = listed().filter_map(parameter).collect();
    let body = &operation["requestBody"];
    let is_read = *method == Method::GET;
    let title = operation["summary"].as_str().unwrap_or_default().trim_end_matches('.').to_owned();
    let hints = ToolAnnotations::new().read_only(is_read);
    // Whether a tool may destroy is only asked of one that writes; the protocol assumes that it may.
    let hints = if is_read { hints } else { hints.destructive(false) };
    let tool = Tool::new(name, description(operation), Arc::new(schema(document, operation))).with_title(title);
    Ok(Entry {
        tool: tool.with_annotations(hints),
        method: method.clone(),
        path,
        parameters,
        has_body: !body.is_null(),
    })
}

fn parameter(listed: &Value) -> Option<Parameter> {
    let place = match listed["in"].as_str()? {
        "path" => Place::Path,
        "query" => Place::Query,
        _ => return None,
    };
    Some(Parameter { name: listed["name"].as_str()?.to_owned(), place })
}

fn description(operation: &Value) -> String {
    let text = |name: &str| operation[name].as_str().unwrap_or_default().trim();
    format!("{} {}", text("summary"), text("description")).trim().to_owned()
}

/// Returns the JSON schema of a call's arguments.
fn schema(document: &Value, operation: &Value) -> JsonObject {
    let mut properties = JsonObject::new();
    let mut required = Vec::new();
    let workspace = "Default: the personal workspace.";
    properties.insert(WORKSPACE.to_owned(), json!({"type": "string", "format": "uuid", "description": workspace}));
    for listed in operation["parameters"].as_array().into_iter().flatten() {
        let Some(Parameter { name, .. }) = parameter(listed) else { continue };
        let mut own = listed["schema"].clone();
        if let (Value::Object(own), Value::String(_)) = (&mut own, &listed["description"]) {
            own.entry("description").or_insert_with(|| listed["description"].clone());
        }
        required.extend((listed["required"] == true).then(|| name.clone()));
        properties.insert(name, own);
    }
    let body = &operation["requestBody"];
    if !body.is_null() {
        properties.insert(BODY.to_owned(), body["content"]["application/json"]["schema"].clone());
        required.extend((body["required"] == true).then(|| BODY.to_owned()));
    }
    let mut whole = json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    });
    let definitions = definitions(document, &mut whole);
    if let (Value::Object(whole), false) = (&mut whole, definitions.is_empty()) {
        whole.insert("$defs".to_owned(), Value::Object(definitions));
    }
    compact(&mut whole);
    match whole {
        Value::Object(whole) => whole,
        _ => JsonObject::new(),
    }
}

/// Points the references of a schema to its own definitions, and returns these.
fn definitions(document: &Value, schema: &mut Value) -> JsonObject {
    let mut open = Vec::new();
    localise(schema, &mut open);
    let mut found = JsonObject::new();
    while let Some(name) = open.pop() {
        if found.contains_key(&name) {
            continue;
        }
        let mut own = document["components"]["schemas"][&name].clone();
        localise(&mut own, &mut open);
        found.insert(name, own);
    }
    found
}

fn localise(schema: &mut Value, open: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(text) if name == "$ref" => {
                        if let Some(component) = text.strip_prefix(COMPONENT).map(str::to_owned) {
                            *text = format!("{DEFINITION}{component}");
                            open.push(component);
                        }
                    }
                    _ => localise(value, open),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| localise(value, open)),
        _ => {}
    }
}
