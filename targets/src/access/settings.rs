//! Settings of an access: those of the deploy targets without what only releases need, and those of a Git repository.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::git::Address;
use crate::settings::{
    FieldErrors, FolderSettings, Problems, S3Settings, SITE, Settings, SftpSettings, TargetKind, decode,
};

/// Settings that only releases need.
const OF_RELEASES: [&str; 2] = ["keep", "publicUrl"];

/// Kind of access. Its word is stored and never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccessKind {
    /// Folder of this machine.
    Folder,
    /// S3-compatible storage.
    S3,
    /// SFTP server.
    Sftp,
    /// Branch of a Git repository.
    Git,
}

impl AccessKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Folder, Self::S3, Self::Sftp, Self::Git];

    /// Returns the word that is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::S3 => "s3",
            Self::Sftp => "sftp",
            Self::Git => "git",
        }
    }

    /// Returns the kind of deploy target with the same connection; `None` for Git.
    #[must_use]
    pub const fn target(self) -> Option<TargetKind> {
        match self {
            Self::Folder => Some(TargetKind::Folder),
            Self::S3 => Some(TargetKind::S3),
            Self::Sftp => Some(TargetKind::Sftp),
            Self::Git => None,
        }
    }
}

impl FromStr for AccessKind {
    type Err = FieldErrors;

    fn from_str(text: &str) -> Result<Self, FieldErrors> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == text)
            .ok_or_else(|| wrong("kind", "Choose folder, s3, sftp or git."))
    }
}

/// Settings of an access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessSettings {
    /// Folder of this machine: its `path` is the folder that a web server serves.
    Folder(FolderSettings),
    /// S3-compatible storage: its `prefix` is the start of the served keys.
    S3(S3Settings),
    /// SFTP server: its `path` is the folder that a web server serves.
    Sftp(SftpSettings),
    /// Branch of a Git repository.
    Git(GitSettings),
}

impl AccessSettings {
    /// Reads the settings of a kind of access: the fields of the deploy target of the same kind, without `keep`,
    /// `publicUrl` and the placeholder `{site}`; or those of [`GitSettings`].
    ///
    /// # Errors
    /// Returns [`FieldErrors`] with every field that is missing, unknown or wrong.
    pub fn parse(kind: AccessKind, json: &Value) -> Result<Self, FieldErrors> {
        let Some(target) = kind.target() else {
            let mut problems = Problems::default();
            let settings = decode::<GitSettings>(json)?.checked(&mut problems);
            problems.finish()?;
            return Ok(Self::Git(settings));
        };
        refuse_release_settings(json)?;
        match Settings::parse(target, json)? {
            Settings::Folder(settings) => Ok(Self::Folder(settings)),
            Settings::S3(settings) => Ok(Self::S3(settings)),
            Settings::Sftp(settings) => Ok(Self::Sftp(settings)),
            Settings::Netlify(_) | Settings::CloudflarePages(_) => {
                Err(wrong("kind", "Choose folder, s3, sftp or git."))
            }
        }
    }

    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> AccessKind {
        match self {
            Self::Folder(_) => AccessKind::Folder,
            Self::S3(_) => AccessKind::S3,
            Self::Sftp(_) => AccessKind::Sftp,
            Self::Git(_) => AccessKind::Git,
        }
    }

    /// Returns the JSON to store.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let json = match self {
            Self::Folder(settings) => serde_json::to_value(settings),
            Self::S3(settings) => serde_json::to_value(settings),
            Self::Sftp(settings) => serde_json::to_value(settings),
            Self::Git(settings) => serde_json::to_value(settings),
        };
        let mut json = json.unwrap_or_default();
        if let Some(object) = json.as_object_mut().filter(|_| self.kind() != AccessKind::Git) {
            OF_RELEASES.iter().for_each(|name| drop(object.remove(*name)));
        }
        json
    }
}

fn wrong(field: &str, detail: &str) -> FieldErrors {
    let mut problems = Problems::default();
    problems.add(field, detail);
    problems.finish().err().unwrap_or_else(|| FieldErrors(Vec::new()))
}

/// Refuses what has no effect on an access.
fn refuse_release_settings(json: &Value) -> Result<(), FieldErrors> {
    let mut problems = Problems::default();
    for (name, value) in json.as_object().into_iter().flatten() {
        if OF_RELEASES.contains(&name.as_str()) {
            problems.add(name, "There is no such setting.");
        }
        if value.as_str().is_some_and(|text| text.contains(SITE)) {
            problems.add(name, "Enter the place of this website itself; {site} is replaced for deploy targets only.");
        }
    }
    problems.finish()
}

/// Settings of a branch of a Git repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GitSettings {
    /// Address: `https://host/path.git`, `ssh://user@host/path.git` or `user@host:path.git`. The user name of an
    /// `https` address is sent with the token, if the service needs a certain one.
    pub url: String,
    /// Branch that changes are pushed to.
    #[serde(default = "branch")]
    pub branch: String,
    /// Folder of the repository that holds the served files, such as `public`; empty for the whole repository.
    #[serde(default)]
    pub path: String,
    /// Key of the SSH server, such as `ssh-ed25519 AAAA…`. The first test finds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_key: Option<String>,
    /// Name of the author of commits.
    #[serde(default = "author_name")]
    pub author_name: String,
    /// Email of the author of commits.
    #[serde(default = "author_email")]
    pub author_email: String,
}

fn branch() -> String {
    "main".to_owned()
}

fn author_name() -> String {
    "Motherlode".to_owned()
}

fn author_email() -> String {
    "motherlode@localhost".to_owned()
}

impl GitSettings {
    fn checked(mut self, problems: &mut Problems) -> Self {
        if problems.text("url", &self.url)
            && let Err(detail) = Address::parse(&self.url)
        {
            problems.add("url", detail);
        }
        if problems.text("branch", &self.branch) && !is_branch(&self.branch) {
            problems.add("branch", "Enter the name of a branch, such as main.");
        }
        self.path = self.path.trim_matches('/').to_owned();
        if !self.path.is_empty() {
            problems.path("path", &self.path);
        }
        if self.host_key.as_ref().is_some_and(|key| !is_host_key(key)) {
            problems.add("hostKey", "Enter a key such as ssh-ed25519 AAAA…, or leave it empty and test.");
        }
        for (field, text) in [("authorName", &self.author_name), ("authorEmail", &self.author_email)] {
            if problems.text(field, text) && text.contains(['<', '>']) {
                problems.add(field, "It may not contain < and >.");
            }
        }
        if !self.author_email.contains('@') {
            problems.add("authorEmail", "Enter an email address, such as web@example.com.");
        }
        self
    }
}

/// Returns true for a name that Git accepts for a branch. Source: git-check-ref-format; stricter.
fn is_branch(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'/' | b'.' | b'+' | b'#');
    let is_part = |part: &str| !part.is_empty() && !part.starts_with(['.', '-']) && !part.ends_with('.');
    let has_suffix = |part: &str| part.len() >= 5 && part.as_bytes()[part.len() - 5..].eq_ignore_ascii_case(b".lock");
    name.len() <= 200
        && name.bytes().all(is_plain)
        && !name.contains("..")
        && name.split('/').all(|part| is_part(part) && !has_suffix(part))
}

/// Returns true for the two words of a public key, without a comment.
fn is_host_key(text: &str) -> bool {
    let is_word = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'@' | b'.' | b'+' | b'/' | b'='))
    };
    let words: Vec<&str> = text.split(' ').collect();
    let [kind, key] = words.as_slice() else { return false };
    let is_kind = kind.starts_with("ssh-") || kind.starts_with("ecdsa-") || kind.starts_with("sk-");
    text.len() <= 2_000 && is_kind && key.starts_with("AAAA") && is_word(kind) && is_word(key)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(kind: AccessKind, json: &Value) -> Vec<String> {
        AccessSettings::parse(kind, json).unwrap_err().0.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn settings_of_every_kind_survive_storage() {
        for (kind, json) in [
            (AccessKind::Folder, json!({"path": "/srv/www/site"})),
            (AccessKind::S3, json!({"region": "eu-west-1", "bucket": "my-bucket", "prefix": "/a/"})),
            (AccessKind::Sftp, json!({"host": "example.com", "user": "web", "path": "www"})),
            (AccessKind::Git, json!({"url": "git@example.com:me/site.git", "path": "/public/"})),
        ] {
            assert_eq!(kind.as_str().parse::<AccessKind>().unwrap(), kind);
            let settings = AccessSettings::parse(kind, &json).unwrap();
            assert_eq!(settings.kind(), kind);
            assert_eq!(AccessSettings::parse(kind, &settings.to_json()).unwrap(), settings);
        }
        assert_eq!("netlify".parse::<AccessKind>().unwrap_err().0[0].field, "kind");
    }

    #[test]
    fn wrong_fields_are_named() {
        use AccessKind::{Folder, Git, S3, Sftp};
        let git = |name: &str, value: &str| json!({"url": "https://example.com/a.git", name: value});
        for (kind, json, field) in [
            (Folder, json!({"path": "/srv/a", "keep": 3}), "keep"),
            (Folder, json!({"path": "/srv/{site}"}), "path"),
            (S3, json!({"region": "eu", "bucket": "b", "publicUrl": "https://a.com"}), "publicUrl"),
            (Sftp, json!({"host": "a", "user": "u", "path": "www/{site}"}), "path"),
            (Sftp, json!({"host": "a", "user": "u", "path": "../x"}), "path"),
            (Git, json!({}), "url"),
            (Git, json!({"url": "file:///srv/git/site.git"}), "url"),
            (Git, json!({"url": "/srv/git/site.git"}), "url"),
            (Git, json!({"url": "ext::sh -c id"}), "url"),
            (Git, json!({"url": "-oProxyCommand=id"}), "url"),
            (Git, json!({"url": "https://u:p@example.com/a.git"}), "url"),
            (Git, git("branch", "-x"), "branch"),
            (Git, git("branch", "a..b"), "branch"),
            (Git, git("branch", "a:b"), "branch"),
            (Git, git("branch", "a/.b"), "branch"),
            (Git, git("branch", "a.lock"), "branch"),
            (Git, git("path", "a/../b"), "path"),
            (Git, git("hostKey", "SHA256:x"), "hostKey"),
            (Git, git("hostKey", "ssh-ed25519 AAAA\n* ssh-rsa AAAA"), "hostKey"),
            (Git, git("authorName", "a<b"), "authorName"),
            (Git, git("authorEmail", "a\nb@c"), "authorEmail"),
            (Git, git("authorEmail", "nobody"), "authorEmail"),
            (Git, git("token", "x"), "token"),
        ] {
            assert_eq!(fields(kind, &json), [field], "{json}");
        }
    }

    #[test]
    fn host_key_of_one_line_is_accepted() {
        let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJnk+/x=";
        let json = json!({"url": "git@example.com:a", "hostKey": key});
        let AccessSettings::Git(settings) = AccessSettings::parse(AccessKind::Git, &json).unwrap() else {
            panic!("not Git")
        };
        assert_eq!(settings.host_key.as_deref(), Some(key));
    }
}
