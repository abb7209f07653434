//! Publishes releases of sites: folder, ZIP, S3-compatible storage, SFTP, Netlify and Cloudflare Pages. Changes files of
//! existing websites where they are: see [`access`].
//!
//! Life of a deploy: [`Target::publish`] uploads what is missing, [`Target::verify`] reads a sample back,
//! [`Target::activate`] switches visitors, and [`Target::verify`] compares what visitors get. Each step can be repeated
//! after a crash at any byte. A rollback is [`Target::activate`] with the [`Remote`] of an older release; it uploads
//! nothing.
//!
//! | target | place of a release | switch |
//! |---|---|---|
//! | folder | `releases/<id>` | symlink `current`, replaced by a rename: atomic |
//! | SFTP | `releases/<id>` | symlink `current`, replaced by a rename: atomic |
//! | S3 | `.motherlode/blobs/<sha256>` | copies inside the bucket: **not atomic**, see `s3` |
//! | Netlify, Cloudflare Pages | a deploy of the service | by the service, atomic, at the end of the upload |
//!
//! To add a target: its settings in `settings/`, its folder with the five operations, and its arm in `target.rs`.
//!
//! This crate stores nothing: the caller keeps the settings, the secrets (encrypted) and the [`Remote`] of each release.

pub mod access;

mod blobs;
mod cloudflare;
mod environment;
mod error;
mod folder;
mod http;
mod netlify;
mod owner;
mod progress;
mod release;
mod remote;
mod s3;
mod secret;
mod settings;
mod sftp;
mod target;
mod verify;
mod work;
mod zip;

pub use blobs::{BlobError, Blobs, MemoryBlobs};
pub use environment::{Environment, Limits};
pub use error::{Retry, TargetError};
pub use progress::{Phase, Progress, Silent, Step};
pub use release::{MOST_BYTES, MOST_FILES, Release, ReleaseError, ReleaseFile, SiteKey};
pub use remote::{Activated, Published, Remote, RemoteFile, Stage, Tested, Verified};
pub use secret::{SEALED_FIELD, Secret, Secrets};
pub use settings::{
    CloudflareSettings, FieldError, FieldErrors, FolderSettings, NetlifySettings, S3Settings, Settings, SftpSettings,
    TargetKind,
};
pub use target::Target;
pub use zip::zip;
