//! Clients: assistants that registered themselves. Nothing is stored: the id of a client holds what it registered, with a
//! code that only this installation can make. So a registration without a user costs nothing.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::auth::key::{Keys, hash_token};

const PURPOSE: &str = "assistant client";
const MAC_BYTES: usize = 16;
const NAME_CHARS: usize = 100;
const MOST_URIS: usize = 10;
const URI_BYTES: usize = 500;
/// Maximum bytes of all redirect URIs, because an id is part of URLs.
const URIS_BYTES: usize = 1_200;
/// Schemes that run or show something in the browser itself.
const REFUSED_SCHEMES: [&str; 8] =
    ["javascript", "data", "file", "blob", "vbscript", "about", "filesystem", "view-source"];

/// What an assistant registered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Client {
    /// What it calls itself.
    #[serde(rename = "n")]
    pub name: String,
    /// Where codes may be sent.
    #[serde(rename = "r")]
    pub redirect_uris: Vec<String>,
}

impl Client {
    /// Checks what an assistant registers.
    ///
    /// # Errors
    /// Returns a sentence that names what is wrong.
    pub fn new(name: Option<&str>, redirect_uris: Vec<String>) -> Result<Self, String> {
        let name: String = name.unwrap_or_default().chars().filter(|c| !c.is_control()).collect();
        let name = name.trim();
        if name.chars().count() > NAME_CHARS {
            return Err(format!("client_name has more than {NAME_CHARS} characters"));
        }
        if redirect_uris.is_empty() || redirect_uris.len() > MOST_URIS {
            return Err(format!("redirect_uris must have 1 to {MOST_URIS} entries"));
        }
        if redirect_uris.iter().map(String::len).sum::<usize>() > URIS_BYTES {
            return Err(format!("redirect_uris have more than {URIS_BYTES} bytes together"));
        }
        for uri in &redirect_uris {
            check_redirect(uri).map_err(|reason| format!("redirect_uris: {uri:.100} {reason}"))?;
        }
        let name = if name.is_empty() { "Unnamed assistant" } else { name };
        Ok(Self { name: name.to_owned(), redirect_uris })
    }

    /// Returns the id that holds this client.
    #[must_use]
    pub fn id(&self, keys: &Keys) -> String {
        let said = serde_json::to_vec(self).unwrap_or_default();
        let mac = keys.derive(PURPOSE, &said);
        let mac: Vec<u8> = mac.into_iter().take(MAC_BYTES).collect();
        format!("{}.{}", BASE64_URL_SAFE_NO_PAD.encode(&said), BASE64_URL_SAFE_NO_PAD.encode(mac))
    }

    /// Returns the client of an id that this installation made.
    #[must_use]
    pub fn find(keys: &Keys, id: &str) -> Option<Self> {
        let (said, mac) = id.split_once('.')?;
        let said = BASE64_URL_SAFE_NO_PAD.decode(said).ok()?;
        let mac = BASE64_URL_SAFE_NO_PAD.decode(mac).ok()?;
        let wanted = keys.derive(PURPOSE, &said);
        let is_ours =
            mac.len() == MAC_BYTES && mac.iter().zip(wanted).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0;
        is_ours.then(|| serde_json::from_slice(&said).ok())?
    }

    /// Hash under which grants name the client.
    #[must_use]
    pub fn hash(id: &str) -> Vec<u8> {
        hash_token(id)
    }

    /// Whether codes may be sent to `uri`: one that is registered; on the loopback the port may differ, because a program gets
    /// a free one (RFC 8252, section 7.3).
    #[must_use]
    pub fn may_receive_at(&self, uri: &str) -> bool {
        self.redirect_uris.iter().any(|known| known == uri || is_same_but_port(known, uri))
    }
}

fn check_redirect(uri: &str) -> Result<(), &'static str> {
    if uri.len() > URI_BYTES {
        return Err("is too long");
    }
    let url = Url::parse(uri).map_err(|_| "is no absolute URL")?;
    if url.fragment().is_some() {
        return Err("has a fragment");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("has a user name or a password");
    }
    match url.scheme() {
        "https" => Ok(()),
        "http" if is_loopback(&url) => Ok(()),
        "http" => Err("needs https, unless its host is localhost"),
        scheme if REFUSED_SCHEMES.contains(&scheme) => Err("has a scheme that is not allowed"),
        // A scheme of a program on the user's device.
        _ => Ok(()),
    }
}

fn is_loopback(url: &Url) -> bool {
    matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"))
}

fn is_same_but_port(known: &str, uri: &str) -> bool {
    let (Ok(known), Ok(uri)) = (Url::parse(known), Url::parse(uri)) else { return false };
    let has_free_port = |url: &Url| url.scheme() == "http" && is_loopback(url) && url.fragment().is_none();
    let has_no_user = uri.username().is_empty() && uri.password().is_none();
    has_free_port(&known)
        && has_free_port(&uri)
        && has_no_user
        && known.host_str() == uri.host_str()
        && known.path() == uri.path()
        && known.query() == uri.query()
}

#[cfg(test)]
mod tests {
    use shared::config::Secret;

    use super::*;

    fn keys(secret: &str) -> Keys {
        Keys::new(&Secret::new(secret.to_owned()))
    }

    fn client(uri: &str) -> Result<Client, String> {
        Client::new(Some("Helper"), vec![uri.to_owned()])
    }

    #[test]
    fn id_holds_the_client_and_cannot_be_forged() {
        let made = client("https://assistant.example/callback").expect("a client");
        let id = made.id(&keys("one"));
        assert_eq!(Client::find(&keys("one"), &id), Some(made));
        assert_eq!(Client::find(&keys("two"), &id), None);
        let (said, mac) = id.split_once('.').expect("two parts");
        let other = client("https://thief.example/").expect("a client").id(&keys("two"));
        let (forged, _) = other.split_once('.').expect("two parts");
        for id in [format!("{forged}.{mac}"), format!("{said}."), said.to_owned(), String::new(), ".".to_owned()] {
            assert_eq!(Client::find(&keys("one"), &id), None, "{id}");
        }
    }

    #[test]
    fn codes_go_only_where_a_program_or_a_secure_page_waits() {
        for uri in [
            "https://a.example/cb",
            "http://localhost:3000/cb",
            "http://127.0.0.1/cb",
            "http://[::1]/",
            "cursor://x/cb",
        ] {
            assert!(client(uri).is_ok(), "{uri}");
        }
        for uri in [
            "http://a.example/cb",
            "https://a.example/cb#part",
            "https://me:secret@a.example/",
            "javascript:alert(1)",
            "data:text/html,x",
            "/callback",
            "",
        ] {
            assert!(client(uri).is_err(), "{uri}");
        }
        assert!(Client::new(None, Vec::new()).is_err());
        assert!(Client::new(None, vec![format!("https://a.example/{}", "a".repeat(600))]).is_err());
    }

    #[test]
    fn only_the_port_of_the_loopback_may_differ() {
        let local = client("http://127.0.0.1:1000/cb").expect("a client");
        assert!(local.may_receive_at("http://127.0.0.1:2000/cb"));
        assert!(!local.may_receive_at("http://127.0.0.1:2000/other"));
        assert!(!local.may_receive_at("http://localhost:1000/cb"));
        assert!(!local.may_receive_at("http://127.0.0.1:1000/cb#x"));
        let page = client("https://a.example/cb").expect("a client");
        assert!(page.may_receive_at("https://a.example/cb"));
        assert!(!page.may_receive_at("https://a.example:8443/cb"));
        assert!(!page.may_receive_at("https://a.example/cb?x=1"));
    }
}
