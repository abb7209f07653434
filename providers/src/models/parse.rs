//! Parsers of raw answers.

use serde_json::Value;

use super::{Answer, Citation, Finish, Usage};
use crate::{error::ProviderError, json, money::Micros, provider::Provider};

/// Parses a raw answer as it was recorded.
///
/// # Errors
/// Returns [`ProviderError::Unreadable`] if it has another shape, and [`ProviderError::Incomplete`] if the provider
/// reports a failure in place of an answer.
pub fn parse_answer(provider: Provider, body: &[u8]) -> Result<Answer, ProviderError> {
    let unreadable = |_| ProviderError::Unreadable("the answer is not JSON".to_owned());
    let body: Value = serde_json::from_slice(body).map_err(unreadable)?;
    let answer = match provider {
        Provider::Anthropic => messages(&body),
        Provider::Gemini => gemini(&body),
        _ if body.get("choices").is_some() => chat(provider, &body),
        _ => responses(provider, &body)?,
    };
    answer.ok_or_else(|| ProviderError::Unreadable("the answer has an unexpected shape".to_owned()))
}

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name)?.as_str()
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn count(value: &Value, place: &str) -> u64 {
    value.pointer(place).and_then(json::to_number).and_then(json::to_count).unwrap_or_default()
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

fn named(answer: &mut Answer, body: &Value, name: &str) {
    text(body, name).unwrap_or_default().clone_into(&mut answer.model);
}

/// Reads a span of characters if it lies within the text.
fn span(value: &Value, length: usize) -> Option<(usize, usize)> {
    let at = |name: &str| usize::try_from(value.get(name)?.as_u64()?).ok();
    let (start, end) = (at("start_index")?, at("end_index")?);
    (start <= end && end <= length).then_some((start, end))
}

/// Returns the cost that Perplexity reports.
fn reported(body: &Value) -> Option<Micros> {
    body.pointer("/usage/cost/total_cost").and_then(json::to_number).and_then(Micros::from_dollars)
}

/// Parses chat completions; those of Perplexity list their sources.
fn chat(provider: Provider, body: &Value) -> Option<Answer> {
    let mut answer = Answer::new(provider);
    named(&mut answer, body, "model");
    let choice = body.pointer("/choices/0")?;
    let message = choice.get("message")?;
    let refusal = text(message, "refusal");
    text(message, "content").or(refusal)?.clone_into(&mut answer.text);
    answer.finish = if refusal.is_some() { Finish::Filtered } else { finish(text(choice, "finish_reason")) };
    let length = characters(&answer.text);
    for annotation in list(message, "annotations") {
        let cited = annotation.get("url_citation").unwrap_or(annotation);
        let Some(url) = text(cited, "url") else { continue };
        answer.citations.push(Citation::new(url, text(cited, "title"), span(cited, length)));
    }
    let results = list(body, "search_results").filter_map(|result| Some((text(result, "url")?, text(result, "title"))));
    answer.sources = results.map(|(url, title)| Citation::new(url, title, None)).collect();
    let cited: Vec<&str> = list(body, "citations").filter_map(Value::as_str).collect();
    if answer.sources.is_empty() {
        answer.sources = cited.iter().map(|url| Citation::new(url, None, None)).collect();
    }
    let order =
        if cited.is_empty() { answer.sources.iter().map(|source| source.url.as_str()).collect() } else { cited };
    let marked = marks(&answer.text, &order, &answer.sources);
    answer.citations.extend(marked);
    answer.usage = Usage {
        input_tokens: count(body, "/usage/prompt_tokens"),
        output_tokens: count(body, "/usage/completion_tokens"),
        searches: u64::from(provider == Provider::Perplexity),
        reported: reported(body),
    };
    Some(answer)
}

/// Finds marks such as `[2]` or `[web:2]` and returns the pages that they stand for.
fn marks(text: &str, order: &[&str], sources: &[Citation]) -> Vec<Citation> {
    let mut found = Vec::new();
    let (mut at, mut rest) = (0, text);
    while let Some(open) = rest.find('[') {
        at += characters(&rest[..open]);
        rest = &rest[open..];
        let Some(close) = rest.find(']').filter(|close| *close <= 12) else {
            (at, rest) = (at + 1, &rest[1..]);
            continue;
        };
        let mark = &rest[1..close];
        let number: Option<usize> = mark.strip_prefix("web:").unwrap_or(mark).parse().ok();
        if let Some(url) = number.and_then(|number| order.get(number.checked_sub(1)?)) {
            let title = sources.iter().find(|source| source.url == *url).and_then(|source| source.title.as_deref());
            found.push(Citation::new(url, title, Some((at, at + close + 1))));
        }
        at += characters(&rest[..=close]);
        rest = &rest[close + 1..];
    }
    found
}

/// Parses the Responses API of OpenAI and Perplexity.
fn responses(provider: Provider, body: &Value) -> Result<Option<Answer>, ProviderError> {
    if text(body, "status") == Some("failed") {
        return Err(ProviderError::Incomplete("the provider reports a failure".to_owned()));
    }
    let Some(output) = body.get("output").and_then(Value::as_array) else { return Ok(None) };
    let mut answer = Answer::new(provider);
    named(&mut answer, body, "model");
    for item in output {
        match text(item, "type") {
            Some("message") => list(item, "content").for_each(|part| add_part(&mut answer, part)),
            Some("web_search_call") => add_search(&mut answer, item),
            Some("search_results") => {
                answer.queries.extend(list(item, "queries").filter_map(Value::as_str).map(str::to_owned));
                let results =
                    list(item, "results").filter_map(|result| Some((text(result, "url")?, text(result, "title"))));
                answer.sources.extend(results.map(|(url, title)| Citation::new(url, title, None)));
                answer.usage.searches += 1;
            }
            _ => {}
        }
    }
    if answer.citations.is_empty() {
        let order: Vec<&str> = answer.sources.iter().map(|source| source.url.as_str()).collect();
        answer.citations = marks(&answer.text, &order, &answer.sources);
    }
    if answer.finish == Finish::Other {
        answer.finish = match (text(body, "status"), body.pointer("/incomplete_details/reason").and_then(Value::as_str))
        {
            (Some("completed"), _) => Finish::Stop,
            (_, Some("max_output_tokens")) => Finish::Length,
            (_, Some("content_filter")) => Finish::Filtered,
            _ => Finish::Other,
        };
    }
    answer.usage.input_tokens = count(body, "/usage/input_tokens");
    answer.usage.output_tokens = count(body, "/usage/output_tokens");
    answer.usage.reported = reported(body);
    Ok(Some(answer))
}

fn add_part(answer: &mut Answer, part: &Value) {
    if let Some(refusal) = text(part, "refusal") {
        answer.text.push_str(refusal);
        answer.finish = Finish::Filtered;
    }
    let Some(added) = text(part, "text") else { return };
    // Spans count from the beginning of the part.
    let (offset, length) = (characters(&answer.text), characters(added));
    answer.text.push_str(added);
    for cited in list(part, "annotations") {
        let Some(url) = text(cited, "url") else { continue };
        let span = span(cited, length).map(|(start, end)| (start + offset, end + offset));
        answer.citations.push(Citation::new(url, text(cited, "title"), span));
    }
}

fn add_search(answer: &mut Answer, item: &Value) {
    let action = item.get("action").cloned().unwrap_or_default();
    // Opening a page is not charged as a search.
    if matches!(text(&action, "type"), None | Some("search")) {
        answer.usage.searches += 1;
    }
    answer.queries.extend(text(&action, "query").map(str::to_owned));
    answer.queries.extend(list(&action, "queries").filter_map(Value::as_str).map(str::to_owned));
    let sources = list(&action, "sources").filter_map(|source| text(source, "url"));
    answer.sources.extend(sources.map(|url| Citation::new(url, None, None)));
}

/// Parses Anthropic's messages: each block of text has the citations that support it.
fn messages(body: &Value) -> Option<Answer> {
    let mut answer = Answer::new(Provider::Anthropic);
    named(&mut answer, body, "model");
    for block in body.get("content")?.as_array()? {
        match text(block, "type") {
            Some("text") => {
                let start = characters(&answer.text);
                answer.text.push_str(text(block, "text")?);
                let span = Some((start, characters(&answer.text)));
                let cited =
                    list(block, "citations").filter_map(|cited| Some((text(cited, "url")?, text(cited, "title"))));
                answer.citations.extend(cited.map(|(url, title)| Citation::new(url, title, span)));
            }
            Some("server_tool_use") => {
                let query = block.pointer("/input/query").and_then(Value::as_str);
                answer.queries.extend(query.map(str::to_owned));
            }
            Some("web_search_tool_result") => {
                let results =
                    list(block, "content").filter_map(|found| Some((text(found, "url")?, text(found, "title"))));
                answer.sources.extend(results.map(|(url, title)| Citation::new(url, title, None)));
            }
            _ => {}
        }
    }
    answer.finish = finish(text(body, "stop_reason"));
    answer.usage = Usage {
        input_tokens: count(body, "/usage/input_tokens")
            + count(body, "/usage/cache_creation_input_tokens")
            + count(body, "/usage/cache_read_input_tokens"),
        output_tokens: count(body, "/usage/output_tokens"),
        searches: count(body, "/usage/server_tool_use/web_search_requests"),
        reported: None,
    };
    Some(answer)
}

/// Parses Gemini's answers: segments of the text, in bytes, refer to chunks.
fn gemini(body: &Value) -> Option<Answer> {
    let mut answer = Answer::new(Provider::Gemini);
    named(&mut answer, body, "modelVersion");
    if let Some(candidate) = body.pointer("/candidates/0") {
        let parts = candidate.pointer("/content/parts").and_then(Value::as_array).into_iter().flatten();
        let written = parts.filter(|part| part.get("thought") != Some(&Value::Bool(true)));
        answer.text = written.filter_map(|part| text(part, "text")).collect();
        answer.finish = finish(text(candidate, "finishReason"));
        if let Some(grounding) = candidate.get("groundingMetadata") {
            ground(&mut answer, grounding);
        }
    } else {
        // A prompt that was refused has no candidates.
        body.get("promptFeedback")?;
        answer.finish = Finish::Filtered;
    }
    answer.usage.input_tokens =
        count(body, "/usageMetadata/promptTokenCount") + count(body, "/usageMetadata/toolUsePromptTokenCount");
    answer.usage.output_tokens =
        count(body, "/usageMetadata/candidatesTokenCount") + count(body, "/usageMetadata/thoughtsTokenCount");
    Some(answer)
}

fn ground(answer: &mut Answer, grounding: &Value) {
    answer.queries.extend(list(grounding, "webSearchQueries").filter_map(Value::as_str).map(str::to_owned));
    answer.usage.searches = u64::from(!answer.queries.is_empty());
    let chunk = |chunk: &Value| {
        let web = chunk.get("web")?;
        Some(Citation::new(text(web, "uri")?, text(web, "title"), None))
    };
    let chunks: Vec<Option<Citation>> = list(grounding, "groundingChunks").map(chunk).collect();
    for support in list(grounding, "groundingSupports") {
        let span = support.get("segment").and_then(|segment| bytes_to_characters(segment, &answer.text));
        let indices = list(support, "groundingChunkIndices").filter_map(Value::as_u64);
        let cited = indices.filter_map(|index| chunks.get(usize::try_from(index).ok()?)?.clone());
        answer.citations.extend(cited.map(|citation| Citation { span, ..citation }));
    }
    answer.sources = chunks.into_iter().flatten().collect();
}

fn bytes_to_characters(segment: &Value, text: &str) -> Option<(usize, usize)> {
    // The start is left out where it is 0.
    let at = |name: &str| usize::try_from(segment.get(name)?.as_u64()?).ok();
    let (start, end) = (at("startIndex").unwrap_or_default(), at("endIndex")?);
    let before = text.get(..start)?;
    let within = text.get(start..end)?;
    let start = characters(before);
    Some((start, start + characters(within)))
}

/// Converts the reason for which an answer ended, in the words of all providers.
pub(super) fn finish(reason: Option<&str>) -> Finish {
    match reason.unwrap_or_default() {
        "stop" | "end_turn" | "stop_sequence" | "STOP" => Finish::Stop,
        "length" | "max_tokens" | "MAX_TOKENS" | "model_context_window_exceeded" | "pause_turn" => Finish::Length,
        "content_filter" | "refusal" | "SAFETY" | "RECITATION" | "PROHIBITED_CONTENT" | "BLOCKLIST" | "SPII" => {
            Finish::Filtered
        }
        _ => Finish::Other,
    }
}
