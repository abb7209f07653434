//! Recorded responses of language models for the contract test.

use super::{Anthropic, Assistant, Gemini, OpenAi, Perplexity, Prompt, WebSearch};
use crate::{
    error::ProviderError,
    google::recorded,
    provider::{Access, Operation, ProviderClient},
    testing::{Case, Empty, Made},
};

const RESPONSES: &str = include_str!("../../fixtures/open_ai_responses.json");
const MESSAGES: &str = include_str!("../../fixtures/anthropic_messages.json");
const GENERATED: &str = include_str!("../../fixtures/gemini_generate.json");
const SEARCHED: &str = include_str!("../../fixtures/perplexity_responses.json");
const CHAT: &str = r#"{"id":"c","object":"chat.completion","model":"gpt-4o-2024-08-06","choices":[{"index":0,"message":{"role":"assistant","content":"Hello.","refusal":null},"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15}}"#;
const EMPTY_CHAT: &str = r#"{"id":"c","model":"gpt-4o","choices":[{"index":0,"message":{"role":"assistant","content":""},"finish_reason":"length"}],"usage":{"prompt_tokens":12,"completion_tokens":0}}"#;
const EMPTY_RESPONSE: &str = r#"{"id":"r","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[],"usage":{"input_tokens":12,"output_tokens":0}}"#;
const EMPTY_MESSAGE: &str = r#"{"id":"m","type":"message","model":"claude-sonnet-4-5","stop_reason":"end_turn","content":[],"usage":{"input_tokens":12,"output_tokens":0}}"#;
const BLOCKED: &str = r#"{"promptFeedback":{"blockReason":"SAFETY"},"modelVersion":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":12}}"#;
const MODELS: &str =
    r#"{"object":"list","data":[{"id":"first-model","object":"model"},{"id":"second-model","object":"model"}]}"#;
const GEMINI_MODELS: &str = r#"{"models":[{"name":"models/gemini-2.5-pro"},{"name":"models/gemini-2.5-flash"}]}"#;

fn searching(model: &str) -> Prompt {
    let web_search = Some(WebSearch { most_searches: 2, ..WebSearch::default() });
    Prompt { web_search, ..Prompt::new(model, "Which plumber?") }
}

async fn ask(assistant: Result<Assistant, ProviderError>, prompt: Prompt) -> Result<usize, ProviderError> {
    Ok(usize::from(!assistant?.ask(&prompt).await?.value.text.is_empty()))
}

async fn list(assistant: Result<Assistant, ProviderError>) -> Result<usize, ProviderError> {
    Ok(assistant?.models().await?.value.len())
}

pub(super) fn open_ai() -> Vec<Case> {
    let failed = r#"{"id":"r","status":"failed","error":{"code":"server_error","message":"x"},"output":[]}"#;
    let responses = case(Operation::OPEN_AI_RESPONSES, (RESPONSES, 1), EMPTY_RESPONSE, |access| {
        Box::pin(async move { ask(OpenAi::connect(&access), searching("gpt-4.1")).await })
    });
    let faults = [responses.faults, vec![(failed.to_owned(), "incomplete")]].concat();
    vec![
        case(Operation::OPEN_AI_CHAT, (CHAT, 1), EMPTY_CHAT, |access| {
            Box::pin(async move { ask(OpenAi::connect(&access), Prompt::new("gpt-4o", "Hi")).await })
        }),
        Case { faults, ..responses },
        case(Operation::OPEN_AI_MODELS, (MODELS, 2), r#"{"object":"list","data":[]}"#, |access| {
            Box::pin(async move { list(OpenAi::connect(&access)).await })
        }),
    ]
}

pub(super) fn anthropic() -> Vec<Case> {
    vec![
        case(Operation::ANTHROPIC_MESSAGES, (MESSAGES, 1), EMPTY_MESSAGE, |access| {
            Box::pin(async move { ask(Anthropic::connect(&access), searching("claude-sonnet-4-5")).await })
        }),
        case(Operation::ANTHROPIC_MODELS, (MODELS, 2), r#"{"data":[],"has_more":false}"#, |access| {
            Box::pin(async move { list(Anthropic::connect(&access)).await })
        }),
    ]
}

pub(super) fn gemini() -> Vec<Case> {
    let own = |case: Case| Case {
        refused: vec![
            (400, recorded::invalid_key(), "bad-key"),
            (400, format!("[{}]", recorded::invalid_key()), "bad-key"),
            (403, recorded::denied(), "forbidden"),
        ],
        limited: recorded::limited(),
        faults: [case.faults, vec![(recorded::denied(), "forbidden")]].concat(),
        ..case
    };
    vec![
        own(case(Operation::GEMINI_GENERATE, (GENERATED, 1), BLOCKED, |access| {
            Box::pin(async move { ask(Gemini::connect(&access), searching("gemini-2.5-flash")).await })
        })),
        own(case(Operation::GEMINI_MODELS, (GEMINI_MODELS, 2), r#"{"models":[]}"#, |access| {
            Box::pin(async move { list(Gemini::connect(&access)).await })
        })),
    ]
}

pub(super) fn perplexity() -> Vec<Case> {
    vec![case(Operation::PERPLEXITY_CHAT, (SEARCHED, 1), EMPTY_RESPONSE, |access| {
        Box::pin(async move { ask(Perplexity::connect(&access), searching("sonar")).await })
    })]
}

fn case(operation: Operation, (body, entries): (&str, usize), empty: &str, call: fn(Access) -> Made) -> Case {
    let error =
        |code: &str, message: &str| format!(r#"{{"error":{{"code":"{code}","type":"{code}","message":"{message}"}}}}"#);
    Case {
        operation,
        call,
        success: (body.to_owned(), entries),
        empty: Empty::Valid(200, empty.to_owned()),
        faults: vec![(error("server_error", "x"), "unreadable"), ("[]".to_owned(), "unreadable")],
        refused: vec![
            (401, error("invalid_api_key", "Incorrect API key provided"), "bad-key"),
            (429, error("insufficient_quota", "You exceeded your current quota"), "no-money"),
            (400, error("invalid_request_error", "Your credit balance is too low"), "no-money"),
        ],
        limited: vec![(429, error("rate_limit_exceeded", "Rate limit reached"))],
    }
}
