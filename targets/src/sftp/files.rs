//! Operations on files of the server.

use futures::{
    FutureExt as _, StreamExt as _, TryStreamExt as _,
    future::{BoxFuture, ready},
    stream,
};
use russh_sftp::{
    client::error::Error,
    protocol::{FileAttributes, OpenFlags, Packet, StatusCode},
};

use super::{connect::Connection, error};
use crate::TargetError;

/// Bytes of a request that every server accepts.
const CHUNK: usize = 32 << 10;
/// Requests of one file at the same time.
const AT_ONCE: usize = 16;
/// Deepest folder that is removed.
const DEEPEST: usize = 400;
/// Maximum number of entries of a folder.
const MOST_ENTRIES: usize = 100_000;
/// Extension: a rename that replaces its target in one step.
pub(super) const RENAME: &str = "posix-rename@openssh.com";
const FSYNC: &str = "fsync@openssh.com";
const HARDLINK: &str = "hardlink@openssh.com";
const STATVFS: &str = "statvfs@openssh.com";

impl Connection {
    fn failed(&self, path: &str) -> impl Fn(Error) -> TargetError {
        move |error| error::sftp(&self.host, path, &error)
    }

    /// Returns what is at a path, without following a symlink; `None` if there is nothing.
    pub(super) async fn find(&self, path: &str) -> Result<Option<FileAttributes>, TargetError> {
        match self.sftp.lstat(path).await {
            Ok(found) => Ok(Some(found.attrs)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(self.failed(path)(error)),
        }
    }

    /// Returns what is at a path, after following symlinks; `None` if there is nothing.
    pub(super) async fn stat(&self, path: &str) -> Result<Option<FileAttributes>, TargetError> {
        match self.sftp.stat(path).await {
            Ok(found) => Ok(Some(found.attrs)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(self.failed(path)(error)),
        }
    }

    /// Returns the absolute path without symlinks.
    pub(super) async fn real_path(&self, path: &str) -> Result<String, TargetError> {
        let found = self.sftp.realpath(path).await.map_err(self.failed(path))?;
        let real = found.files.into_iter().next().map(|file| file.filename);
        // A hostile server could answer with anything.
        let is_plain = |path: &String| path.starts_with('/') && !path.split('/').any(|name| matches!(name, "." | ".."));
        real.filter(is_plain).ok_or_else(|| TargetError::Missing(format!("{path} on {}", self.host)))
    }

    /// Sets the permission bits of a file, where they are known.
    pub(super) async fn set_mode(&self, path: &str, mode: Option<u32>) -> Result<(), TargetError> {
        let Some(mode) = mode else { return Ok(()) };
        let attributes = FileAttributes { permissions: Some(mode), ..FileAttributes::empty() };
        self.sftp.setstat(path, attributes).await.map(drop).map_err(self.failed(path))
    }

    /// Renames a file to a name that nothing may have: the rename of the protocol never replaces.
    pub(super) async fn rename_new(&self, from: &str, to: &str) -> Result<(), TargetError> {
        self.sftp.rename(from, to).await.map(drop).map_err(self.failed(to))
    }

    /// Creates a folder if it does not exist, and the folders above it.
    pub(super) async fn create_folders(&self, path: &str) -> Result<(), TargetError> {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        for part in ends.filter_map(|end| path.get(..end)).filter(|part| !part.is_empty()) {
            self.create_folder(part).await?;
        }
        Ok(())
    }

    /// Creates a folder if it does not exist.
    pub(super) async fn create_folder(&self, path: &str) -> Result<(), TargetError> {
        let Err(error) = self.sftp.mkdir(path, FileAttributes::empty()).await else { return Ok(()) };
        // Servers report an existing folder as a failure without a reason.
        match self.sftp.stat(path).await {
            Ok(found) if found.attrs.file_type().is_dir() => Ok(()),
            Ok(_) => Err(TargetError::InTheWay(format!("{path} on {}", self.host))),
            Err(_) => Err(self.explain(path, error).await),
        }
    }

    /// Writes a file, lasting where the server can.
    pub(super) async fn write(&self, path: &str, bytes: &[u8]) -> Result<(), TargetError> {
        let flags = OpenFlags::CREATE | OpenFlags::TRUNCATE | OpenFlags::WRITE;
        let opened = self.sftp.open(path, flags, FileAttributes::empty()).await;
        let handle = match opened {
            Ok(opened) => opened.handle,
            Err(error) => return Err(self.explain(path, error).await),
        };
        let handle = handle.as_str();
        let chunks = bytes.chunks(CHUNK).enumerate();
        let chunks: Vec<BoxFuture<'_, _>> = chunks
            .map(|(number, chunk)| self.sftp.write(handle, (number * CHUNK) as u64, chunk.to_vec()).boxed())
            .collect();
        let mut written = stream::iter(chunks).buffered(AT_ONCE).try_for_each(|_| ready(Ok(()))).await;
        if written.is_ok() && self.offers(FSYNC) {
            written = self.sftp.fsync(handle).await.map(drop);
        }
        let closed = self.sftp.close(handle).await.map(drop);
        match written.and(closed) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.explain(path, error).await),
        }
    }

    /// Reads a file of at most so many bytes; `None` if it does not exist or is longer.
    pub(super) async fn read(&self, path: &str, most: u64) -> Result<Option<Vec<u8>>, TargetError> {
        let handle = match self.sftp.open(path, OpenFlags::READ, FileAttributes::empty()).await {
            Ok(opened) => opened.handle,
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(self.failed(path)(error)),
        };
        let read = self.read_all(&handle, path, most).await;
        // Nothing depends on it: the server closes what a client leaves open.
        let _ = self.sftp.close(handle.as_str()).await;
        read
    }

    async fn read_all(&self, handle: &str, path: &str, most: u64) -> Result<Option<Vec<u8>>, TargetError> {
        let mut bytes = Vec::new();
        loop {
            match self.sftp.read(handle, bytes.len() as u64, CHUNK as u32).await {
                Ok(piece) if piece.data.is_empty() => return Ok(Some(bytes)),
                Ok(piece) => bytes.extend_from_slice(&piece.data),
                Err(Error::Status(status)) if status.status_code == StatusCode::Eof => return Ok(Some(bytes)),
                Err(error) => return Err(self.failed(path)(error)),
            }
            if bytes.len() as u64 > most {
                return Ok(None);
            }
        }
    }

    /// Renames a file or folder to a name that nothing has.
    pub(super) async fn rename(&self, from: &str, to: &str) -> Result<(), TargetError> {
        if self.offers(RENAME) {
            return self.replace(from, to).await;
        }
        self.sftp.rename(from, to).await.map(drop).map_err(self.failed(to))
    }

    /// Renames a file or symlink and replaces what has the name, in one step.
    pub(super) async fn replace(&self, from: &str, to: &str) -> Result<(), TargetError> {
        let mut data = Vec::new();
        for path in [from, to] {
            data.extend_from_slice(&u32::try_from(path.len()).unwrap_or(0).to_be_bytes());
            data.extend_from_slice(path.as_bytes());
        }
        match self.sftp.extended(RENAME, data).await {
            Ok(Packet::Status(status)) if status.status_code == StatusCode::Ok => Ok(()),
            Ok(Packet::Status(status)) => Err(self.failed(to)(Error::Status(status))),
            Ok(_) => Err(self.failed(to)(Error::UnexpectedPacket)),
            Err(error) => Err(self.failed(to)(error)),
        }
    }

    /// Links a file of the server under a second name; returns false if it cannot.
    pub(super) async fn link(&self, from: &str, to: &str) -> Result<bool, TargetError> {
        if !self.offers(HARDLINK) {
            return Ok(false);
        }
        match self.sftp.hardlink(from, to).await {
            Ok(_) => Ok(true),
            Err(Error::Status(_)) => Ok(false),
            Err(error) => Err(self.failed(to)(error)),
        }
    }

    /// Creates a symlink.
    pub(super) async fn symlink(&self, target: &str, link: &str) -> Result<(), TargetError> {
        // OpenSSH expects the target first, against the draft of the protocol, and others follow it.
        let Err(error) = self.sftp.symlink(target, link).await else { return Ok(()) };
        match error {
            Error::Status(_) => Err(TargetError::Unsupported {
                place: self.host.clone(),
                feature: "symbolic links",
                advice: "Allow them for this user, or use another kind of target.",
            }),
            other => Err(self.failed(link)(other)),
        }
    }

    /// Returns the target of a symlink; `None` if there is none.
    pub(super) async fn read_link(&self, path: &str) -> Result<Option<String>, TargetError> {
        match self.sftp.readlink(path).await {
            Ok(found) => Ok(found.files.into_iter().next().map(|file| file.filename)),
            Err(Error::Status(_)) => Ok(None),
            Err(error) => Err(self.failed(path)(error)),
        }
    }

    /// Removes a file or a symlink, if there is one.
    pub(super) async fn remove_file(&self, path: &str) -> Result<(), TargetError> {
        match self.sftp.remove(path).await {
            Err(error) if !is_missing(&error) => Err(self.failed(path)(error)),
            _ => Ok(()),
        }
    }

    /// Removes an empty folder; returns false if it is not empty or does not exist.
    pub(super) async fn remove_folder(&self, path: &str) -> Result<bool, TargetError> {
        match self.sftp.rmdir(path).await {
            Ok(_) => Ok(true),
            Err(Error::Status(_)) => Ok(false),
            Err(error) => Err(self.failed(path)(error)),
        }
    }

    /// Lists a folder: names and what they are, without `.` and `..`. A folder that does not exist is empty.
    pub(super) async fn list(&self, path: &str) -> Result<Vec<(String, FileAttributes)>, TargetError> {
        let handle = match self.sftp.opendir(path).await {
            Ok(opened) => opened.handle,
            Err(error) if is_missing(&error) => return Ok(Vec::new()),
            Err(error) => return Err(self.failed(path)(error)),
        };
        let mut found = Vec::new();
        let end = loop {
            match self.sftp.readdir(handle.as_str()).await {
                Ok(_) if found.len() > MOST_ENTRIES => {
                    break Err(TargetError::InTheWay(format!("{path} on {} with too many entries", self.host)));
                }
                Ok(names) => found.extend(names.files.into_iter().map(|file| (file.filename, file.attrs))),
                Err(Error::Status(status)) if status.status_code == StatusCode::Eof => break Ok(()),
                Err(error) => break Err(self.failed(path)(error)),
            }
        };
        let _ = self.sftp.close(handle.as_str()).await;
        end?;
        // A hostile server could name a path.
        found.retain(|(name, _)| !matches!(name.as_str(), "" | "." | "..") && !name.contains('/'));
        Ok(found)
    }

    /// Removes a folder with all that it has; symlinks are removed, not followed.
    pub(super) async fn remove_tree(&self, path: &str) -> Result<(), TargetError> {
        let mut stack = vec![path.to_owned()];
        while let Some(folder) = stack.last().cloned() {
            if stack.len() > DEEPEST {
                return Err(TargetError::InTheWay(format!("{path} on {}", self.host)));
            }
            let (folders, files): (Vec<_>, Vec<_>) =
                self.list(&folder).await?.into_iter().partition(|(_, found)| found.file_type().is_dir());
            for (name, _) in files {
                self.remove_file(&format!("{folder}/{name}")).await?;
            }
            if let Some((name, _)) = folders.first() {
                stack.push(format!("{folder}/{name}"));
                continue;
            }
            if !self.remove_folder(&folder).await? && self.find(&folder).await?.is_some() {
                return Err(TargetError::Permission {
                    place: format!("{folder} on {}", self.host),
                    message: String::new(),
                });
            }
            stack.pop();
        }
        Ok(())
    }

    /// Finds the reason of a failure that the server does not name: a full disk.
    async fn explain(&self, path: &str, error: Error) -> TargetError {
        let known = self.failed(path)(error);
        if !matches!(known, TargetError::Storage { .. }) || !self.offers(STATVFS) {
            return known;
        }
        let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
        match self.sftp.statvfs(if folder.is_empty() { "/" } else { folder }).await {
            Ok(space) if space.blocks_avail == 0 || (space.inodes > 0 && space.inodes_avail == 0) => {
                TargetError::Full { place: format!("{path} on {}", self.host), message: String::new() }
            }
            _ => known,
        }
    }
}

fn is_missing(error: &Error) -> bool {
    matches!(error, Error::Status(status) if status.status_code == StatusCode::NoSuchFile)
}
