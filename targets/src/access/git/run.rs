//! Runs the program `git`: without any configuration but ours, within limits, and killed with all its children.
//!
//! | danger | answer |
//! |---|---|
//! | configuration and hooks of the machine or the user | empty environment, `HOME` in the temporary folder, `core.hooksPath=/dev/null` |
//! | a prompt that waits for ever | no terminal, `GIT_TERMINAL_PROMPT=0`, `BatchMode` of `ssh` |
//! | other protocols, submodules, bundles | `GIT_ALLOW_PROTOCOL` with the one of the address |
//! | a repository that fills the disk | `ulimit -f`: all objects of a fetch are one file |
//! | objects that fill the memory | `ulimit -v`, streams for large objects, limited output |
//! | a server that never ends | the time limit of the operation, `lowSpeedTime`, `ServerAliveInterval` |
//! | children that outlive a cancelled operation | a process group of its own, killed as a whole |

use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::{Child, Command},
};

use super::{connect::Connection, place::WorkFolder};
use crate::TargetError;

/// Maximum bytes of messages.
const MOST_WORDS: usize = 64 << 10;
/// Maximum memory of a program in KiB.
const MOST_MEMORY: u64 = 4 << 20;
/// Sets limits and becomes git. Limits of files count blocks of 512 bytes. Without the signal, git names the reason. A
/// limit that cannot be set is one where a lower one holds.
const LIMITED: &str = "trap '' XFSZ && ulimit -c 0 && { ulimit -f \"$1\" || :; } && { ulimit -v \"$2\" || :; } && shift 2 && exec git \"$@\"";
/// Places of programs, if the process has no list of its own.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Configuration of every call.
const CONFIG: [(&str, &str); 24] = [
    ("core.hooksPath", "/dev/null"),
    ("core.fsmonitor", "false"),
    ("core.bigFileThreshold", "16m"),
    ("core.attributesFile", "/dev/null"),
    ("core.askPass", ""),
    ("credential.helper", ""),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    // One file, so that its limit is the limit of a fetch.
    ("fetch.unpackLimit", "1"),
    ("fetch.recurseSubmodules", "false"),
    ("submodule.recurse", "false"),
    ("push.recurseSubmodules", "no"),
    ("push.gpgSign", "false"),
    ("transfer.bundleURI", "false"),
    ("pack.threads", "1"),
    ("index.threads", "1"),
    ("pack.windowMemory", "64m"),
    ("pack.packSizeLimit", "0"),
    ("http.followRedirects", "false"),
    ("http.proxy", ""),
    ("http.sslVerify", "true"),
    ("http.emptyAuth", "false"),
    ("http.lowSpeedLimit", "1"),
    ("safe.bareRepository", "all"),
];

/// A call of git.
pub(super) struct Call<'a> {
    pub(super) arguments: Vec<&'a str>,
    pub(super) input: Vec<u8>,
    /// Maximum bytes of the output; the rest is cut off.
    pub(super) most: usize,
    /// Further variables of the environment.
    pub(super) variables: Vec<(&'a str, String)>,
}

impl<'a> Call<'a> {
    pub(super) fn new(arguments: impl IntoIterator<Item = &'a str>) -> Self {
        Self { arguments: arguments.into_iter().collect(), input: Vec::new(), most: MOST_WORDS, variables: Vec::new() }
    }
}

/// What git answered.
pub(super) struct Output {
    pub(super) is_success: bool,
    pub(super) bytes: Vec<u8>,
    /// True if there was more than the limit.
    pub(super) is_cut: bool,
    /// Messages.
    pub(super) words: String,
}

impl Output {
    /// Returns the output as text, without white space around it.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).trim().to_owned()
    }
}

/// Where calls happen.
pub(super) struct Runner<'a> {
    pub(super) folder: &'a WorkFolder,
    pub(super) connection: &'a Connection,
    /// Maximum bytes of a file that git writes.
    pub(super) most: u64,
    /// Longest time without progress in seconds.
    pub(super) patience: u64,
}

impl Runner<'_> {
    /// Runs git. Dropping the future kills it.
    pub(super) async fn run(&self, call: Call<'_>) -> Result<Output, TargetError> {
        let mut child = self.command(&call).spawn().map_err(|error| self.not_started(&error))?;
        let mut group = Group::of(&child);
        let (input, output, words) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let feed = async {
            if let Some(mut input) = input {
                // A program that ends early reports why by itself.
                let _ = input.write_all(&call.input).await;
            }
        };
        let ((), bytes, words) = tokio::join!(feed, collect(output, call.most), collect(words, MOST_WORDS));
        let status = child.wait().await.map_err(|error| TargetError::io("The program git", &error))?;
        group.end();
        let ((bytes, is_cut), (words, _)) = (bytes, words);
        let words = self.connection.without_secrets(&String::from_utf8_lossy(&words));
        Ok(Output { is_success: status.success(), bytes, is_cut, words })
    }

    fn command(&self, call: &Call<'_>) -> Command {
        let mut command = Command::new("/bin/sh");
        let (blocks, memory) = (self.most.div_ceil(512).to_string(), MOST_MEMORY.to_string());
        command.args(["-c", LIMITED, "sh", &blocks, &memory]).args(&call.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.current_dir(self.folder.path()).process_group(0).kill_on_drop(true).env_clear();
        let home = self.folder.path().join("home");
        for name in ["HOME", "XDG_CONFIG_HOME", "TMPDIR"] {
            command.env(name, &home);
        }
        command.env("PATH", std::env::var_os("PATH").unwrap_or_else(|| PATH.into()));
        command.env("GIT_DIR", self.folder.path().join("repository"));
        for (name, value) in [
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_ATTR_NOSYSTEM", "1"),
            ("GIT_TERMINAL_PROMPT", "0"),
            ("GIT_ADVICE", "0"),
            ("GIT_LITERAL_PATHSPECS", "1"),
            ("GIT_NO_REPLACE_OBJECTS", "1"),
            ("GIT_NO_LAZY_FETCH", "1"),
            ("GIT_PROTOCOL_FROM_USER", "0"),
            ("LC_ALL", "C"),
            ("TZ", "UTC"),
        ] {
            command.env(name, value);
        }
        command.envs(self.connection.variables().iter().map(|(name, value)| (name, value)));
        command.envs(call.variables.iter().map(|(name, value)| (*name, value)));
        self.configure(&mut command);
        command
    }

    /// Passes the configuration in the environment, which other users cannot read, unlike arguments.
    fn configure(&self, command: &mut Command) {
        let patience = ("http.lowSpeedTime".to_owned(), self.patience.max(1).to_string());
        let fixed = CONFIG.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let all: Vec<_> = fixed.chain([patience]).chain(self.connection.config().iter().cloned()).collect();
        command.env("GIT_CONFIG_COUNT", all.len().to_string());
        for (number, (name, value)) in all.into_iter().enumerate() {
            command.env(format!("GIT_CONFIG_KEY_{number}"), name);
            command.env(format!("GIT_CONFIG_VALUE_{number}"), value);
        }
    }

    fn not_started(&self, error: &std::io::Error) -> TargetError {
        TargetError::io(format!("The shell, which starts git in {},", self.folder.path().display()), error)
    }
}

/// Reads at most so many bytes; returns true if there were more.
async fn collect(stream: Option<impl AsyncRead + Unpin>, most: usize) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    if let Some(stream) = stream {
        // A broken pipe is an end: the status names the reason.
        let _ = stream.take(most as u64 + 1).read_to_end(&mut bytes).await;
    }
    let is_cut = bytes.len() > most;
    bytes.truncate(most);
    (bytes, is_cut)
}

/// The processes of a call. Dropping it kills them, unless they ended.
struct Group(Option<Pid>);

impl Group {
    fn of(child: &Child) -> Self {
        Self(child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw))
    }

    /// Notes that the first process ended and its number may be given to another.
    const fn end(&mut self) {
        self.0 = None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0.take() {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
