//! AI assistants over the Model Context Protocol, through the protocol's own client.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use rmcp::{
    RoleClient, ServiceExt,
    model::{CallToolRequestParams, CallToolResult, JsonObject},
    service::{RunningService, ServiceError},
    transport::{StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig},
};
use serde_json::{Value, json};

use crate::{
    api_keys::make,
    live_client::listen,
    world::{World, on_each},
};

type Client = RunningService<RoleClient, ()>;

async fn client(world: &World, key: &str) -> Client {
    // The client builds its TLS even for plain addresses.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let address = listen(&world.main).await;
    let config = StreamableHttpClientTransportConfig::with_uri(format!("http://{address}/mcp")).auth_header(key);
    ().serve(StreamableHttpClientTransport::from_config(config)).await.expect("a client")
}

async fn call(client: &Client, tool: &str, arguments: Value) -> Result<CallToolResult, ServiceError> {
    let Value::Object(arguments) = arguments else { panic!("{arguments}") };
    client.call_tool(CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments)).await
}

/// Returns the JSON of an answer, and whether it is an error.
fn read(result: Result<CallToolResult, ServiceError>) -> (Value, bool) {
    let result = result.expect("an answer");
    let text = &result.content[0].as_text().expect("a text").text;
    (serde_json::from_str(text).unwrap_or(Value::String(text.clone())), result.is_error == Some(true))
}

#[tokio::test(flavor = "multi_thread")]
async fn assistant_works_with_the_scopes_of_its_key() {
    on_each(async |world| {
        let owner = world.register("ada@example.com").await;
        let (write, _) = make(&world, &owner, &["write"]).await;
        let (reading, _) = make(&world, &owner, &["read"]).await;
        let writer = client(&world, &write).await;
        let body = json!({"body": {"url": "https://example.com/"}});
        let (made, is_error) = read(call(&writer, "add_website", body.clone()).await);
        assert!(!is_error, "{made}");
        let id = made["website"]["id"].as_str().expect("an id").to_owned();
        let (listed, _) = read(call(&writer, "list_websites", json!({})).await);
        assert!(listed.to_string().contains(&id), "{listed}");
        let reader = client(&world, &reading).await;
        let (one, is_error) = read(call(&reader, "get_website", json!({"id": id})).await);
        assert_eq!((one["website"]["id"].as_str(), is_error), (Some(id.as_str()), false), "{one}");
        let (refused, is_error) = read(call(&reader, "add_website", body).await);
        assert_eq!((refused["status"].as_u64(), is_error), (Some(403), true), "{refused}");
        let stranger = world.register("eve@example.com").await;
        let (foreign, _) = make(&world, &stranger, &["write"]).await;
        let (nothing, is_error) = read(call(&client(&world, &foreign).await, "get_website", json!({"id": id})).await);
        assert_eq!((nothing["status"].as_u64(), is_error), (Some(404), true), "{nothing}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_arguments_are_named() {
    on_each(async |world| {
        let owner = world.register("ada@example.com").await;
        let (key, _) = make(&world, &owner, &["read"]).await;
        let client = client(&world, &key).await;
        for (tool, arguments, named) in [
            ("get_website", json!({}), "`id` is missing"),
            ("get_website", json!({"id": {"a": 1}}), "`id` must be"),
            ("list_websites", json!({"nonsense": 1}), "`nonsense` is no argument of list_websites"),
            ("drop_tables", json!({}), "no tool `drop_tables`"),
        ] {
            let error = call(&client, tool, arguments).await.expect_err(tool).to_string();
            assert!(error.contains(named), "{tool}: {error}");
        }
        let (problem, is_error) = read(call(&client, "get_website", json!({"id": "../../admin/users"})).await);
        assert!(is_error && problem["status"].as_u64().is_some_and(|status| status < 500), "{problem}");
        let (problem, is_error) = read(call(&client, "list_runs", json!({"limit": 100_000})).await);
        assert!(is_error && problem["status"].as_u64().is_some_and(|status| status < 500), "{problem}");
    })
    .await;
}

#[tokio::test]
async fn assistant_needs_an_api_key() {
    on_each(async |world| {
        let owner = world.register("ada@example.com").await;
        let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
        let none = world.post("/mcp", &ping).send().await;
        none.problem(401, "not-authenticated", &[]);
        let session = world.post("/mcp", &ping).bearer(&owner.token).send().await;
        session.problem(401, "not-authenticated", &[]);
        let forged = world.post("/mcp", &ping).bearer("ml_forged").send().await;
        forged.problem(401, "not-authenticated", &[]);
        let (key, _) = make(&world, &owner, &["read"]).await;
        let get = world.get("/mcp").bearer(&key).send().await;
        assert_eq!(get.status, StatusCode::METHOD_NOT_ALLOWED, "{}", get.text());
    })
    .await;
}

/// Names of the definitions that a schema refers to.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(name) = members.get("$ref").and_then(Value::as_str) {
                found.insert(name.strip_prefix("#/$defs/").unwrap_or(name).to_owned());
            }
            members.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn every_tool_is_a_call_with_a_schema_that_is_complete() {
    let tools = api::assistants::tools().expect("tools");
    assert!(tools.len() >= 60, "{}", tools.len());
    let length = serde_json::to_string(&tools).expect("JSON").len();
    assert!(length < 90_000, "an assistant reads {length} bytes before its first question");
    for tool in tools {
        let schema: &JsonObject = &tool.input_schema;
        let mut named = BTreeSet::new();
        references(&Value::Object(schema.clone()), &mut named);
        let defined: BTreeSet<String> =
            schema.get("$defs").and_then(Value::as_object).map(|all| all.keys().cloned().collect()).unwrap_or_default();
        assert_eq!(named, defined, "{}", tool.name);
        assert_eq!(schema["type"], "object", "{}", tool.name);
        assert!(tool.description.as_deref().is_some_and(|text| text.len() >= 8), "{}", tool.name);
        let is_read = tool.annotations.as_ref().and_then(|hints| hints.read_only_hint).expect("a hint");
        let reads = ["list_", "get_", "search_", "estimate_"].iter().any(|start| tool.name.starts_with(start));
        assert_eq!(is_read, reads, "{}", tool.name);
    }
}
