//! A line of an access log as JSON: of Caddy, or of nginx with the names of its variables.

use chrono::{DateTime, NaiveDate};
use serde_json::Value;

use super::line::{Request, day_of_log};

const TIMES: [&str; 6] = ["ts", "time_iso8601", "time_local", "@timestamp", "timestamp", "time"];
const AGENTS: [&str; 3] = ["http_user_agent", "user_agent", "userAgent"];
const TARGETS: [&str; 3] = ["request_uri", "uri", "path"];

/// Parses a line; `None` without time, user agent, path and status.
pub(super) fn parse(line: &[u8]) -> Option<Request> {
    let value: Value = serde_json::from_slice(line).ok()?;
    let first = |names: &[&str]| names.iter().find_map(|name| value.get(name));
    let day = first(&TIMES).and_then(day)?;
    let agent = first(&AGENTS).and_then(Value::as_str).or_else(|| header(&value))?;
    let target = first(&TARGETS).and_then(Value::as_str).or_else(|| in_request(&value))?;
    let status = match value.get("status")? {
        Value::String(text) => text.parse().ok()?,
        number => u16::try_from(number.as_u64()?).ok()?,
    };
    Request::new(day, agent.as_bytes(), target.as_bytes(), status)
}

/// Caddy writes the headers of the request as lists.
fn header(value: &Value) -> Option<&str> {
    let headers = value.get("request")?.get("headers")?.as_object()?;
    let (_, agent) = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("user-agent"))?;
    agent.get(0).unwrap_or(agent).as_str()
}

/// The request is an object with its `uri`, or a line such as `GET / HTTP/1.1`.
fn in_request(value: &Value) -> Option<&str> {
    let request = value.get("request")?;
    request.get("uri").and_then(Value::as_str).or_else(|| request.as_str()?.split(' ').nth(1))
}

/// Returns the day in UTC of seconds since 1970, or of a time as text.
fn day(value: &Value) -> Option<NaiveDate> {
    if let Some(text) = value.as_str() {
        let time = DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc().date_naive());
        return time.or_else(|| day_of_log(text)).or_else(|| seconds(text.parse().ok()?));
    }
    seconds(value.as_f64()?)
}

#[expect(clippy::cast_possible_truncation, reason = "checked to be within the years 1970 to 2200")]
fn seconds(number: f64) -> Option<NaiveDate> {
    let is_time = (0.0..7_258_118_400.0).contains(&number);
    is_time.then(|| DateTime::from_timestamp(number as i64, 0)).flatten().map(|time| time.date_naive())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_of_caddy_and_of_nginx_are_requests() {
        let caddy = r#"{"level":"info","ts":1794268800.25,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"203.0.113.9","method":"GET","host":"a.test","uri":"/blog/a","headers":{"User-Agent":["GPTBot/1.2"]}},"status":200}"#;
        let nginx = r#"{"time_iso8601":"2026-11-10T01:00:00+02:00","remote_addr":"203.0.113.9","request":"GET /blog/b HTTP/1.1","status":"503","http_user_agent":"ClaudeBot"}"#;
        for (line, day, name, class) in [(caddy, "2026-11-10", "GPTBot", 2), (nginx, "2026-11-09", "ClaudeBot", 5)] {
            let found = parse(line.as_bytes()).unwrap();
            assert_eq!((found.day.to_string().as_str(), found.crawler.unwrap().name), (day, name));
            assert_eq!((found.directory.as_deref(), found.status_class), (Some("/blog/"), class));
        }
    }

    #[test]
    fn objects_of_other_files_are_no_requests() {
        for line in [
            r#"{"url":"https://a.test/","title":"A","status":200}"#,
            r#"{"ts":1e300,"user_agent":"GPTBot","uri":"/","status":200}"#,
            r#"{"ts":1794268800,"user_agent":"GPTBot","uri":"/","status":70000}"#,
            r#"{"ts":1794268800,"user_agent":7,"uri":"/","status":200}"#,
            "{",
        ] {
            assert_eq!(parse(line.as_bytes()), None, "{line}");
        }
    }
}
