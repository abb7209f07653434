//! The files that a web server serves from a folder of an SFTP server.
//!
//! A symbolic link is followed if it stays inside the folder: its real path counts. A file is replaced by a rename
//! (extension posix-rename@openssh.com), so that visitors get the old or the new bytes, and its mode stays. Between the
//! last comparison and the rename is a moment in which the change of somebody else would be lost: SFTP has no rename on
//! condition.

use std::sync::Arc;

use futures::{FutureExt as _, future::BoxFuture};
use tokio::sync::Mutex;

use super::{Sftp, connect::Connection, files::RENAME, test};
use crate::{
    Environment, Retry, SftpSettings, TargetError,
    access::{
        AccessSettings, AccessTested, Listing, LiveFile,
        file::{Item, LONGEST_FILE, Need, Temporary, check_path, check_size, compare, join, parent, walk},
    },
    blobs::sha256,
    secret::SftpSecrets,
};

/// The files of a folder of an SFTP server. One connection serves all operations.
pub(crate) struct SftpFiles {
    sftp: Sftp,
    session: Mutex<Option<Arc<Session>>>,
}

/// A connection and the real path of the folder.
struct Session {
    connection: Connection,
    root: String,
}

/// A file and what stays when it is replaced.
struct Found {
    /// Path without symbolic links.
    real: String,
    file: LiveFile,
    /// Permission bits.
    mode: Option<u32>,
}

impl SftpFiles {
    pub(crate) fn new(settings: SftpSettings, secrets: SftpSecrets, environment: Environment) -> Self {
        Self { sftp: Sftp::new(settings, secrets, environment), session: Mutex::default() }
    }

    /// Connects and tries what a change does; returns the settings with the host key at the first time.
    pub(crate) async fn test(&self) -> Result<AccessTested, TargetError> {
        let session = Session::start(self.sftp.connect().await?, &self.sftp.settings.path).await?;
        session.needs_rename()?;
        test::test(&session.connection, &session.root).await?;
        let (host, key) = (&session.connection.host, session.connection.host_key.clone());
        let detail = format!("Files in {} on {host} can be read and written. Its host key is {key}.", session.root);
        let is_new = self.sftp.settings.host_key.is_none();
        let settings = SftpSettings { host_key: Some(key), ..self.sftp.settings.clone() };
        Ok(AccessTested { detail, settings: is_new.then_some(AccessSettings::Sftp(settings)) })
    }

    pub(crate) async fn list(&self, folder: &str, most: usize) -> Result<Listing, TargetError> {
        self.with(|session| async move { session.list(folder, most).await }.boxed()).await
    }

    pub(crate) async fn read(&self, path: &str) -> Result<Option<LiveFile>, TargetError> {
        let read = |session: Arc<Session>| async move { session.find(path).await }.boxed();
        Ok(self.with(read).await?.map(|found| found.file))
    }

    pub(crate) async fn replace(&self, path: &str, bytes: &[u8], expected: &str) -> Result<String, TargetError> {
        self.with(|session| async move { session.replace(path, bytes, expected).await }.boxed()).await
    }

    pub(crate) async fn create(&self, path: &str, bytes: &[u8]) -> Result<String, TargetError> {
        self.with(|session| async move { session.create(path, bytes).await }.boxed()).await
    }

    pub(crate) async fn remove(&self, path: &str, expected: &str) -> Result<(), TargetError> {
        self.with(|session| async move { session.remove(path, expected).await }.boxed()).await
    }

    /// Works with the open connection, and once more with a new one if it broke since the last operation.
    async fn with<'a, T>(
        &'a self, work: impl Fn(Arc<Session>) -> BoxFuture<'a, Result<T, TargetError>>,
    ) -> Result<T, TargetError> {
        let kept = self.session.lock().await.take();
        if let Some(session) = kept {
            match work(session.clone()).await {
                Err(error) if error.retry() != Retry::No => {}
                result => return self.keep(session, result).await,
            }
        }
        let session = Arc::new(Session::start(self.sftp.known_server().await?, &self.sftp.settings.path).await?);
        let result = work(session.clone()).await;
        self.keep(session, result).await
    }

    /// Keeps the connection for the next operation, unless it broke.
    async fn keep<T>(&self, session: Arc<Session>, result: Result<T, TargetError>) -> Result<T, TargetError> {
        if !result.as_ref().is_err_and(|error| error.retry() != Retry::No) {
            *self.session.lock().await = Some(session);
        }
        result
    }
}

impl Session {
    async fn start(connection: Connection, path: &str) -> Result<Self, TargetError> {
        let is_folder = connection.stat(path).await?.is_some_and(|found| found.file_type().is_dir());
        if !is_folder {
            return Err(TargetError::Missing(format!("The folder {path} on {}", connection.host)));
        }
        let root = connection.real_path(path).await?;
        Ok(Self { connection, root })
    }

    fn shown(&self, path: &str) -> String {
        format!("{} on {}", join(&self.root, path), self.connection.host)
    }

    fn needs_rename(&self) -> Result<(), TargetError> {
        if self.connection.offers(RENAME) {
            return Ok(());
        }
        Err(TargetError::Unsupported {
            place: self.connection.host.clone(),
            feature: "a rename that replaces a file in one step (posix-rename@openssh.com)",
            advice: "Use a server with OpenSSH, or another kind of access.",
        })
    }

    /// Returns the real path of what is at a path; `None` if there is nothing.
    async fn resolve(&self, path: &str) -> Result<Option<String>, TargetError> {
        let full = join(&self.root, path);
        if self.connection.find(&full).await?.is_none() {
            return Ok(None);
        }
        let real = self.connection.real_path(&full).await?;
        let inside = real.strip_prefix(self.root.trim_end_matches('/'));
        if inside.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
            return Ok(Some(real));
        }
        Err(TargetError::Path(path.to_owned()))
    }

    /// Returns a regular file inside the folder; `None` if there is none.
    async fn find(&self, path: &str) -> Result<Option<Found>, TargetError> {
        let (Some(real), place) = (self.resolve(path).await?, self.shown(path)) else { return Ok(None) };
        let Some(stat) = self.connection.stat(&real).await? else { return Err(TargetError::InTheWay(place)) };
        if !stat.file_type().is_file() {
            return Err(TargetError::InTheWay(place));
        }
        check_size(&place, stat.size.unwrap_or(0))?;
        let too_large = || TargetError::TooLarge { place: place.clone(), most: LONGEST_FILE };
        let bytes = self.connection.read(&real, LONGEST_FILE).await?.ok_or_else(too_large)?;
        let mode = stat.permissions.map(|mode| mode & 0o7777);
        Ok(Some(Found { real, file: LiveFile::new(bytes), mode }))
    }

    async fn list(&self, folder: &str, most: usize) -> Result<Listing, TargetError> {
        walk(folder, most, |folder| self.items(folder).boxed()).await
    }

    async fn items(&self, folder: String) -> Result<Vec<(String, Item)>, TargetError> {
        if !folder.is_empty() {
            check_path(&folder)?;
        }
        let Some(real) = self.resolve(&folder).await? else { return Ok(Vec::new()) };
        let found = self.connection.list(&real).await?;
        let item = |(name, found): (String, russh_sftp::protocol::FileAttributes)| {
            let kind = found.file_type();
            let item = if kind.is_dir() { Some(Item::Folder) } else { None };
            item.or_else(|| kind.is_file().then(|| Item::File(found.size.unwrap_or(0)))).map(|item| (name, item))
        };
        Ok(found.into_iter().filter_map(item).collect())
    }

    async fn replace(&self, path: &str, bytes: &[u8], expected: &str) -> Result<String, TargetError> {
        self.needs_rename()?;
        let (found, wanted) = (self.find(path).await?, sha256(bytes));
        let need = |found: Option<&Found>| {
            let version = found.map(|found| found.file.version.as_str());
            compare(&self.shown(path), version, Some(expected), Some(&wanted))
        };
        let (Need::Change, Some(found)) = (need(found.as_ref())?, found) else { return Ok(wanted) };
        let temporary = self.write(path, &found.real, bytes, &wanted, found.mode).await?;
        // Again, since the write took time.
        let again = self.find(path).await.and_then(|found| need(found.as_ref()));
        let replaced = match again {
            Ok(_) => self.connection.replace(&temporary, &found.real).await,
            Err(error) => Err(error),
        };
        self.or_clear(replaced, &temporary).await?;
        Ok(wanted)
    }

    async fn create(&self, path: &str, bytes: &[u8]) -> Result<String, TargetError> {
        let wanted = sha256(bytes);
        if self.need_of_new(path, &wanted).await? == Need::Nothing {
            return Ok(wanted);
        }
        let folder = self.create_folders(parent(path)).await?;
        let name = path.rsplit('/').next().unwrap_or(path);
        let real = format!("{}/{name}", folder.trim_end_matches('/'));
        let temporary = self.write(path, &real, bytes, &wanted, None).await?;
        let Err(error) = self.connection.rename_new(&temporary, &real).await else { return Ok(wanted) };
        // Servers do not name the reason; it may be a file that somebody else created in the meantime.
        let result = match self.need_of_new(path, &wanted).await {
            Ok(Need::Change) => Err(error),
            Ok(Need::Nothing) => Ok(()),
            Err(changed) => Err(changed),
        };
        self.connection.remove_file(&temporary).await?;
        result.map(|()| wanted)
    }

    async fn need_of_new(&self, path: &str, wanted: &str) -> Result<Need, TargetError> {
        let found = self.find(path).await?.map(|found| found.file.version);
        compare(&self.shown(path), found.as_deref(), None, Some(wanted))
    }

    /// Creates a folder and those above it, and returns its real path.
    async fn create_folders(&self, folder: &str) -> Result<String, TargetError> {
        let ends = folder.match_indices('/').map(|(at, _)| at).chain([folder.len()]);
        let mut real = self.root.clone();
        for part in ends.filter_map(|end| folder.get(..end)).filter(|part| !part.is_empty()) {
            let name = part.rsplit('/').next().unwrap_or(part);
            self.connection.create_folder(&format!("{}/{name}", real.trim_end_matches('/'))).await?;
            real = self.resolve(part).await?.ok_or_else(|| TargetError::Missing(self.shown(part)))?;
        }
        Ok(real)
    }

    async fn remove(&self, path: &str, expected: &str) -> Result<(), TargetError> {
        let found = self.find(path).await?;
        let version = found.as_ref().map(|found| found.file.version.as_str());
        let need = compare(&self.shown(path), version, Some(expected), None)?;
        match found {
            Some(found) if need == Need::Change => self.connection.remove_file(&found.real).await,
            _ => Ok(()),
        }
    }

    /// Writes the bytes beside the file, and removes what interrupted attempts left there.
    async fn write(
        &self, path: &str, real: &str, bytes: &[u8], version: &str, mode: Option<u32>,
    ) -> Result<String, TargetError> {
        let (folder, names) = (parent(real), Temporary::new(path, version));
        for (name, _) in self.connection.list(if folder.is_empty() { "/" } else { folder }).await? {
            if names.is_left_over(&name) {
                self.connection.remove_file(&format!("{folder}/{name}")).await?;
            }
        }
        let temporary = format!("{folder}/{}", names.name);
        self.connection.remove_file(&temporary).await?;
        let written = match self.connection.write(&temporary, bytes).await {
            Ok(()) => self.connection.set_mode(&temporary, mode).await,
            Err(error) => Err(error),
        };
        self.or_clear(written, &temporary).await?;
        Ok(temporary)
    }

    /// Removes a temporary file after a failure, where the connection still works.
    async fn or_clear(&self, result: Result<(), TargetError>, temporary: &str) -> Result<(), TargetError> {
        if result.as_ref().is_err_and(|error| error.retry() == Retry::No) {
            let _ = self.connection.remove_file(temporary).await;
        }
        result
    }
}
