//! A real OpenSSH server, started by the test with keys and a configuration of its own.

use std::{
    fs,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// An OpenSSH server that accepts one key for the user of the tests.
pub(crate) struct OpenSsh {
    pub(crate) address: SocketAddr,
    /// Fingerprint of the host key, as OpenSSH prints it.
    pub(crate) fingerprint: String,
    pub(crate) user: String,
    pub(crate) home: TempDir,
    server: Child,
}

impl OpenSsh {
    /// Starts a server, or returns `None` if there is none on this machine and none is required.
    pub(crate) async fn start(extra: &str) -> Option<Self> {
        let Some(program) = program() else {
            assert!(
                std::env::var("MOTHERLODE_REQUIRE_SERVERS").as_deref() != Ok("1"),
                "sshd is needed: apt-get install openssh-server"
            );
            return None;
        };
        let home = tempfile::tempdir().unwrap();
        for name in ["host", "user"] {
            let key = home.path().join(name);
            run(Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-C", name, "-f"]).arg(&key));
        }
        let printed = Command::new("ssh-keygen").arg("-lf").arg(home.path().join("host")).output().unwrap();
        let fingerprint = String::from_utf8(printed.stdout).unwrap().split(' ').nth(1).unwrap().to_owned();
        let user = String::from_utf8(Command::new("id").arg("-un").output().unwrap().stdout).unwrap().trim().to_owned();
        // The server wants this folder if the administrator starts it.
        if user == "root" {
            fs::create_dir_all("/run/sshd").unwrap();
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let config = home.path().join("config");
        fs::write(&config, configuration(home.path(), port, extra)).unwrap();
        let mut command = Command::new(program);
        command.args(["-D", "-e", "-f"]).arg(&config).stdin(Stdio::null()).stdout(Stdio::null());
        let server = command.stderr(fs::File::create(home.path().join("log")).unwrap()).spawn().unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let mut server = Self { address, fingerprint, user, home, server };
        server.wait().await;
        Some(server)
    }

    async fn wait(&mut self) {
        for _ in 0..200 {
            if tokio::net::TcpStream::connect(self.address).await.is_ok() {
                return;
            }
            assert!(self.server.try_wait().unwrap().is_none(), "{}", self.log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("sshd does not listen: {}", self.log());
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.home.path().join("log")).unwrap_or_default()
    }

    /// Folder in which the tests deploy.
    pub(crate) fn www(&self) -> PathBuf {
        self.home.path().join("www")
    }

    pub(crate) fn settings(&self, address: SocketAddr) -> Value {
        json!({
            "host": address.ip().to_string(), "port": address.port(), "user": self.user,
            "path": self.www().join("{site}"), "hostKey": self.fingerprint,
        })
    }

    pub(crate) fn secrets(&self) -> Value {
        json!({"privateKey": fs::read_to_string(self.home.path().join("user")).unwrap()})
    }
}

impl Drop for OpenSsh {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn configuration(home: &Path, port: u16, extra: &str) -> String {
    let home = home.display();
    format!(
        "Port {port}\nListenAddress 127.0.0.1\nHostKey {home}/host\nPidFile none\nUsePAM no\nStrictModes no\n\
         AuthorizedKeysFile {home}/user.pub\nPermitRootLogin yes\nPasswordAuthentication no\n\
         KbdInteractiveAuthentication no\nMaxStartups 100:30:200\nLogLevel VERBOSE\n{extra}\n\
         Subsystem sftp internal-sftp\n"
    )
}

fn program() -> Option<PathBuf> {
    let places = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/usr/bin/sshd"];
    places.into_iter().map(PathBuf::from).find(|path| path.exists())
}

fn run(command: &mut Command) {
    assert!(command.status().unwrap().success(), "{command:?}");
}
