//! Passwords: given by the caller, or generated.

use std::io::Read;

use ::api::{auth::password, routes::auth::check};
use clap::Args;
use rand::Rng;

/// Letters and digits that are not easily confused.
const ALPHABET: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH: usize = 20;

#[derive(Debug, Args)]
pub(crate) struct PasswordArgs {
    /// Read the password from standard input (its first line).
    #[arg(long)]
    pub password_stdin: bool,
}

/// A password and its hash.
#[derive(Debug)]
pub(crate) struct Password {
    /// The password to print, if it was generated.
    pub generated: Option<String>,
    /// Argon2id hash in PHC format.
    pub hash: String,
}

/// Returns the caller's validated password, or a generated one.
pub(crate) fn password(args: &PasswordArgs) -> anyhow::Result<Password> {
    if !args.password_stdin {
        let text = generate();
        return Ok(Password { hash: password::hash_now(&text)?, generated: Some(text) });
    }
    let mut text = String::new();
    std::io::stdin().lock().take(10_000).read_to_string(&mut text)?;
    let text = text.lines().next().unwrap_or_default();
    let mut errors = Vec::new();
    check::password(text, &mut errors);
    super::refuse(&errors)?;
    Ok(Password { hash: password::hash_now(text)?, generated: None })
}

/// Generates a password with 116 bits of entropy.
fn generate() -> String {
    let mut random = rand::rng();
    (0..LENGTH).map(|_| char::from(ALPHABET[random.random_range(0..ALPHABET.len())])).collect()
}
