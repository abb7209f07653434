//! Validation of sites in requests.

use shared::store::deploy_target;
use url::Host;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    state::AppState,
};

const NAME_CHARS: usize = 100;
const MOST_DOMAINS: usize = 20;
const DOMAIN_CHARS: usize = 253;

/// Returns a name on one line; `None` for an empty one.
pub(super) fn name(text: &str) -> Result<Option<String>> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() > NAME_CHARS {
        return Err(ApiError::invalid("/name", "must have at most 100 characters"));
    }
    Ok(Some(name).filter(|name| !name.is_empty()))
}

/// Returns a telephone number in E.164; numbers without a country code are of North America. `None` for an empty one.
pub(super) fn phone(text: &str) -> Result<Option<String>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let is_separator = |c: char| matches!(c, ' ' | '-' | '.' | '(' | ')' | '\u{a0}' | '/');
    let rest = text.strip_prefix('+').unwrap_or(text);
    let digits: String = rest.chars().filter(|c| !is_separator(*c)).collect();
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let number = match (text.starts_with('+'), digits.len()) {
        (true, 8..=15) => Some(format!("+{digits}")),
        (false, 10) => Some(format!("+1{digits}")),
        (false, 11) if digits.starts_with('1') => Some(format!("+{digits}")),
        _ => None,
    };
    number.filter(|_| is_plain).map(Some).ok_or_else(|| {
        ApiError::invalid("/phone", "Enter a phone number with its country code, such as +1 918 555 0123.")
    })
}

/// Checks that a target belongs to the workspace.
pub(crate) async fn target(state: &AppState, workspace_id: Uuid, id: Option<Uuid>) -> Result<()> {
    if let Some(id) = id {
        deploy_target::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("target"))?;
    }
    Ok(())
}

/// Returns host names in lower case, each once; names in other scripts as browsers send them.
pub(super) fn domains(state: &AppState, given: &[String]) -> Result<Vec<String>> {
    if given.len() > MOST_DOMAINS {
        return Err(ApiError::invalid("/domains", "must be at most 20 host names"));
    }
    let mut hosts = Vec::with_capacity(given.len());
    let mut errors = Vec::new();
    for (index, text) in given.iter().enumerate() {
        match domain(state, text) {
            Ok(host) if hosts.contains(&host) => {}
            Ok(host) => hosts.push(host),
            Err(detail) => errors.push(FieldError::new(format!("/domains/{index}"), detail)),
        }
    }
    if errors.is_empty() { Ok(hosts) } else { Err(ApiError::Invalid(errors)) }
}

/// Returns a host name in lower case, in another script as browsers send it; or what is wrong with it.
pub(crate) fn domain(state: &AppState, text: &str) -> std::result::Result<String, String> {
    let wrong = || "must be a host name such as www.example.com, without https:// and without a path".to_owned();
    let text = text.trim().trim_end_matches('.');
    let Ok(Host::Domain(host)) = Host::parse(text) else { return Err(wrong()) };
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let is_label = |label: &str| {
        let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(is_inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    if host.len() > DOMAIN_CHARS || !host.contains('.') || !host.split('.').all(is_label) {
        return Err(wrong());
    }
    let hosts = state.hosting.hosts();
    if hosts.is_of_hosting(&host) || !hosts.is_of_site(&host) {
        return Err("is a name of this server. Enter a domain of your own.".to_owned());
    }
    Ok(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_is_stored_with_its_country_code() {
        for (text, number) in [
            ("(918) 555-0123", "+19185550123"),
            ("1 918.555.0123", "+19185550123"),
            ("+44 20 7946 0958", "+442079460958"),
            ("+1-918-555-0123", "+19185550123"),
        ] {
            assert_eq!(phone(text).expect("a number").as_deref(), Some(number), "{text}");
        }
        assert_eq!(phone("  ").expect("none"), None);
        for text in
            ["918", "+", "+0123456789", "abc", "918555012x", "+1234567890123456", "555-0123", "+1 918 555 0123 ext 4"]
        {
            assert!(phone(text).is_err(), "{text}");
        }
    }
}
