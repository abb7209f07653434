//! Addresses of webhooks. They often contain a token, as those of Slack and Telegram do, so they are stored encrypted and
//! never shown whole.

use url::Url;
use uuid::Uuid;

use crate::vault::{Credentials, Locked, Sealed, Vault};

/// Field of the address in its sealed text.
const FIELD: &str = "url";
/// Scheme of the text that is stored in place of an encrypted address, so that nobody calls it.
const SCHEME: &str = "sealed:";
/// Characters of the end that are shown.
const SHOWN: usize = 4;
/// A shorter rest is not shown at all: four characters would be too large a part of it.
const SHORTEST_SHOWN: usize = 12;

/// Returns an address with its scheme and host, and the last four characters of the rest.
#[must_use]
pub fn masked(address: &str) -> String {
    let Ok(url) = Url::parse(address) else { return "…".to_owned() };
    let Some(host) = url.host_str() else { return "…".to_owned() };
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let origin = format!("{}://{host}{port}", url.scheme());
    let rest: Vec<char> = url[url::Position::BeforePath..].trim_start_matches('/').chars().collect();
    if rest.is_empty() {
        return format!("{origin}/");
    }
    let end = if rest.len() < SHORTEST_SHOWN { &[][..] } else { &rest[rest.len() - SHOWN..] };
    format!("{origin}/…{}", end.iter().collect::<String>())
}

/// Encrypts an address for a webhook; returns the text to store in place of the address, and the encrypted one. `nonce` must be
/// random.
///
/// # Errors
/// Returns [`Locked`] if it is too long for the cipher.
pub fn seal(
    vault: &Vault, workspace_id: Uuid, id: Uuid, address: &str, nonce: [u8; 24],
) -> Result<(String, Sealed), Locked> {
    let fields = Credentials::from_fields([(FIELD, address.to_owned())]);
    Ok((format!("{SCHEME}{}", masked(address)), vault.seal(workspace_id, id, &fields, nonce)?))
}

/// Decrypts the address of a webhook.
///
/// # Errors
/// Returns [`Locked`] if the installation's secret has changed, or the row was altered.
pub fn open(vault: &Vault, workspace_id: Uuid, id: Uuid, sealed: &Sealed) -> Result<String, Locked> {
    let fields = vault.open(workspace_id, id, sealed)?;
    fields.get(FIELD).map(|address| address.reveal().to_owned()).ok_or(Locked)
}

/// Returns what is shown of a stored address, encrypted or not.
#[must_use]
pub fn shown(stored: &str) -> String {
    stored.strip_prefix(SCHEME).map_or_else(|| masked(stored), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Secret;

    #[test]
    fn masked_address_shows_the_host_and_the_end_of_a_long_rest() {
        for (address, expected) in [
            ("https://hooks.slack.com/services/T0123/B0456/abcdefWXYZ", "https://hooks.slack.com/…WXYZ"),
            ("https://api.telegram.org/bot12:secret/sendMessage?chat_id=-4242", "https://api.telegram.org/…4242"),
            ("http://127.0.0.1:8080/hook", "http://127.0.0.1:8080/…"),
            ("https://example.com/", "https://example.com/"),
            ("https://example.com/?key=0123456789abc", "https://example.com/…9abc"),
            ("https://ada:secret@example.com/0123456789äöüß", "https://example.com/…3%9F"),
            ("nonsense", "…"),
            ("data:text/plain,secret", "…"),
        ] {
            assert_eq!(masked(address), expected, "{address}");
        }
    }

    #[test]
    fn sealed_address_is_opened_by_its_own_row_only() {
        let vault = Vault::new(&Secret::new("s".to_owned()));
        let (workspace, id) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let address = "https://hooks.slack.com/services/T0123/B0456/abcdefWXYZ";
        let (stored, sealed) = seal(&vault, workspace, id, address, [7; 24]).unwrap();
        assert_eq!(
            (stored.as_str(), shown(&stored).as_str()),
            ("sealed:https://hooks.slack.com/…WXYZ", "https://hooks.slack.com/…WXYZ")
        );
        assert_eq!(open(&vault, workspace, id, &sealed).as_deref(), Ok(address));
        assert_eq!(open(&vault, workspace, Uuid::from_u128(3), &sealed), Err(Locked));
        assert!(!matches!(Url::parse(&stored).unwrap().scheme(), "http" | "https"), "an old worker refuses it");
    }
}
