//! A temporary folder and the binary, isolated from the environment.

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

/// A folder in which commands run, with their data directory `data`.
pub(crate) struct World {
    dir: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { dir: tempfile::tempdir().expect("a folder") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file into the folder.
    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// Returns the command with these arguments.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_motherlode"));
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.current_dir(self.dir.path()).args(args).stdin(Stdio::null());
        command
    }

    /// Runs a command to its end.
    pub(crate) fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ended {
        Ended::from(self.command(args).output().expect("the binary runs"))
    }

    /// Runs a command that reads `input`.
    pub(crate) fn feed<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>, input: &str) -> Ended {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
        Ended::from(child.wait_with_output().expect("it ends"))
    }

    /// Creates an account in the data directory.
    pub(crate) fn with_account(self, email: &str) -> Self {
        self.run(["user", "create", email]).succeeded();
        self
    }

    /// Starts a server and waits until it has printed its address.
    pub(crate) fn serve<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Server {
        Server::start(self.command(args))
    }
}

/// Result of a command.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

impl Ended {
    pub(crate) fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// Asserts that it failed with this code and message.
    pub(crate) fn failed(self, code: i32, said: &str) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.stderr.contains(said), "{said:?} is not in {self:?}");
        self
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn json_lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

/// A running server, killed when dropped.
pub(crate) struct Server {
    child: Child,
    /// Its port on loopback.
    pub(crate) port: u16,
}

impl Server {
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.args(["--json"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("its output")).read_line(&mut line).expect("its first line");
        let told: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        let url = told["url"].as_str().expect("its address").to_owned();
        let port = url.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        Self { child, port }
    }

    /// Returns the whole response to a GET request.
    pub(crate) fn get(&self, path: &str) -> String {
        get(self.port, path)
    }

    /// Sends a signal and waits for the end; returns the exit code.
    pub(crate) fn signal(mut self, signal: &str) -> Option<i32> {
        let sent = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|ended| ended.is_none()) {
            self.child.kill().expect("it can be killed");
            self.child.wait().expect("it ends");
        }
    }
}

/// Returns the whole response to a GET request on a loopback port.
pub(crate) fn get(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

/// Returns an unused port.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its address").port()
}

/// Returns the path of a file in the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Returns the path of the bundled sample export.
pub(crate) fn sample() -> PathBuf {
    repository("workers/data/sample-search-console.zip")
}
