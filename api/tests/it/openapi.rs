//! The API description matches the code.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::Value;
use shared::domain::{
    annotation, api_key, connection, daily, deploy_target, deployment, document, engine, engine_version, experiment,
    forecast, import, insight, lead, mail, market, milestone, notification, opportunity, pack, plan, run, site, user,
    webhook, website, workspace,
};

use crate::world::on_each;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");

#[test]
fn committed_document_matches_the_code() {
    let text = api::openapi::document_text().expect("a document");
    if std::env::var("UPDATE").is_ok_and(|value| value == "1") {
        std::fs::write(FILE, &text).expect("a writable file");
    }
    let committed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(committed == text, "api/openapi.json is stale: run `cargo run -p api --example openapi`");
}

#[test]
fn references_resolve_and_every_call_documents_errors() {
    let document: Value = serde_json::from_str(&api::openapi::document_text().expect("a document")).expect("JSON");
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    let mut references = BTreeSet::new();
    collect(&document, &mut references);
    for reference in &references {
        let pointer = reference.strip_prefix('#').expect("a reference within the document");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for vague in ["Answer", "Body", "Params", "Data"] {
        assert!(!schemas.contains_key(vague), "two calls may both call something {vague}: give it a name of its own");
    }
    let mut names = BTreeSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            assert!(operation["responses"]["default"].is_object(), "{method} {path}");
            assert!(operation["tags"][0].is_string(), "{method} {path}");
            assert!(names.insert(operation["operationId"].to_string()), "{method} {path}");
        }
    }
}

/// Returns the values of a text enum and of its schema.
fn described<T: utoipa::ToSchema>(words: &[T], word: fn(&T) -> &'static str) -> (String, BTreeSet<&'static str>) {
    (T::name().into_owned(), words.iter().map(word).collect())
}

macro_rules! described {
    ($($kind:ty),+ $(,)?) => { vec![$(described::<$kind>(<$kind>::ALL, |one| one.as_str())),+] };
}

/// Returns every enum of the domain in responses, by the name of its schema.
fn enums() -> Vec<(String, BTreeSet<&'static str>)> {
    described![
        annotation::AnnotationKind,
        api_key::Scope,
        connection::CallStatus,
        connection::ConnectionStatus,
        daily::DailySource,
        deploy_target::TargetKind,
        deployment::DeploymentKind,
        deployment::DeploymentStatus,
        document::DocumentStatus,
        document::VersionOrigin,
        engine::EngineStatus,
        engine_version::VersionRole,
        experiment::ExperimentDesign,
        experiment::ExperimentMetric,
        experiment::ExperimentUnit,
        experiment::ExperimentVerdict,
        forecast::ForecastKind,
        import::ImportStatus,
        insight::Nature,
        insight::Severity,
        insight::Verdict,
        lead::LeadMove,
        lead::LeadSourceKind,
        lead::LeadStatus,
        mail::MailStatus,
        market::MarketKind,
        market::MarketSource,
        milestone::MilestoneStatus,
        notification::NotificationKind,
        opportunity::OpportunityStatus,
        pack::PackAction,
        plan::Decision,
        plan::PlanStatus,
        plan::StepOutcome,
        run::Lane,
        run::RunKind,
        run::RunStatus,
        site::SiteKind,
        site::SitePageKind,
        site::SiteStatus,
        user::Role,
        webhook::DeliveryStatus,
        webhook::WebhookEvent,
        website::WebsiteKind,
        workspace::MemberRole,
    ]
}

#[test]
fn enums_of_the_domain_are_described_with_their_words() {
    let document: Value = serde_json::from_str(&api::openapi::document_text().expect("a document")).expect("JSON");
    let engines = engines::common::EngineId::ALL.iter().map(|engine| engine.as_str()).collect();
    for (name, words) in enums().into_iter().chain([("EngineId".to_owned(), engines)]) {
        let schema = &document["components"]["schemas"][&name];
        let listed: BTreeSet<&str> =
            schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert_eq!(listed, words, "{name}");
    }
}

/// Fields with the name of an enum field but open values.
const OPEN: &[&str] = &[
    "AnswerEngineFailure.kind",
    "AuditLine.action",
    "ClusterEvidence.kind",
    "Conversion.source",
    "DemoChange.outcome",
    "DemoChange.verdict",
    "DemoCheck.engine",
    "EngineNeed.kind",
    "EngineVersionComparison.decision",
    "Evidence.source",
    "Evidence.type",
    "ExperimentOutcome.decision",
    "Health.status",
    "Imported_Lead.source",
    "Imported_Lead.status",
    "Imported_PageSessions.source",
    "Imported_Revenue.kind",
    "Imported_Revenue.source",
    "ImportFile.kind",
    "Insight.kind",
    "InsightAction.kind",
    "Keyword.source",
    "LeadGroup.status",
    "ListedExperiment.decision",
    "ListedPlan.source",
    "LiveFrame.type",
    "MarketRate.unit",
    "Metric.source",
    "Metric.unit",
    "Milestone.unit",
    "NewMarketValue.source",
    // What is counted: units of operations, and tokens of models.
    "NewOperatorPrice.unit",
    "OfferedQuestion.origin",
    "OperatorPrice.source",
    "OperatorPrice.unit",
    "PageAuditEngineFigure.source",
    "PageAuditEnginePageFix.source",
    "PageAuditEngineScoreBar.source",
    "PageAuditEngineSerpFacts.source",
    "PlanStep.kind",
    "Prediction.metric",
    "Prediction.unit",
    "Problem.type",
    "ProviderPrice.source",
    "RankMark.source",
    "Readiness.status",
    "RevenueGroup.kind",
    "RunError.type",
];

#[test]
fn no_member_is_a_bare_string_where_the_domain_has_an_enum() {
    let document: Value = serde_json::from_str(&api::openapi::document_text().expect("a document")).expect("JSON");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let enums: BTreeSet<String> = enums().into_iter().map(|(name, _)| format!("#/components/schemas/{name}")).collect();
    let members = || {
        let parts = schemas.iter().flat_map(|(name, schema)| objects(schema).into_iter().map(move |part| (name, part)));
        parts.flat_map(|(name, part)| {
            let members = part["properties"].as_object().into_iter().flatten();
            members.map(move |(member, schema)| (name.as_str(), member.as_str(), schema))
        })
    };
    let holding_enums: BTreeSet<&str> = members().filter(|one| holds(one.2, &enums)).map(|one| one.1).collect();
    let bare = members()
        .filter(|(_, member, schema)| *member != "id" && holding_enums.contains(member) && is_bare_string(schema));
    let bare: Vec<String> = bare.map(|(name, member, _)| format!("{name}.{member}")).collect();
    // Engine outputs are described by types of the engines, with their own values.
    let is_engines = |one: &str| {
        let own = |engine: &engines::common::EngineId| {
            let rest = one.to_lowercase().strip_prefix(engine.as_str()).map(str::to_owned);
            rest.is_some_and(|rest| {
                rest.starts_with("engine") || rest.contains("result.") || rest.contains("parameters.")
            })
        };
        engines::common::EngineId::ALL.iter().any(own)
    };
    let unexpected: Vec<&String> =
        bare.iter().filter(|one| !OPEN.contains(&one.as_str()) && !is_engines(one)).collect();
    assert!(unexpected.is_empty(), "{unexpected:?}");
}

/// Returns the objects that a schema consists of.
fn objects(schema: &Value) -> Vec<&Value> {
    let parts = ["allOf", "oneOf"].into_iter().flat_map(|of| schema[of].as_array().into_iter().flatten());
    std::iter::once(schema).chain(parts).collect()
}

fn holds(schema: &Value, enums: &BTreeSet<String>) -> bool {
    let mut references = BTreeSet::new();
    collect(schema, &mut references);
    !references.is_disjoint(enums)
}

fn is_bare_string(schema: &Value) -> bool {
    let schema = schema.get("items").unwrap_or(schema);
    let is_string = schema["type"] == "string"
        || schema["type"].as_array().is_some_and(|kinds| kinds.contains(&Value::from("string")));
    is_string && schema.get("enum").is_none() && schema.get("format").is_none()
}

fn collect(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member.as_str() {
                    Some(target) if name == "$ref" => {
                        references.insert(target.to_owned());
                    }
                    _ => collect(member, references),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}

#[tokio::test]
async fn the_document_and_its_page_come_from_here_alone() {
    on_each(async |world| {
        let served = world.get("/api/openapi.json").send().await;
        assert_eq!(served.status, StatusCode::OK);
        let committed: Value = serde_json::from_str(&std::fs::read_to_string(FILE).expect("a file")).expect("JSON");
        assert_eq!(served.json(), committed);
        let page = world.get("/api/docs/").send().await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text().contains("swagger-ui"));
        for page in ["/api/docs/", "/api/docs/swagger-initializer.js"] {
            let text = world.get(page).send().await.text();
            assert!(!text.contains("https://") && !text.contains("http://"), "{page}: {text}");
        }
        world.get("/api/docs/none.js").send().await.problem(404, "refused", &[]);
    })
    .await;
}

#[test]
fn each_action_has_its_parameters_and_its_result_in_the_document() {
    let document: Value = serde_json::from_str(&api::openapi::document_text().expect("a document")).expect("JSON");
    let schemas = &document["components"]["schemas"];
    for action in engines::ActionId::ALL {
        let key = format!("{}.{}", action.info().engine, action.info().name);
        for list in ["EngineActionParameters", "EngineActionResults"] {
            let listed = &schemas[list]["properties"][&key];
            let reference = listed["anyOf"].get(0).unwrap_or(listed)["$ref"].as_str().expect("a reference");
            let name = reference.rsplit('/').next().expect("a name");
            assert!(schemas[name].is_object(), "{list} {key}: {name}");
        }
    }
    let months = &schemas["PredictiveForecastParameters"]["properties"]["months"];
    assert_eq!((&months["minimum"], &months["maximum"]), (&Value::from(1), &Value::from(12)));
    let text = document.to_string();
    assert!(!text.contains("#/$defs/"), "a definition that nobody can find");
}
