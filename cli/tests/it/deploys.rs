//! Deployments to targets, from the form of the target to the files that visitors get.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    kill::{call, token},
    openssh::OpenSsh,
    world::{Server, World},
};

/// A server that may deploy to this machine, and an account with an operator of sites.
struct Office {
    server: Server,
    token: String,
}

impl Office {
    fn open(world: &World) -> Self {
        let folders = world.path("www");
        fs::create_dir(&folders).expect("a folder");
        let mut command = world.command(["up", "--port", "0", "--live-port", "0", "--deploy-folders"]);
        command.arg(&folders).env("MOTHERLODE_ALLOW_ADDRESSES", "127.0.0.0/8");
        let server = Server::start(command);
        let office = Self { token: token(server.port), server };
        let operator = json!({
            "legalName": "Lovelace Media LLC", "email": "hello@example.com", "phone": "+19185550123", "state": "OK",
            "country": "US", "postalAddress": "1 Main Street\nTulsa, OK 74103",
        });
        office.send("PUT", "/api/site-operator", &operator);
        office
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = call(self.server.port, method, path, &self.token, body);
        assert_eq!(answer["success"], true, "{method} {path}: {answer}");
        answer
    }

    /// Adds a target and tests it; returns its id.
    fn target(&self, body: &Value) -> String {
        let made = self.send("POST", "/api/deploy-targets", body);
        let id = made["target"]["id"].as_str().expect("an id").to_owned();
        let tested = self.send("POST", &format!("/api/deploy-targets/{id}/test"), &json!({}));
        assert_eq!(tested["isReachable"], true, "{tested}");
        id
    }

    /// Builds a site; returns its path in the API once that has ended.
    fn built(&self, target: &str) -> String {
        let new = json!({"kind": "goldmine", "vertical": "water-damage", "places": ["4553433"], "targetId": target});
        let made = self.send("POST", "/api/sites", &new);
        let path = format!("/api/sites/{}", made["site"]["id"].as_str().expect("an id"));
        self.ended(&path);
        path
    }

    /// Approves and deploys the latest release of a site; returns the site once that has ended.
    fn deployed(&self, path: &str) -> Value {
        let built = self.ended(path);
        let release = built["latestRelease"]["id"].as_str().unwrap_or_else(|| panic!("{built}"));
        self.send("POST", &format!("/api/releases/{release}/approve"), &json!({}));
        self.send("POST", &format!("{path}/deploy"), &json!({}));
        self.ended(path)
    }

    /// Returns a site once no run works on it.
    fn ended(&self, path: &str) -> Value {
        let begun = Instant::now();
        loop {
            let site = self.send("GET", path, &json!({}))["site"].take();
            if site["runId"].is_null() {
                return site;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "it does not end: {site}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

#[test]
fn sftp_target_is_deployed_to_with_the_credentials_that_were_entered() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let Some(server) = runtime.block_on(OpenSsh::start("")) else { return };
    let world = World::new();
    let office = Office::open(&world);
    let mut settings = server.settings(server.address);
    // The test of the target finds the key of the server.
    settings["hostKey"] = Value::Null;
    let target =
        office.target(&json!({"kind": "sftp", "name": "Web", "settings": settings, "secrets": server.secrets()}));
    let site = office.deployed(&office.built(&target));
    assert_eq!((&site["status"], &site["lastError"]), (&json!("live"), &Value::Null), "{}", server.log());
    // Neither the target nor the site says where visitors find it.
    assert_eq!(site["liveRelease"]["url"], Value::Null);
    let home = server.www().join(site["slug"].as_str().expect("a slug")).join("current/index.html");
    assert!(fs::read_to_string(home).expect("the home page").contains("Tulsa"));
}

/// Returns the files and folders in a folder, and the folder, that not everybody can read.
fn closed(folder: &Path) -> Vec<PathBuf> {
    let found = fs::metadata(folder).expect("its mode");
    let needed = if found.is_dir() { 0o055 } else { 0o044 };
    let mut closed = Vec::new();
    if found.permissions().mode() & needed != needed {
        closed.push(folder.to_owned());
    }
    if found.is_dir() {
        let entries = fs::read_dir(folder).expect("a folder");
        closed.extend(entries.flat_map(|entry| self::closed(&entry.expect("an entry").path())));
    }
    closed
}

#[test]
fn folder_target_is_readable_for_a_web_server_of_another_user_and_is_deleted_after_its_site() {
    let world = World::new();
    let office = Office::open(&world);
    let place = world.path("www").join("{site}");
    let target = office.target(&json!({"kind": "folder", "name": "Web", "settings": {"path": place}}));
    let path = office.built(&target);
    office.send("PATCH", &path, &json!({"domains": ["www.example.com"]}));
    office.send("POST", &format!("{path}/build"), &json!({}));
    let site = office.deployed(&path);
    assert_eq!((&site["status"], &site["lastError"]), (&json!("live"), &Value::Null));
    // The domain of the site is where visitors find it.
    assert_eq!(site["liveRelease"]["url"], "https://www.example.com/");
    let base = world.path("www").join(site["slug"].as_str().expect("a slug"));
    let home = fs::read_to_string(base.join("current/index.html")).expect("the home page");
    assert!(home.contains("rel=\"canonical\" href=\"https://www.example.com/\""), "{home}");
    assert_eq!(closed(&base), Vec::<PathBuf>::new());
    let used = call(office.server.port, "DELETE", &format!("/api/deploy-targets/{target}"), &office.token, &json!({}));
    assert_eq!(used["status"], 409, "{used}");
    office.send("POST", &format!("{path}/offline"), &json!({}));
    assert_eq!(office.ended(&path)["status"], "offline");
    assert!(!base.exists());
    office.send("DELETE", &path, &json!({}));
    office.send("DELETE", &format!("/api/deploy-targets/{target}"), &json!({}));
    // The data directory stays closed.
    assert_eq!(fs::metadata(world.path("data")).expect("its mode").permissions().mode() & 0o077, 0);
}
