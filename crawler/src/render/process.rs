//! The processes of a browser: start, end, and no trace afterwards.

use std::{
    path::Path,
    process::Stdio,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use rustix::{
    io::Errno,
    process::{Pid, Signal, WaitOptions},
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader},
    process::{Child, ChildStderr, Command},
};

use super::{Browser, RenderFailure, limits, memory, pipe::Pipe};

/// Chromium reads commands from descriptor 3 and writes to 4; a shell connects them to its input and output.
const CONNECT: &str = r#"exec 3<&0 4>&1 </dev/null >/dev/null; exec "$0" "$@""#;
/// No network at all: names do not resolve, the proxy does not exist, and loopback goes through it too. No other features
/// that reach beyond the page.
const FLAGS: [&str; 30] = [
    "--headless",
    "--remote-debugging-pipe",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://blocked.invalid:9",
    "--proxy-bypass-list=<-loopback>",
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--block-new-web-contents",
    "--deny-permission-prompts",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--disable-notifications",
    "--disable-print-preview",
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,OptimizationHints",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--password-store=basic",
];
/// Time between two looks at processes that end.
const PAUSE: Duration = Duration::from_millis(20);
/// Bytes of the browser's messages that are kept.
const MOST_LOG: usize = 4_096;

type Log = Arc<Mutex<String>>;

/// A running browser. Dropping it kills all its processes.
pub(super) struct Process {
    pub(super) pipe: Option<Pipe>,
    /// Name and version.
    pub(super) product: String,
    /// Its own user agent.
    pub(super) agent: String,
    child: Option<Child>,
    group: Pid,
    watch: tokio::task::JoinHandle<()>,
    /// Deleted once no process uses it.
    profile: Option<TempDir>,
}

impl Process {
    /// Starts a browser with an empty profile.
    pub(super) async fn start(browser: &Browser) -> Result<Self, RenderFailure> {
        let failed = |reason: String| RenderFailure::NotStarted { path: browser.path.display().to_string(), reason };
        let io = |error: std::io::Error| failed(error.to_string());
        if !browser.path.is_file() {
            return Err(failed("the file does not exist".to_owned()));
        }
        adopt_orphans();
        let profile = tempfile::Builder::new().prefix("motherlode-browser-").tempdir().map_err(io)?;
        let mut child = command(browser, profile.path()).spawn().map_err(io)?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("it has no pipes".to_owned()));
        };
        let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        let Some(group) = id else { return Err(failed("it ended at once".to_owned())) };
        let log = Log::default();
        tokio::spawn(keep(errors, Arc::clone(&log)));
        let pipe = Pipe::new(input, output);
        let watch = tokio::spawn(memory::watch(group));
        let mut process = Self {
            pipe: Some(pipe.clone()),
            product: String::new(),
            agent: String::new(),
            child: Some(child),
            group,
            watch,
            profile: Some(profile),
        };
        match pipe.call_within(None, "Browser.getVersion", json!({}), limits::START).await {
            Ok(version) => {
                process.product = text(&version, "product");
                process.agent = text(&version, "userAgent");
                Ok(process)
            }
            Err(_) => {
                drop(pipe);
                process.end().await;
                Err(failed(reason(&log)))
            }
        }
    }

    /// Ends the browser and waits until none of its processes is left.
    pub(super) async fn end(mut self) {
        self.watch.abort();
        // Without its pipe the browser ends by itself.
        self.pipe = None;
        let Some(mut child) = self.child.take() else { return };
        if tokio::time::timeout(limits::END, child.wait()).await.is_err() {
            kill(self.group);
            let _ = child.wait().await;
        }
        let group = self.group;
        let _ = tokio::task::spawn_blocking(move || reap(group)).await;
    }

    /// Kills the browser at once.
    pub(super) fn kill(&self) {
        kill(self.group);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.watch.abort();
        // Without a child it was ended before.
        let Some(child) = self.child.take() else { return };
        let (group, profile) = (self.group, self.profile.take());
        kill(group);
        // The runtime takes the child that is killed; the others are taken here.
        drop(child);
        std::thread::spawn(move || {
            std::thread::sleep(PAUSE * 10);
            reap(group);
            drop(profile);
        });
    }
}

fn command(browser: &Browser, profile: &Path) -> Command {
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(CONNECT).arg(&browser.path).args(FLAGS);
    command.arg(format!("--js-flags=--max-old-space-size={}", limits::HEAP_MIB));
    command.arg(format!("--user-data-dir={}", profile.display()));
    if !browser.has_sandbox {
        command.arg("--no-sandbox");
    }
    command.arg("about:blank");
    // Nothing of this process's environment: it holds secrets.
    command.env_clear().env("HOME", profile).env("TMPDIR", profile).env("LANG", "C.UTF-8");
    command.env("PATH", std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into()));
    command.current_dir(profile).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.process_group(0).kill_on_drop(true);
    command
}

/// Lets this process inherit the processes that a browser leaves, so that they can be taken.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

fn kill(group: Pid) {
    // The group may have ended.
    let _ = rustix::process::kill_process_group(group, Signal::KILL);
}

/// Kills and takes what is left of a group.
fn reap(group: Pid) {
    let until = Instant::now() + limits::END;
    loop {
        match rustix::process::waitpgid(group, WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => {
                kill(group);
                std::thread::sleep(PAUSE);
            }
            // No process of the group is left.
            Err(_) => return,
        }
        if Instant::now() > until {
            return;
        }
    }
}

/// Keeps the start of what the browser reports, and reads the rest so that it is not blocked.
async fn keep(errors: ChildStderr, log: Log) {
    let mut lines = BufReader::new(errors.take(1 << 30)).split(b'\n');
    while let Ok(Some(line)) = lines.next_segment().await {
        let mut kept = log.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() + line.len() < MOST_LOG {
            kept.push_str(&String::from_utf8_lossy(&line));
            kept.push('\n');
        }
    }
}

/// Returns the line that names the problem: the fatal one, otherwise the last.
fn reason(log: &Log) -> String {
    let log = log.lock().unwrap_or_else(PoisonError::into_inner);
    let mut lines = log.lines().filter(|line| !line.trim().is_empty());
    let fatal = lines.clone().find(|line| line.contains("FATAL") || line.contains("sandbox"));
    let line = fatal.or_else(|| lines.next_back()).unwrap_or("it did not respond in time");
    line.trim().trim_end_matches('.').chars().take(limits::MOST_ERROR_BYTES).collect()
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}
