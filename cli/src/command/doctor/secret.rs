//! Checks the secret that signs tokens.

use crate::{
    options::{ServeArgs, StoreArgs},
    settings,
};

use super::Finding;

const CHECK: &str = "secret";
const SHORTEST: usize = 32;
/// A secret with fewer distinct characters is a placeholder.
const LEAST_VARIETY: usize = 8;

pub(crate) fn look(store: &StoreArgs, serve: &ServeArgs, is_embedded: bool) -> Finding {
    let given = match settings::secret("MOTHERLODE_SECRET", serve.secret.as_ref()) {
        Ok(given) => given,
        Err(error) => return Finding::fail(CHECK, format!("{error:#}"), "Make the file readable for the server."),
    };
    match given {
        Some(secret) => judge(secret.reveal()),
        None if is_embedded => match std::fs::read_to_string(store.data_dir.join("secret")) {
            Ok(text) => judge(text.trim()),
            Err(_) => Finding::ok(CHECK, "not made yet: the first start makes it"),
        },
        None => Finding::fail(
            CHECK,
            "MOTHERLODE_SECRET is not set",
            "All replicas need the same one. Make it: openssl rand -hex 32",
        ),
    }
}

fn judge(text: &str) -> Finding {
    let advice = "Make another: openssl rand -hex 32. All users have to sign in again afterwards.";
    let variety: std::collections::BTreeSet<char> = text.chars().collect();
    if text.len() < SHORTEST {
        return Finding::fail(CHECK, format!("shorter than {SHORTEST} characters"), advice);
    }
    if variety.len() < LEAST_VARIETY {
        return Finding::fail(CHECK, "easy to guess: it has few different characters", advice);
    }
    Finding::ok(CHECK, "long enough")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::doctor::State;

    #[test]
    fn refuses_what_can_be_guessed() {
        assert_eq!(judge("short").state, State::Fail);
        assert_eq!(judge(&"ab".repeat(32)).state, State::Fail);
        assert_eq!(judge("0123456789abcdef0123456789abcdef").state, State::Ok);
    }
}
