//! What the words of git and ssh mean. They are in English, since the locale is fixed.

use super::{connect::Connection, run::Output};
use crate::{TargetError, error::short};

const CREDENTIALS: [&str; 6] = [
    "permission denied (publickey",
    "too many authentication failures",
    "authentication failed",
    "could not read username",
    "could not read password",
    "returned error: 401",
];
const PERMISSION: [&str; 9] = [
    "returned error: 403",
    "marked as read only",
    "write access",
    "permission to",
    "hook declined",
    "remote rejected",
    "protected branch",
    "insufficient permission",
    "permission denied",
];
const MISSING: [&str; 5] = [
    "does not appear to be a git repository",
    "repository not found",
    "' not found",
    "couldn't find remote ref",
    "returned error: 404",
];
const CHANGED: [&str; 7] = [
    "(stale info)",
    "(fetch first)",
    "(non-fast-forward)",
    "(needs force)",
    "cannot lock ref",
    "failed to update ref",
    "incorrect old value",
];
const UNREACHABLE: [&str; 26] = [
    "connection refused",
    "connection reset",
    "connection closed",
    "connection timed out",
    "connection to",
    "closed by remote host",
    "kex_exchange_identification",
    "banner exchange",
    "broken pipe",
    "timed out",
    "timeout",
    "early eof",
    "unexpected disconnect",
    "unexpected eof",
    "hung up",
    "network is unreachable",
    "no route to host",
    "failed to connect",
    "couldn't connect",
    "could not connect",
    "could not resolve",
    "rpc failed",
    "operation too slow",
    "recv failure",
    "empty reply",
    "could not read from remote repository",
];

/// Returns the error of a failed call of git.
pub(super) fn of(output: &Output, connection: &Connection, place: &str, most: u64) -> TargetError {
    let all = format!("{}\n{}", output.words, output.text());
    let lower = all.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let host = connection.host.clone();
    let place = format!("{place} of {host}");
    let message = message(&output.words, &output.text());
    match () {
        () if has(&["host key verification failed", "host identification has changed"]) => host_key(&all, connection),
        () if has(&["git: not found", "exec: git"]) => no_program("git"),
        () if has(&["ssh: not found", "cannot run ssh"]) => no_program("ssh"),
        () if has(&["file too large"]) => TargetError::TooLarge { place, most },
        () if has(&["out of memory", "cannot allocate memory"]) => TargetError::TooLarge { place, most },
        () if has(&["no space left", "disk quota exceeded"]) => TargetError::Full { place, message },
        () if has(&CREDENTIALS) => TargetError::Credentials { host, message },
        () if has(&CHANGED) => TargetError::Changed(format!("The branch {place}")),
        () if has(&MISSING) => TargetError::Missing(format!("The branch {place}")),
        () if has(&PERMISSION) => TargetError::Permission { place, message },
        () if has(&["returned error: 429"]) => TargetError::RateLimited { host, after: None },
        () if has(&["returned error: 5"]) => TargetError::Unavailable { host, status: status(&lower) },
        () if has(&UNREACHABLE) => TargetError::Unreachable { host, reason: message },
        () => TargetError::Storage { place, reason: message },
    }
}

fn host_key(words: &str, connection: &Connection) -> TargetError {
    let is_fingerprint = |word: &&str| word.starts_with("SHA256:");
    let found = words.split_whitespace().find(is_fingerprint).map(|word| word.trim_end_matches('.'));
    TargetError::HostKeyChanged {
        host: connection.host.clone(),
        expected: connection.known_fingerprint(),
        found: found.unwrap_or("another one").to_owned(),
    }
}

fn no_program(name: &'static str) -> TargetError {
    TargetError::Unsupported {
        place: "This server".to_owned(),
        feature: if name == "ssh" { "Git over SSH" } else { "Git" },
        advice: if name == "ssh" {
            "Install the program ssh (package openssh-client)."
        } else {
            "Install the program git (package git)."
        },
    }
}

fn status(lower: &str) -> u16 {
    let text = lower.split("returned error: ").nth(1).unwrap_or_default();
    text.get(..3).and_then(|digits| digits.parse().ok()).unwrap_or(500)
}

/// Returns the line that helps most: the words of the server, or the last error.
fn message(words: &str, output: &str) -> String {
    let lines = || words.lines().chain(output.lines()).map(str::trim).filter(|line| !line.is_empty());
    let helps = |line: &&str| {
        ["remote:", "ERROR:"].iter().any(|start| line.starts_with(start)) || line.contains("[remote rejected]")
    };
    let is_error = |line: &&str| ["fatal:", "error:", "ssh:"].iter().any(|start| line.starts_with(start));
    short(lines().find(helps).or_else(|| lines().find(is_error)).or_else(|| lines().next_back()).unwrap_or("no reason"))
}
