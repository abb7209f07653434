//! Requests in the formats of chat services.
//!
//! The address decides the format, so a webhook needs no other setting: the address of an incoming webhook of Slack, or of the
//! method `sendMessage` of a Telegram bot, on any host.

use serde_json::{Value, json};
use url::Url;

/// Most characters of a message of Telegram.
const TELEGRAM_CHARS: usize = 4_096;

/// A request to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Address.
    pub url: Url,
    /// JSON body.
    pub body: String,
}

/// Returns the request that delivers an event: a message for Slack and Telegram, the event itself for every other address.
#[must_use]
pub fn message(url: Url, event: &str) -> Message {
    let Ok(parsed) = serde_json::from_str::<Value>(event) else { return Message { url, body: event.to_owned() } };
    if is_slack(&url) {
        let text = text(&parsed).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        return Message { url, body: json!({"text": text}).to_string() };
    }
    if let Some((chat, url)) = telegram(&url) {
        let text: String = text(&parsed).chars().take(TELEGRAM_CHARS).collect();
        return Message { url, body: json!({"chat_id": chat, "text": text}).to_string() };
    }
    Message { url, body: event.to_owned() }
}

/// `/services/T…/B…/…`, as Slack's incoming webhooks have it.
fn is_slack(url: &Url) -> bool {
    let parts: Vec<&str> = url.path_segments().into_iter().flatten().collect();
    matches!(parts.as_slice(), ["services", team, app, token]
        if team.starts_with('T') && app.starts_with('B') && !token.is_empty())
}

/// Chat and address of `…/bot<id>:<token>/sendMessage?chat_id=<chat>`.
fn telegram(url: &Url) -> Option<(String, Url)> {
    let parts: Vec<&str> = url.path_segments()?.collect();
    let [.., bot, "sendMessage"] = parts.as_slice() else { return None };
    let (id, token) = bot.strip_prefix("bot")?.split_once(':')?;
    let chat = url.query_pairs().find(|(name, _)| name == "chat_id")?.1.into_owned();
    let is_bot = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()) && !token.is_empty();
    let mut bare = url.clone();
    bare.set_query(None);
    (is_bot && !chat.is_empty()).then_some((chat, bare))
}

/// Describes an event in one or two lines.
fn text(event: &Value) -> String {
    let kind = event["type"].as_str().unwrap_or_default();
    let data = &event["data"];
    let word = |field: &str| data[field].as_str().filter(|text| !text.is_empty());
    let detail = match kind {
        "performance:ranking" => ranking(data),
        _ => word("message").or_else(|| word("title")).or_else(|| word("status")).unwrap_or_default().to_owned(),
    };
    match word("severity") {
        Some(severity) => format!("{} ({severity})\n{detail}", heading(kind)),
        None => format!("{}\n{detail}", heading(kind)),
    }
    .trim_end()
    .to_owned()
}

fn heading(kind: &str) -> &str {
    match kind {
        "performance:alert" => "Alert",
        "performance:ranking" => "Rank changed",
        "performance:digest" => "Digest of ranks",
        "run:finished" => "Run finished",
        "engine:insight" => "New insight",
        "engine:error" => "Engine run failed",
        "opportunity:discovered" => "New opportunity",
        "opportunity:updated" => "Opportunity changed",
        "opportunity:implemented" => "Opportunity implemented",
        "webhook:test" => "Test",
        other => other,
    }
}

fn ranking(data: &Value) -> String {
    let keyword = data["keyword"].as_str().unwrap_or_default();
    let url = data["url"].as_str().map(|url| format!("\n{url}")).unwrap_or_default();
    format!("\"{keyword}\": from {} to {}.{url}", data["oldPosition"], data["newPosition"])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(url: &str, event: &Value) -> (String, Value) {
        let message = message(url.parse().expect("an address"), &event.to_string());
        (message.url.to_string(), serde_json::from_str(&message.body).expect("JSON"))
    }

    fn alert() -> Value {
        let data = json!({"severity": "critical", "message": "\"a & b\" left the first 10 results: from 3 to <12>."});
        json!({"id": "1", "type": "performance:alert", "data": data})
    }

    #[test]
    fn slack_message_is_escaped_text() {
        let (url, body) = sent("https://hooks.slack.com/services/T0/B0/x", &alert());
        assert_eq!(url, "https://hooks.slack.com/services/T0/B0/x");
        let text = "Alert (critical)\n\"a &amp; b\" left the first 10 results: from 3 to &lt;12&gt;.";
        assert_eq!(body, json!({"text": text}));
    }

    #[test]
    fn telegram_message_goes_to_the_chat_of_the_address() {
        let (url, body) = sent("https://api.telegram.org/bot12:ab-C/sendMessage?chat_id=-42", &alert());
        assert_eq!(url, "https://api.telegram.org/bot12:ab-C/sendMessage");
        let text = "Alert (critical)\n\"a & b\" left the first 10 results: from 3 to <12>.";
        assert_eq!(body, json!({"chat_id": "-42", "text": text}));
        let long = json!({"type": "engine:error", "data": {"message": "ä".repeat(5_000)}});
        let (_, body) = sent("http://bots.example/base/bot12:ab/sendMessage?chat_id=@name", &long);
        assert_eq!(body["text"].as_str().map(|text| text.chars().count()), Some(4_096));
    }

    #[test]
    fn rank_change_names_keyword_and_positions() {
        let data = json!({"keyword": "roof", "oldPosition": 8, "newPosition": 3, "url": "https://a.example/"});
        let event = json!({"type": "performance:ranking", "data": data});
        let (_, body) = sent("https://hooks.slack.com/services/T0/B0/x", &event);
        assert_eq!(body["text"], "Rank changed\n\"roof\": from 8 to 3.\nhttps://a.example/");
    }

    #[test]
    fn other_addresses_get_the_event_itself() {
        for url in [
            "https://example.com/hook",
            "https://hooks.slack.com/services/T0/B0/",
            "https://example.com/services/a/b/c",
            "https://api.telegram.org/bot12:ab/sendMessage",
            "https://api.telegram.org/bot:ab/sendMessage?chat_id=1",
            "https://api.telegram.org/bot12:ab/getMe?chat_id=1",
        ] {
            assert_eq!(sent(url, &alert()), (url.to_owned(), alert()));
        }
    }
}
