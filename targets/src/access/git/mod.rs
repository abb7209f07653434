//! A branch of a Git repository.
//!
//! The program `git` runs as a subprocess, and `ssh` for SSH. Each access has a bare repository in a temporary folder with
//! the newest commit only. There is no working tree: files are read from Git's objects and commits are made of objects,
//! so that no filter, attribute, hook or symbolic link of the repository has an effect.
//!
//! A push names the commit that the branch must have (`--force-with-lease`), so that it never overwrites what somebody
//! else pushed. Repeating a commit that was pushed, but whose answer was lost, finds the files as wanted and pushes
//! nothing. What may go wrong with foreign programs is in `run`, and with foreign servers in `connect`.

mod address;
mod commit;
mod connect;
mod error;
mod place;
mod repository;
mod run;

use tokio::sync::Mutex;

pub(super) use self::address::Address;
use self::{address::Way, connect::Connection, place::WorkFolder, repository::Repository};
use super::{AccessSettings, AccessTested, Entry, FileChange, GitSecrets, GitSettings, Listing, LiveFile, file};
use crate::{Environment, TargetError};

/// How long a fetched state serves reads, in seconds. A commit always fetches.
const FRESH: i64 = 10;

/// A branch of a Git repository.
pub(super) struct GitFiles {
    settings: GitSettings,
    secrets: GitSecrets,
    address: Address,
    environment: Environment,
    repository: Mutex<Option<Repository>>,
}

impl GitFiles {
    pub(super) fn new(
        settings: GitSettings, secrets: GitSecrets, environment: Environment,
    ) -> Result<Self, TargetError> {
        let address = Address::parse(&settings.url).map_err(|detail| TargetError::setting("url", detail))?;
        match (address.way, &secrets.token) {
            (Way::Ssh, Some(_)) => {
                return Err(TargetError::setting("privateKey", "Enter a private key: the address is one of SSH."));
            }
            (Way::Https | Way::Http, None) => {
                return Err(TargetError::setting("token", "Enter a token: the address is one of HTTP."));
            }
            _ => {}
        }
        Ok(Self { settings, secrets, address, environment, repository: Mutex::default() })
    }

    /// Fetches the branch and tries to push without a change; returns the settings with the host key at the first time.
    pub(super) async fn test(&self) -> Result<AccessTested, TargetError> {
        let repository = self.open(true).await?;
        if !self.settings.path.is_empty() && !repository.has_folder(&self.settings.path) {
            return Err(TargetError::Missing(format!("The folder {} of {}", self.settings.path, self.place())));
        }
        repository.try_push(&self.settings.branch).await?;
        let detail = format!("The branch {} can be read and pushed to.", self.place());
        let Some(key) = repository.connection().learned_key()? else {
            return Ok(AccessTested { detail, settings: None });
        };
        let detail = format!("{detail} The host key of the server is {}.", connect::fingerprint(&key));
        let settings = GitSettings { host_key: Some(key), ..self.settings.clone() };
        Ok(AccessTested { detail, settings: Some(AccessSettings::Git(settings)) })
    }

    pub(super) async fn list(&self, folder: &str, most: usize) -> Result<Listing, TargetError> {
        let repository = self.take(false).await?;
        let prefix = file::join(&self.settings.path, folder);
        let prefix = if prefix.is_empty() { prefix } else { format!("{prefix}/") };
        let root = if self.settings.path.is_empty() { String::new() } else { format!("{}/", self.settings.path) };
        let path = |full: &str| full.strip_prefix(&root).map(str::to_owned);
        let is_wanted = |full: &str| path(full).is_some_and(|path| file::check_path(&path).is_ok());
        let (files, is_cut) = repository.sizes(&prefix, most, is_wanted).await?;
        let files = files.into_iter().filter_map(|(full, size)| Some(Entry { path: path(&full)?, size })).collect();
        self.put_back(repository).await;
        Ok(Listing::new(files, most, is_cut))
    }

    pub(super) async fn read(&self, path: &str) -> Result<Option<LiveFile>, TargetError> {
        let repository = self.take(false).await?;
        let found = repository.read(&file::join(&self.settings.path, path)).await;
        self.put_back(repository).await;
        Ok(found?.map(LiveFile::new))
    }

    /// Changes one file in a commit of its own.
    pub(super) async fn change(&self, change: FileChange) -> Result<(), TargetError> {
        let verb = match (&change.bytes, &change.expected) {
            (None, _) => "Remove",
            (Some(_), None) => "Add",
            (Some(_), Some(_)) => "Change",
        };
        let message = format!("{verb} {}", change.path);
        self.commit(&message, &[change]).await.map(drop)
    }

    pub(super) async fn commit(&self, message: &str, files: &[FileChange]) -> Result<String, TargetError> {
        commit::check(message, files)?;
        let mut repository = self.take(true).await?;
        let author = commit::Author::new(&self.settings, (self.environment.now)());
        let made = commit::commit(&repository, &self.settings, &author, message, files).await?;
        let id = match made {
            Some(id) => match repository.push(&self.settings.branch, &id).await {
                Ok(()) => {
                    // What is pushed is pushed: without the record, the next operation fetches everything.
                    if repository.adopt(&id, (self.environment.now)()).await.is_err() {
                        return Ok(id);
                    }
                    id
                }
                Err(error) => self.pushed_before(&mut repository, &author, message, files, error).await?,
            },
            None => repository.base().to_owned(),
        };
        self.put_back(repository).await;
        Ok(id)
    }

    /// Returns the newest commit if it has all the changes: an attempt that was killed may still have pushed them at the
    /// same time. Otherwise returns the error.
    async fn pushed_before(
        &self, repository: &mut Repository, author: &commit::Author, message: &str, files: &[FileChange],
        error: TargetError,
    ) -> Result<String, TargetError> {
        if !matches!(error, TargetError::Changed(_)) {
            return Err(error);
        }
        repository.fetch(&self.settings.branch, (self.environment.now)()).await?;
        match commit::commit(repository, &self.settings, author, message, files).await {
            Ok(None) => Ok(repository.base().to_owned()),
            _ => Err(error),
        }
    }

    /// Takes the repository out, with the newest commit if that is needed or the one at hand is old. Whoever fails or is
    /// cancelled does not put it back, so that a half-written one is never used again.
    async fn take(&self, must_fetch: bool) -> Result<Repository, TargetError> {
        let kept = self.repository.lock().await.take();
        let age = |repository: &Repository| (self.environment.now)() - repository.fetched();
        match kept {
            Some(repository) if !must_fetch && age(&repository).num_seconds() < FRESH => Ok(repository),
            Some(mut repository) => {
                repository.renew(self.connection(false).await?).await?;
                repository.fetch(&self.settings.branch, (self.environment.now)()).await?;
                Ok(repository)
            }
            None => self.open(false).await,
        }
    }

    async fn put_back(&self, repository: Repository) {
        *self.repository.lock().await = Some(repository);
    }

    /// Creates a repository with the newest commit of the branch.
    async fn open(&self, is_test: bool) -> Result<Repository, TargetError> {
        let connection = self.connection(is_test).await?;
        let now = (self.environment.now)();
        let folder = WorkFolder::new(now.into())?;
        let mut repository = Repository::new(folder, connection, self.environment.limits).await?;
        repository.fetch(&self.settings.branch, now).await?;
        Ok(repository)
    }

    async fn connection(&self, is_test: bool) -> Result<Connection, TargetError> {
        Connection::new(&self.address, &self.settings, &self.secrets, &self.environment, is_test).await
    }

    fn place(&self) -> String {
        format!("{} of {}", self.settings.branch, self.address.place())
    }
}
