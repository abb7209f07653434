//! Settings of each kind of target: typed, and checked field by field.

mod cloudflare;
mod folder;
mod netlify;
mod s3;
mod sftp;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use url::Url;

pub use self::{
    cloudflare::CloudflareSettings, folder::FolderSettings, netlify::NetlifySettings, s3::S3Settings,
    sftp::SftpSettings,
};

/// Placeholder for the slug of the site.
pub(crate) const SITE: &str = "{site}";
/// Longest setting in bytes.
const LONGEST: usize = 1_024;

/// Kind of target. Its word is stored and never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// Folder of this machine.
    Folder,
    /// S3-compatible storage.
    S3,
    /// SFTP server.
    Sftp,
    /// Netlify.
    Netlify,
    /// Cloudflare Pages.
    CloudflarePages,
}

impl TargetKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Folder, Self::S3, Self::Sftp, Self::Netlify, Self::CloudflarePages];

    /// Returns the word that is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::S3 => "s3",
            Self::Sftp => "sftp",
            Self::Netlify => "netlify",
            Self::CloudflarePages => "cloudflare_pages",
        }
    }
}

impl FromStr for TargetKind {
    type Err = FieldErrors;

    fn from_str(text: &str) -> Result<Self, FieldErrors> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or_else(|| {
            let mut problems = Problems::default();
            problems.add("kind", "Choose folder, s3, sftp, netlify or cloudflare_pages.");
            FieldErrors(problems.0)
        })
    }
}

/// Settings of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settings {
    /// Folder of this machine.
    Folder(FolderSettings),
    /// S3-compatible storage.
    S3(S3Settings),
    /// SFTP server.
    Sftp(SftpSettings),
    /// Netlify.
    Netlify(NetlifySettings),
    /// Cloudflare Pages.
    CloudflarePages(CloudflareSettings),
}

impl Settings {
    /// Reads the settings of a kind of target.
    ///
    /// # Errors
    /// Returns [`FieldErrors`] with every field that is missing, unknown or wrong.
    pub fn parse(kind: TargetKind, json: &Value) -> Result<Self, FieldErrors> {
        let mut problems = Problems::default();
        let settings = match kind {
            TargetKind::Folder => Self::Folder(decode::<FolderSettings>(json)?.checked(&mut problems)),
            TargetKind::S3 => Self::S3(decode::<S3Settings>(json)?.checked(&mut problems)),
            TargetKind::Sftp => Self::Sftp(decode::<SftpSettings>(json)?.checked(&mut problems)),
            TargetKind::Netlify => Self::Netlify(decode::<NetlifySettings>(json)?.checked(&mut problems)),
            TargetKind::CloudflarePages => {
                Self::CloudflarePages(decode::<CloudflareSettings>(json)?.checked(&mut problems))
            }
        };
        problems.finish()?;
        Ok(settings)
    }

    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> TargetKind {
        match self {
            Self::Folder(_) => TargetKind::Folder,
            Self::S3(_) => TargetKind::S3,
            Self::Sftp(_) => TargetKind::Sftp,
            Self::Netlify(_) => TargetKind::Netlify,
            Self::CloudflarePages(_) => TargetKind::CloudflarePages,
        }
    }

    /// Returns the JSON to store.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let json = match self {
            Self::Folder(settings) => serde_json::to_value(settings),
            Self::S3(settings) => serde_json::to_value(settings),
            Self::Sftp(settings) => serde_json::to_value(settings),
            Self::Netlify(settings) => serde_json::to_value(settings),
            Self::CloudflarePages(settings) => serde_json::to_value(settings),
        };
        json.unwrap_or_default()
    }

    /// Returns the public address of a site, where the settings name one.
    #[must_use]
    pub fn public_url(&self, slug: &str) -> Option<String> {
        let url = match self {
            Self::Folder(settings) => settings.public_url.as_ref(),
            Self::S3(settings) => settings.public_url.as_ref(),
            Self::Sftp(settings) => settings.public_url.as_ref(),
            Self::Netlify(settings) => settings.public_url.as_ref(),
            Self::CloudflarePages(settings) => settings.public_url.as_ref(),
        };
        url.map(|url| fill(url, slug))
    }
}

/// Replaces the placeholder by the slug of a site.
pub(crate) fn fill(template: &str, slug: &str) -> String {
    template.replace(SITE, slug)
}

/// A field that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// Name of the field, as in the JSON.
    pub field: String,
    /// What is wrong and what to enter.
    pub detail: String,
}

/// The fields that are wrong; at least one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct FieldErrors(pub Vec<FieldError>);

impl fmt::Display for FieldErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(|error| format!("{}: {}", error.field, error.detail)).collect();
        f.write_str(&texts.join(" "))
    }
}

/// Collects wrong fields.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<FieldError>);

impl Problems {
    pub(crate) fn add(&mut self, field: &str, detail: &str) {
        self.0.push(FieldError { field: field.to_owned(), detail: detail.to_owned() });
    }

    pub(crate) fn finish(self) -> Result<(), FieldErrors> {
        if self.0.is_empty() { Ok(()) } else { Err(FieldErrors(self.0)) }
    }

    /// Checks a text that is needed: one line of limited length.
    pub(crate) fn text(&mut self, field: &str, text: &str) -> bool {
        let detail = match () {
            () if text.is_empty() => "Enter it.",
            () if text.len() > LONGEST => "It may have at most 1,024 characters.",
            () if text.chars().any(char::is_control) => "It has a line break or another control character.",
            () => return true,
        };
        self.add(field, detail);
        false
    }

    /// Checks an HTTP address without credentials, query and fragment; `{site}` may appear in it.
    pub(crate) fn url(&mut self, field: &str, url: &str) {
        if !self.text(field, url) {
            return;
        }
        let is_plain = |url: &Url| {
            let has_user = !url.username().is_empty() || url.password().is_some();
            matches!(url.scheme(), "http" | "https") && !has_user && url.query().is_none() && url.fragment().is_none()
        };
        if !Url::parse(&fill(url, "site")).is_ok_and(|url| is_plain(&url)) {
            self.add(field, "Enter an address such as https://www.example.com, without user name, ? and #.");
        }
    }

    /// Checks a path of `/`-separated names; `{site}` may appear in it.
    pub(crate) fn path(&mut self, field: &str, path: &str) {
        if !self.text(field, path) {
            return;
        }
        let mut names = path.trim_matches('/').split('/');
        if path.contains('\\') || names.any(|name| matches!(name, "" | "." | "..")) {
            self.add(field, "Enter names divided by single slashes, without . and .. and backslashes.");
        }
    }

    /// Checks how many releases are kept.
    fn keep(&mut self, keep: u32) {
        if !(1..=100).contains(&keep) {
            self.add("keep", "Enter a number from 1 to 100.");
        }
    }
}

/// How many releases are kept unless the settings name a number.
const fn keep() -> u32 {
    5
}

/// Reads a JSON object; errors name the field and never contain a value.
pub(crate) fn decode<T: DeserializeOwned>(json: &Value) -> Result<T, FieldErrors> {
    T::deserialize(json).map_err(|error| {
        let text = error.to_string();
        // serde names the field in backticks, except where a value has the wrong type.
        let field = text.split('`').nth(1).filter(|_| text.contains("field"));
        let mut problems = Problems::default();
        match field {
            Some(field) if text.starts_with("unknown") => problems.add(field, "There is no such setting."),
            Some(field) => problems.add(field, "Enter it."),
            None => problems.add(&wrong_type::<T>(json), "It has the wrong type or is out of range."),
        }
        FieldErrors(problems.0)
    })
}

/// Returns the field whose value has the wrong type: the one whose removal changes the error.
fn wrong_type<T: DeserializeOwned>(json: &Value) -> String {
    let message = |json: &Value| T::deserialize(json).err().map(|error| error.to_string());
    let (Some(object), whole) = (json.as_object(), message(json)) else { return "settings".to_owned() };
    let is_wrong = |name: &&String| {
        let mut rest = object.clone();
        rest.remove(name.as_str());
        message(&Value::Object(rest)) != whole
    };
    object.keys().find(is_wrong).cloned().unwrap_or_else(|| "settings".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(kind: TargetKind, json: &Value) -> Vec<String> {
        let errors = Settings::parse(kind, json).unwrap_err();
        errors.0.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn settings_of_every_kind_survive_storage() {
        for (kind, json) in [
            (
                TargetKind::Folder,
                json!({"path": "/srv/www/{site}", "publicUrl": "https://{site}.example.com", "keep": 3}),
            ),
            (TargetKind::S3, json!({"region": "eu-west-1", "bucket": "my-bucket", "prefix": "/a/{site}"})),
            (TargetKind::Sftp, json!({"host": "example.com", "user": "web", "path": "www/{site}"})),
            (TargetKind::Netlify, json!({})),
            (TargetKind::CloudflarePages, json!({"accountId": "0".repeat(32)})),
        ] {
            assert_eq!(kind.as_str().parse::<TargetKind>().unwrap(), kind);
            let settings = Settings::parse(kind, &json).unwrap();
            assert_eq!(settings.kind(), kind);
            assert_eq!(Settings::parse(kind, &settings.to_json()).unwrap(), settings);
        }
        let errors = "ftp".parse::<TargetKind>().unwrap_err();
        assert_eq!(errors.0[0].field, "kind");
    }

    #[test]
    fn wrong_fields_are_named() {
        use TargetKind::{CloudflarePages, Folder, Netlify, S3, Sftp};
        for (kind, json, field) in [
            (Folder, json!({}), "path"),
            (Folder, json!({"path": "relative"}), "path"),
            (Folder, json!({"path": "/srv/../etc"}), "path"),
            (Folder, json!({"path": "/srv/a", "keep": 0}), "keep"),
            (Folder, json!({"path": "/srv/a", "keep": "5"}), "keep"),
            (Folder, json!({"path": "/srv/a", "keep": -5}), "keep"),
            (Folder, json!({"path": 5}), "path"),
            (Folder, json!({"path": "/srv/a", "publicUrl": "ftp://a"}), "publicUrl"),
            (Folder, json!({"path": "/srv/a", "token": "x"}), "token"),
            (S3, json!({"region": "eu", "bucket": "a/b"}), "bucket"),
            (S3, json!({"region": "eu west", "bucket": "bucket"}), "region"),
            (S3, json!({"region": "eu", "bucket": "bucket", "prefix": "a/../b"}), "prefix"),
            (S3, json!({"region": "eu", "bucket": "bucket", "endpoint": "https://u:p@a.com"}), "endpoint"),
            (S3, json!({"region": "eu", "bucket": "bucket", "endpoint": "https://a.com/path"}), "endpoint"),
            (S3, json!({"region": "eu", "bucket": "bucket", "secretAccessKey": "x"}), "secretAccessKey"),
            (Sftp, json!({"host": "a b", "user": "u", "path": "p"}), "host"),
            (Sftp, json!({"host": "a", "user": "", "path": "p"}), "user"),
            (Sftp, json!({"host": "a", "user": "u", "path": "p", "port": 0}), "port"),
            (Sftp, json!({"host": "a", "user": "u", "path": "p", "port": 70000}), "port"),
            (Sftp, json!({"host": "a", "user": "u", "path": "p", "hostKey": "MD5:00"}), "hostKey"),
            (Netlify, json!({"site": "My Site"}), "site"),
            (Netlify, json!({"apiUrl": "https://a.com/?x"}), "apiUrl"),
            (CloudflarePages, json!({"accountId": "../x"}), "accountId"),
            (CloudflarePages, json!({"accountId": "abc", "project": "a/b"}), "project"),
            (CloudflarePages, json!({"accountId": "abc", "branch": "a b"}), "branch"),
        ] {
            assert_eq!(fields(kind, &json), [field], "{json}");
        }
        assert_eq!(fields(S3, &json!({"region": "", "bucket": ""})), ["region", "bucket"]);
        assert_eq!(fields(Folder, &json!([])), ["settings"]);
    }
}
