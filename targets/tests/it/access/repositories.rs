//! A Git repository behind the real OpenSSH server.

use std::{
    fs,
    net::SocketAddr,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};
use targets::{Environment, access::AccessKind};

use super::{Files, seed};
use crate::{servers::openssh::OpenSsh, world::environment};

/// A bare repository `site.git` with the files of [`seed`] on the branch `main`.
pub(crate) struct Upstream {
    pub(crate) server: OpenSsh,
}

impl Upstream {
    /// Starts a server; a shell script `gate.sh` in its home, if there is one, decides on every command.
    pub(crate) async fn start() -> Option<Self> {
        let above = tempfile::tempdir().unwrap();
        let gate = above.path().join("gate.sh");
        fs::write(&gate, "#!/bin/sh\neval \"$SSH_ORIGINAL_COMMAND\"\n").unwrap();
        fs::set_permissions(&gate, fs::Permissions::from_mode(0o755)).unwrap();
        let server = OpenSsh::start(&format!("ForceCommand {}", gate.display())).await?;
        // The folder lives as long as the server's own.
        let kept = server.home.path().join("gate");
        fs::write(&kept, above.keep().display().to_string()).unwrap();
        let upstream = Self { server };
        upstream.initialise();
        Some(upstream)
    }

    fn initialise(&self) {
        git(self.home(), &["init", "--quiet", "--bare", "--initial-branch=main", "site.git"]);
        git(self.home(), &["clone", "--quiet", "site.git", "work"]);
        seed(&self.work());
        self.push("first");
    }

    pub(crate) fn home(&self) -> &Path {
        self.server.home.path()
    }

    /// A clone in which somebody else works.
    pub(crate) fn work(&self) -> PathBuf {
        self.home().join("work")
    }

    pub(crate) fn bare(&self) -> PathBuf {
        self.home().join("site.git")
    }

    /// Commits and pushes what is in the clone.
    pub(crate) fn push(&self, message: &str) {
        git(&self.work(), &["add", "--all"]);
        git(&self.work(), &["commit", "--quiet", "--allow-empty", "-m", message]);
        git(&self.work(), &["push", "--quiet", "origin", "HEAD:main"]);
    }

    /// Writes the script that runs instead of every command.
    pub(crate) fn gate(&self, script: &str) {
        let above = fs::read_to_string(self.home().join("gate")).unwrap();
        fs::write(Path::new(&above).join("gate.sh"), format!("#!/bin/sh\n{script}\n")).unwrap();
    }

    /// Runs git in the bare repository.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        git(&self.bare(), arguments)
    }

    /// Returns a file of the branch.
    pub(crate) fn file(&self, path: &str) -> String {
        self.git(&["show", &format!("main:{path}")])
    }

    /// Returns the number of commits of the branch.
    pub(crate) fn commits(&self) -> usize {
        self.git(&["rev-list", "--count", "main"]).parse().unwrap()
    }

    pub(crate) fn settings(&self, address: SocketAddr) -> Value {
        let path = self.bare();
        let url = format!("ssh://{}@{address}{}", self.server.user, path.display());
        json!({"url": url, "hostKey": self.host_key(), "authorName": "Ann", "authorEmail": "ann@example.com"})
    }

    /// Returns the key of the server without its comment.
    pub(crate) fn host_key(&self) -> String {
        let text = fs::read_to_string(self.home().join("host.pub")).unwrap();
        text.split(' ').take(2).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn open(&self) -> Files {
        self.open_in(environment())
    }

    pub(crate) fn open_in(&self, environment: Environment) -> Files {
        self.open_at(self.server.address, environment)
    }

    pub(crate) fn open_at(&self, address: SocketAddr, environment: Environment) -> Files {
        Files::open(AccessKind::Git, &self.settings(address), &self.server.secrets(), environment)
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        if let Ok(above) = fs::read_to_string(self.home().join("gate")) {
            let _ = fs::remove_dir_all(above);
        }
    }
}

/// Runs git without the configuration of this machine, and returns its output without the last line break.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=Somebody", "-c", "user.email=s@example.com"]).args(arguments);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env_remove("GIT_DIR");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end_matches('\n').to_owned()
}
