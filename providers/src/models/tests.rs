//! Language models against a loopback server.

use serde_json::json;

use super::*;
use crate::{
    call::{Basis, Called, Outcome},
    error::ProviderError,
    provider::{Access, Credentials, PriceBook, Provider, TokenPrice},
    secret::Secret,
    testing::{Bench, Reply, SECRET, Server, assert_never_panics},
};

const OPEN_AI: &str = include_str!("../../fixtures/open_ai_responses.json");
const ANTHROPIC: &str = include_str!("../../fixtures/anthropic_messages.json");
const GEMINI: &str = include_str!("../../fixtures/gemini_generate.json");
const PERPLEXITY: &str = include_str!("../../fixtures/perplexity_responses.json");
const PERPLEXITY_CHAT: &str = include_str!("../../fixtures/perplexity_chat.json");
const CHAT: &str = r#"{"id":"c","object":"chat.completion","model":"llama-3","choices":[{"index":0,"message":{"role":"assistant","content":"Hello.","refusal":null},"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15}}"#;

fn access(bench: &Bench, server: &Server) -> Access {
    Access {
        caller: bench.caller.clone(),
        credentials: Credentials::Key(Secret::new(SECRET)),
        session: None,
        prices: PriceBook::default().with_model(Provider::OpenAi, "llama-3", TokenPrice::FREE),
        base: Some(server.base.clone()),
    }
}

fn assistant(bench: &Bench, server: &Server, provider: Provider) -> Assistant {
    Assistant::connect(provider, &access(bench, server)).unwrap()
}

fn searching(model: &str) -> Prompt {
    let place =
        WebSearch { country: Some("US".into()), city: Some("Waco".into()), most_searches: 2, ..WebSearch::default() };
    Prompt { web_search: Some(place), system: Some("Be brief.".into()), ..Prompt::new(model, "Which plumber?") }
}

async fn asked(provider: Provider, model: &str, body: &str) -> (Bench, Server, Called<Answer>) {
    let bench = Bench::new();
    let server = Server::start([Reply::json(body)]).await;
    let called = assistant(&bench, &server, provider).ask(&searching(model)).await.unwrap();
    bench.assert_settled_without_secrets(&called);
    (bench, server, called)
}

/// Returns the text that a citation supports.
fn cited(answer: &Answer, index: usize) -> String {
    let (start, end) = answer.citations[index].span.unwrap();
    answer.text.chars().skip(start).take(end - start).collect()
}

#[tokio::test]
async fn answer_of_open_ai_has_citations_sources_and_cost() {
    let (bench, server, called) = asked(Provider::OpenAi, "gpt-4.1", OPEN_AI).await;
    let answer = called.value;
    assert_eq!(cited(&answer, 0), "([a.test](https://a.test/list?utm_source=openai))");
    assert_eq!((answer.citations[0].host.as_deref(), answer.sources.len()), (Some("a.test"), 2));
    assert_eq!((answer.usage.searches, answer.queries.len(), answer.finish), (1, 1, Finish::Stop));
    // 8,200 tokens at $2, 120 at $8 a million, one search at a cent.
    assert_eq!(bench.ledger.charges(), [(16_400 + 960 + 10_000, Basis::Computed, Outcome::Succeeded)]);
    let sent = server.seen()[0].json();
    assert_eq!(server.seen()[0].uri.path(), "/v1/responses");
    assert_eq!(sent["tools"][0]["user_location"], json!({ "type": "approximate", "country": "US", "city": "Waco" }));
    assert_eq!(sent["include"][0], "web_search_call.action.sources");
}

#[tokio::test]
async fn answer_of_anthropic_cites_by_block() {
    let (_, server, called) = asked(Provider::Anthropic, "claude-sonnet-4-5", ANTHROPIC).await;
    let answer = called.value;
    assert_eq!(cited(&answer, 0), "Example Plumbing is good.");
    assert_eq!((answer.sources.len(), answer.queries[0].as_str(), answer.usage.searches), (2, "plumber waco", 1));
    let seen = &server.seen()[0];
    assert_eq!((seen.header("x-api-key"), seen.header("anthropic-version")), (SECRET, "2023-06-01"));
    assert_eq!((&seen.json()["tools"][0]["max_uses"], &seen.json()["system"]), (&json!(2), &json!("Be brief.")));
}

#[tokio::test]
async fn answer_of_gemini_names_hosts_behind_redirects() {
    let (_, server, called) = asked(Provider::Gemini, "gemini-2.5-flash", GEMINI).await;
    let answer = called.value;
    assert_eq!((cited(&answer, 0), cited(&answer, 1)), ("Éxample Plumbing is good.".into(), "Call first.".into()));
    assert_eq!(answer.citations.len(), 2, "an index beyond the chunks is left out");
    assert_eq!(answer.citations[0].host.as_deref(), Some("a.test"));
    assert_eq!((answer.usage.input_tokens, answer.usage.output_tokens), (120, 42));
    assert!(!answer.text.contains("Thinking"));
    assert_eq!(server.seen()[0].uri.path(), "/v1beta/models/gemini-2.5-flash:generateContent");
    assert_eq!(server.seen()[0].header("x-goog-api-key"), SECRET);
}

#[tokio::test]
async fn answer_of_perplexity_reports_its_cost() {
    let (bench, _, called) = asked(Provider::Perplexity, "sonar", PERPLEXITY).await;
    assert_eq!(bench.ledger.charges(), [(5_580, Basis::Reported, Outcome::Succeeded)]);
    let hosts: Vec<_> = called.value.citations.iter().filter_map(|citation| citation.host.as_deref()).collect();
    assert_eq!(hosts, ["b.test", "a.test"]);
    assert_eq!(cited(&called.value, 0), "[web:2]");
}

#[test]
fn earlier_answers_of_perplexity_are_still_read() {
    let answer = parse_answer(Provider::Perplexity, PERPLEXITY_CHAT.as_bytes()).unwrap();
    assert_eq!((answer.citations.len(), answer.sources.len(), answer.finish), (2, 2, Finish::Stop));
    assert_eq!(answer.citations[1].title.as_deref(), Some("B"));
    assert_eq!(answer.usage.reported, Some(crate::Micros(5_030)));
}

#[tokio::test]
async fn local_server_is_asked_for_a_chat_completion() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(CHAT)]).await;
    let access = Access { base: Some(format!("{}/v1/", server.base)), ..access(&bench, &server) };
    let assistant = Assistant::connect(Provider::OpenAi, &access).unwrap();
    let answer = assistant.ask(&Prompt::new("llama-3", "Hi")).await.unwrap().value.complete().unwrap();
    assert_eq!((answer.text.as_str(), answer.cost), ("Hello.", Some(crate::Micros::ZERO)));
    assert_eq!(server.seen()[0].uri.path(), "/v1/chat/completions");
    assert_eq!(server.seen()[0].json()["max_tokens"], 1_024);
}

#[tokio::test]
async fn model_without_a_price_is_not_asked() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(CHAT)]).await;
    let error = assistant(&bench, &server, Provider::OpenAi).ask(&Prompt::new("unheard-of", "Hi")).await.unwrap_err();
    assert_eq!(error, ProviderError::NoPrice("unheard-of".into()));
    assert_eq!(server.seen().len(), 0);
    let other = Assistant::connect(Provider::Serper, &access(&bench, &server));
    assert_eq!(other.unwrap_err().kind(), "invalid-field");
}

#[tokio::test]
async fn estimate_is_a_bound_also_with_a_web_search() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(CHAT)]).await;
    let assistant = assistant(&bench, &server, Provider::Anthropic);
    let prompt = Prompt::new("claude-sonnet-4-5", &"é".repeat(1_000));
    let estimate = assistant.estimate(&prompt).unwrap();
    // 2,064 tokens at $3 and 1,024 at $15 a million.
    assert_eq!(estimate.amount.0, 6_192 + 15_360);
    // Two searches: the window of 200,000 tokens three times, three answers, two searches at a cent.
    let most = assistant.estimate(&searching("claude-sonnet-4-5")).unwrap();
    assert_eq!(most.amount.0, 3 * 200_000 * 3 + 3 * 15_360 + 20_000);
    let prices = PriceBook::default();
    let likely = expected(Provider::Anthropic, &prices, &searching("claude-sonnet-4-5")).unwrap();
    assert!(likely.0 > 100_000 && likely.0 < most.amount.0 / 10, "{likely}");
}

/// An answer as dear as the documented limits allow.
fn dear(provider: Provider) -> (&'static str, String) {
    let search = json!({ "type": "web_search_call", "action": { "type": "search", "query": "plumber" } });
    let found = json!({ "type": "search_results", "queries": ["plumber"], "results": [] });
    let usage = json!({ "input_tokens": 384_000, "output_tokens": 1_024, "cost": { "total_cost": 0.4 } });
    let gemini =
        json!({ "promptTokenCount": 48_576, "toolUsePromptTokenCount": 1_000_000, "candidatesTokenCount": 1_024 });
    match provider {
        Provider::OpenAi => ("gpt-4o", json!({ "output": [search, search], "usage": usage }).to_string()),
        Provider::Perplexity => ("sonar", json!({ "output": [found, found], "usage": usage }).to_string()),
        Provider::Anthropic => {
            let usage = json!({ "input_tokens": 600_000, "output_tokens": 3_072,
                "server_tool_use": { "web_search_requests": 2 } });
            ("claude-opus-4-5", json!({ "content": [], "usage": usage }).to_string())
        }
        _ => (
            "gemini-2.5-pro",
            json!({ "candidates": [{ "groundingMetadata": { "webSearchQueries": ["a", "b"] } }],
            "usageMetadata": gemini })
            .to_string(),
        ),
    }
}

#[tokio::test]
async fn dearest_answers_of_concurrent_questions_stay_within_the_budget() {
    for provider in [Provider::OpenAi, Provider::Perplexity, Provider::Anthropic, Provider::Gemini] {
        let bench = Bench::new();
        let (model, body) = dear(provider);
        let server = Server::start([0; 8].map(|_| Reply::json(body.clone()))).await;
        let assistant = assistant(&bench, &server, provider);
        let most = assistant.estimate(&searching(model)).unwrap().amount.0;
        let budget = most * 5 / 2;
        bench.ledger.set(budget);
        let prompts: Vec<Prompt> = (0..8).map(|sample| Prompt { sample, ..searching(model) }).collect();
        let asked = futures::future::join_all(prompts.iter().map(|prompt| assistant.ask(prompt))).await;
        let refused = asked.iter().filter(|one| one.as_ref().is_err_and(|error| error.kind() == "budget")).count();
        assert!(refused > 0 && refused < 8, "{provider}: {refused} of 8 refused");
        let spent: u64 = bench.ledger.charges().iter().map(|charge| charge.0).sum();
        assert!(spent > most / 2 && spent <= budget, "{provider}: {spent} of {budget}");
        bench.ledger.assert_settled();
    }
}

#[tokio::test]
async fn number_of_searches_is_limited_in_the_request() {
    for (provider, model, body, place) in [
        (Provider::OpenAi, "gpt-4.1", OPEN_AI, "/max_tool_calls"),
        (Provider::Anthropic, "claude-sonnet-4-5", ANTHROPIC, "/tools/0/max_uses"),
        (Provider::Perplexity, "sonar", PERPLEXITY, "/max_steps"),
    ] {
        let (_, server, _) = asked(provider, model, body).await;
        let most = if provider == Provider::Perplexity { 3 } else { 2 };
        assert_eq!(server.seen()[0].json().pointer(place), Some(&json!(most)), "{provider}");
    }
}

#[tokio::test]
async fn failures_are_typed_and_keep_the_key_secret() {
    let quota = r#"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}"#;
    let credit =
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}"#;
    let long = r#"{"error":{"message":"maximum context","code":"context_length_exceeded"}}"#;
    let wrong =
        json!({ "error": { "message": format!("Incorrect API key provided: {SECRET}"), "code": "invalid_api_key" } });
    let soon = r#"[{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"3600s"}]}}]"#;
    for (reply, kind) in [
        (Reply::status(429, quota), "no-money"),
        (Reply::status(400, credit), "no-money"),
        (Reply::status(400, long), "invalid-field"),
        (Reply::status(401, wrong.to_string()), "bad-key"),
        (Reply::status(429, soon), "rate-limited"),
        (Reply::status(529, "{}"), "unavailable"),
        (Reply::json("{\"a\":1}"), "unreadable"),
        (Reply::json("[1"), "unreadable"),
        (Reply::json(r#"{"status":"failed","output":[]}"#), "incomplete"),
        (Reply::json(OPEN_AI).slow(), "timeout"),
    ] {
        let bench = Bench::new();
        let server = Server::start([reply]).await;
        let error = assistant(&bench, &server, Provider::OpenAi).ask(&searching("gpt-4.1")).await.unwrap_err();
        assert_eq!(error.kind(), kind);
        bench.assert_settled_without_secrets(&error);
    }
}

#[test]
fn answer_that_was_cut_off_is_not_complete() {
    let cut = CHAT.replace("\"stop\"", "\"length\"");
    let answer = parse_answer(Provider::OpenAi, cut.as_bytes()).unwrap();
    assert_eq!(answer.complete().unwrap_err().kind(), "incomplete");
    let refused = r#"{"promptFeedback":{"blockReason":"SAFETY"},"modelVersion":"gemini-2.5-flash"}"#;
    let answer = parse_answer(Provider::Gemini, refused.as_bytes()).unwrap();
    assert_eq!((answer.finish, answer.complete().is_err()), (Finish::Filtered, true));
}

const STREAM: &str = concat!(
    "data: {\"model\":\"gpt-4o\",\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n",
    "data: {\"choices\":[{\"delta\":{\"content\":\"Éxam\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"ple\"},\"finish_reason\":\"stop\"}]}\n\n",
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10}}\n\ndata: [DONE]\n\n",
);

#[tokio::test]
async fn text_arrives_as_it_is_written_and_is_settled_by_usage() {
    let bench = Bench::new();
    let server = Server::start([Reply::status(503, ""), Reply::json(STREAM).chunked()]).await;
    let assistant = assistant(&bench, &server, Provider::OpenAi);
    let mut stream = assistant.write(&Prompt::new("gpt-4o", "Hi")).await.unwrap();
    let mut pieces = Vec::new();
    while let Some(piece) = stream.next().await {
        pieces.push(piece.unwrap());
    }
    assert_eq!(pieces, ["Éxam", "ple"]);
    let called = stream.finish().await.unwrap();
    assert_eq!((called.value.text.as_str(), called.value.finish, called.call.attempts), ("Éxample", Finish::Stop, 2));
    let free = (0, Basis::NotCharged, Outcome::Failed);
    assert_eq!(bench.ledger.charges(), [free, (350, Basis::Computed, Outcome::Succeeded)]);
    assert_eq!(server.seen()[1].json()["stream_options"]["include_usage"], true);
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn text_of_anthropic_arrives_as_it_is_written() {
    let body = concat!(
        "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"claude-sonnet-4-5\",\"usage\":{\"input_tokens\":25,\"output_tokens\":1}}}\n\n",
        "event: ping\ndata: {\"type\":\"ping\"}\n\n",
        "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hello\"}}\n\n",
        "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"max_tokens\"},\"usage\":{\"output_tokens\":15}}\n\n",
        "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
    );
    let bench = Bench::new();
    let server = Server::start([Reply::json(body).chunked()]).await;
    let stream = assistant(&bench, &server, Provider::Anthropic).write(&Prompt::new("claude-sonnet-4-5", "Hi")).await;
    let called = stream.unwrap().finish().await.unwrap();
    assert_eq!((called.value.text.as_str(), called.value.finish), ("Hello", Finish::Length));
    assert_eq!(called.call.cost.0, 75 + 225);
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn broken_streams_are_errors_and_count_in_full() {
    let cut = &STREAM[..STREAM.find("[DONE]").unwrap()];
    let overloaded =
        "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    for (body, kind) in [(cut, "unreadable"), (overloaded, "unavailable"), ("data: {\n\n", "unreadable")] {
        let bench = Bench::new();
        let server = Server::start([Reply::json(body)]).await;
        let assistant = assistant(&bench, &server, Provider::OpenAi);
        let prompt = Prompt::new("gpt-4o", "Hi");
        let error = assistant.write(&prompt).await.unwrap().finish().await.unwrap_err();
        assert_eq!(error.kind(), kind);
        let estimate = assistant.estimate(&prompt).unwrap().amount.0;
        assert_eq!(bench.ledger.charges(), [(estimate, Basis::Assumed, Outcome::Failed)]);
        bench.assert_settled_without_secrets(&error);
    }
}

#[tokio::test]
async fn dropped_stream_is_settled_once_in_full() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(STREAM)]).await;
    let assistant = assistant(&bench, &server, Provider::OpenAi);
    let mut stream = assistant.write(&Prompt::new("gpt-4o", "Hi")).await.unwrap();
    stream.next().await.unwrap().unwrap();
    drop(stream);
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    let charges = bench.ledger.charges();
    assert_eq!((charges.len(), charges[0].1, charges[0].2), (1, Basis::Assumed, Outcome::Cancelled));
}

#[tokio::test]
async fn models_of_each_provider_are_listed_by_name() {
    for (provider, body, path, model) in [
        (Provider::OpenAi, r#"{"data":[{"id":"gpt-4o"},{"x":1}]}"#, "/v1/models", "gpt-4o"),
        (
            Provider::Anthropic,
            r#"{"data":[{"id":"claude-haiku-4-5","type":"model"}]}"#,
            "/v1/models",
            "claude-haiku-4-5",
        ),
        (Provider::Gemini, r#"{"models":[{"name":"models/gemini-2.5-pro"}]}"#, "/v1beta/models", "gemini-2.5-pro"),
    ] {
        let bench = Bench::new();
        let server = Server::start([Reply::json(body), Reply::json("{}")]).await;
        let assistant = assistant(&bench, &server, provider);
        let called = assistant.models().await.unwrap();
        assert_eq!(called.value, [model]);
        assert_eq!(server.seen()[0].uri.path(), path);
        bench.assert_settled_without_secrets(&called);
        assert_eq!(assistant.models().await.unwrap_err().kind(), "unreadable");
    }
}

#[test]
fn changed_answers_are_answers_or_errors() {
    for (provider, fixture) in [
        (Provider::OpenAi, OPEN_AI),
        (Provider::OpenAi, CHAT),
        (Provider::Anthropic, ANTHROPIC),
        (Provider::Gemini, GEMINI),
        (Provider::Perplexity, PERPLEXITY),
        (Provider::Perplexity, PERPLEXITY_CHAT),
    ] {
        assert_never_panics(fixture, |body| {
            let Ok(answer) = parse_answer(provider, body) else { return };
            let length = answer.text.chars().count();
            assert!(answer.citations.iter().filter_map(|c| c.span).all(|(start, end)| start <= end && end <= length));
        });
    }
}
