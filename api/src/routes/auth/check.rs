//! Validation of account fields. All errors are collected and returned at once.

use crate::{auth::common_password::is_common, error::FieldError};

const NAME_CHARS: usize = 100;
const EMAIL_CHARS: usize = 254;
const LOCAL_CHARS: usize = 64;
/// Maximum number of characters between two dots of a domain (RFC 1035).
const LABEL_CHARS: usize = 63;
const PASSWORD_CHARS: usize = 8;
const PASSWORD_BYTES: usize = 1024;

/// Normalises an email address: trimmed, lower case.
#[must_use]
pub fn normal_email(text: &str) -> String {
    text.trim().to_lowercase()
}

/// Validates the field `email` and returns the normalised address.
pub fn email(text: &str, errors: &mut Vec<FieldError>) -> String {
    email_at(text, "/email", errors)
}

/// Validates the address at `pointer` and returns it normalised.
pub fn email_at(text: &str, pointer: &str, errors: &mut Vec<FieldError>) -> String {
    let email = normal_email(text);
    if !is_email(&email) {
        errors.push(FieldError::new(pointer, "Enter a valid email address, e.g. ada@example.com."));
    }
    email
}

/// Returns true for a deliverable form: a local part, one @, and a domain of at least two labels.
fn is_email(email: &str) -> bool {
    let Some((local, domain)) = email.rsplit_once('@') else { return false };
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"\"(),:;<>[]\\@".contains(c);
    let local_is_right = !local.is_empty()
        && local.len() <= LOCAL_CHARS
        && local.chars().all(is_plain)
        && local.split('.').all(|part| !part.is_empty());
    let label_is_right = |label: &str| {
        (1..=LABEL_CHARS).contains(&label.chars().count())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    local_is_right && email.len() <= EMAIL_CHARS && domain.contains('.') && domain.split('.').all(label_is_right)
}

/// Validates the field `password`.
pub fn password(text: &str, errors: &mut Vec<FieldError>) {
    password_at(text, "/password", errors);
}

/// Validates the password at `pointer`.
pub fn password_at(text: &str, pointer: &str, errors: &mut Vec<FieldError>) {
    if text.chars().count() < PASSWORD_CHARS {
        errors.push(FieldError::new(pointer, "Password must be at least 8 characters long"));
    } else if text.len() > PASSWORD_BYTES {
        errors.push(FieldError::new(pointer, "Password must be at most 1024 bytes long"));
    } else if is_common(text) {
        let detail = "This password is one of the first that an attacker tries. Choose another, such as several words.";
        errors.push(FieldError::new(pointer, detail));
    }
}

/// Validates a name and returns it trimmed. `label` is its label in the form.
pub fn name(text: &str, pointer: &str, label: &str, errors: &mut Vec<FieldError>) -> String {
    let name = text.trim();
    if name.is_empty() {
        errors.push(FieldError::new(pointer, format!("Enter your {label}.")));
    } else if name.chars().count() > NAME_CHARS || name.chars().any(char::is_control) {
        errors.push(FieldError::new(pointer, format!("Your {label} may be at most {NAME_CHARS} letters.")));
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_addresses_that_mail_can_be_sent_to() {
        for address in ["a@b.co", "first.last+tag@sub.example.com", "o'neill@example.ie", "jörg@müller.de"] {
            assert!(is_email(address), "{address}");
        }
    }

    #[test]
    fn refuses_what_is_no_address() {
        let long = format!("{}@example.com", "a".repeat(65));
        for address in [
            "",
            "a",
            "@",
            "a@",
            "@b.co",
            "a@b",
            "a b@c.de",
            "a@b..co",
            "a..b@c.de",
            ".a@b.co",
            "a@-b.co",
            "a@b.co\n",
            "a@b@c.de",
            "<a@b.co>",
            "a@b.co,c@d.co",
            &long,
        ] {
            assert!(!is_email(address), "{address}");
        }
    }

    #[test]
    fn counts_letters_of_a_password_not_bytes() {
        let mut errors = Vec::new();
        password("äöüßäöüß", &mut errors);
        assert_eq!(errors, []);
        password("äöüßäöü", &mut errors);
        assert_eq!(errors[0].detail, "Password must be at least 8 characters long");
    }
}
