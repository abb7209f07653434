//! Settings that name the server which gets stored credentials.

use serde_json::{Map, Value};

/// Key of an SSH server, which a test stores.
const HOST_KEY: &str = "hostKey";
/// Port of SSH, for settings without one.
const SSH_PORT: u16 = 22;
/// Settings that name the server.
const ADDRESS: [&str; 6] = ["endpoint", "region", "host", "port", "url", "apiUrl"];

/// Returns true if other settings name another server: stored credentials are not sent there.
pub(super) fn is_elsewhere(before: &Value, after: &Value) -> bool {
    let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else { return true };
    differ(before, after)
}

fn differ(before: &Map<String, Value>, after: &Map<String, Value>) -> bool {
    ADDRESS.iter().any(|field| part(before, field) != part(after, field))
}

fn part(settings: &Map<String, Value>, field: &str) -> Option<Value> {
    settings.get(field).cloned().or_else(|| (field == "port").then(|| Value::from(SSH_PORT)))
}

/// Keeps the key of a server that is the same, unless an empty one removes it.
pub(super) fn keep_host_key(before: &Value, after: &mut Value) {
    let Some(fields) = after.as_object_mut() else { return };
    if fields.get(HOST_KEY).and_then(Value::as_str).is_some_and(|key| !key.trim().is_empty()) {
        return;
    }
    let is_removed = fields.remove(HOST_KEY).is_some_and(|key| key.is_string());
    let kept = before.as_object().filter(|before| !is_removed && !differ(before, fields));
    if let Some(key) = kept.and_then(|before| before.get(HOST_KEY)) {
        fields.insert(HOST_KEY.to_owned(), key.clone());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn kept(before: &Value, mut after: Value) -> Option<Value> {
        keep_host_key(before, &mut after);
        after.get(HOST_KEY).cloned()
    }

    #[test]
    fn host_key_stays_with_its_server_only() {
        let before = json!({"host": "a.example", "port": 22, "hostKey": "SHA256:x"});
        assert_eq!(kept(&before, json!({"host": "a.example", "port": 22})), Some(json!("SHA256:x")));
        assert_eq!(kept(&before, json!({"host": "a.example"})), Some(json!("SHA256:x")), "the default port");
        assert_eq!(kept(&before, json!({"host": "b.example", "port": 22})), None);
        assert_eq!(kept(&before, json!({"host": "a.example", "port": 23})), None);
        assert_eq!(kept(&before, json!({"host": "a.example", "port": 22, "hostKey": " "})), None, "removed");
        assert_eq!(kept(&before, json!({"host": "b.example", "hostKey": "SHA256:y"})), Some(json!("SHA256:y")));
        let git = json!({"url": "git@a.example:x", "hostKey": "ssh-ed25519 AAAA"});
        assert_eq!(kept(&git, json!({"url": "git@a.example:x"})), Some(json!("ssh-ed25519 AAAA")));
        assert_eq!(kept(&git, json!({"url": "git@b.example:x"})), None);
    }

    #[test]
    fn credentials_belong_to_their_server() {
        let before = json!({"host": "a.example", "port": 22, "path": "/a"});
        assert!(!is_elsewhere(&before, &json!({"host": "a.example", "path": "/b"})));
        assert!(is_elsewhere(&before, &json!({"host": "b.example", "port": 22})));
        assert!(is_elsewhere(&json!({}), &json!({"apiUrl": "https://evil.example"})));
        assert!(is_elsewhere(&json!({"url": "git@a.example:x"}), &json!({"url": "git@b.example:x"})));
        assert!(!is_elsewhere(&json!({"url": "git@a.example:x"}), &json!({"url": "git@a.example:x", "branch": "b"})));
    }
}
