//! A bare repository with the newest commit of a branch.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::{
    connect::Connection,
    error,
    place::WorkFolder,
    run::{Call, Output, Runner},
};
use crate::{Limits, TargetError, access::file::LONGEST_FILE};

/// Name of the fetched commit.
const BASE: &str = "refs/motherlode/base";
/// Start of a file that Git LFS stores elsewhere.
const LFS: &[u8] = b"version https://git-lfs.github.com/spec/";
/// Maximum bytes of the list of all files.
const MOST_TREE: usize = 32 << 20;

/// An entry of a commit: a file, a symbolic link or a submodule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// Mode, such as `100644`.
    pub(super) mode: String,
    /// Id of the object.
    pub(super) id: String,
}

impl Item {
    pub(super) fn is_file(&self) -> bool {
        matches!(self.mode.as_str(), "100644" | "100755")
    }
}

/// A bare repository with the newest commit of a branch.
pub(super) struct Repository {
    folder: WorkFolder,
    connection: Connection,
    limits: Limits,
    base: String,
    items: BTreeMap<String, Item>,
    fetched: DateTime<Utc>,
}

impl Repository {
    /// Creates an empty repository.
    pub(super) async fn new(folder: WorkFolder, connection: Connection, limits: Limits) -> Result<Self, TargetError> {
        connection.prepare(&folder)?;
        let fetched = DateTime::UNIX_EPOCH;
        let repository = Self { folder, connection, limits, base: String::new(), items: BTreeMap::new(), fetched };
        repository.local(Call::new(["init", "--quiet", "--bare", "--template="])).await?;
        Ok(repository)
    }

    /// Uses addresses that were looked up again.
    pub(super) async fn renew(&mut self, connection: Connection) -> Result<(), TargetError> {
        connection.prepare(&self.folder)?;
        self.connection = connection;
        Ok(())
    }

    pub(super) const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Returns the id of the fetched commit.
    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// Returns the time of the fetch.
    pub(super) const fn fetched(&self) -> DateTime<Utc> {
        self.fetched
    }

    /// Fetches the newest commit of a branch.
    pub(super) async fn fetch(&mut self, branch: &str, now: DateTime<Utc>) -> Result<(), TargetError> {
        let refspec = format!("+refs/heads/{branch}:{BASE}");
        let fetched = self.run(Call::new([
            "fetch",
            "--quiet",
            "--depth=1",
            "--no-tags",
            "--no-recurse-submodules",
            "--no-auto-gc",
            "--no-write-fetch-head",
            "--",
            &self.connection.remote,
            &refspec,
        ]));
        let fetched = fetched.await?;
        self.connection.learn(&self.folder);
        if !fetched.is_success {
            return Err(self.failed(&fetched, branch));
        }
        self.load(now).await
    }

    /// Uses a commit that was pushed as if it were fetched.
    pub(super) async fn adopt(&mut self, id: &str, now: DateTime<Utc>) -> Result<(), TargetError> {
        self.local(Call::new(["update-ref", BASE, id])).await?;
        self.load(now).await
    }

    async fn load(&mut self, now: DateTime<Utc>) -> Result<(), TargetError> {
        self.base = self.local(Call::new(["rev-parse", "--verify", BASE])).await?.text();
        let mut call = Call::new(["ls-tree", "-r", "-z", "--full-tree", BASE]);
        call.most = MOST_TREE;
        let listed = self.local(call).await?;
        self.items = items(&listed.bytes);
        self.fetched = now;
        Ok(())
    }

    /// Connects for a push that changes nothing.
    pub(super) async fn try_push(&self, branch: &str) -> Result<(), TargetError> {
        self.push_as(branch, &self.base, &["--dry-run"]).await
    }

    /// Pushes a commit to a branch that still has the fetched commit.
    ///
    /// # Errors
    /// Returns [`TargetError::Changed`] if somebody else pushed.
    pub(super) async fn push(&self, branch: &str, id: &str) -> Result<(), TargetError> {
        self.push_as(branch, id, &[]).await
    }

    async fn push_as(&self, branch: &str, id: &str, options: &[&str]) -> Result<(), TargetError> {
        let lease = format!("--force-with-lease=refs/heads/{branch}:{}", self.base);
        let refspec = format!("{id}:refs/heads/{branch}");
        let fixed = ["push", "--porcelain", "--no-verify", "--no-recurse-submodules", lease.as_str()];
        let rest = ["--", self.connection.remote.as_str(), refspec.as_str()];
        let pushed = self.run(Call::new(fixed.into_iter().chain(options.iter().copied()).chain(rest))).await?;
        if pushed.is_success { Ok(()) } else { Err(self.failed(&pushed, branch)) }
    }

    /// Returns the entry at a path.
    pub(super) fn item(&self, path: &str) -> Option<&Item> {
        self.items.get(path)
    }

    /// Returns true if there are files below a folder.
    pub(super) fn has_folder(&self, folder: &str) -> bool {
        let prefix = format!("{folder}/");
        self.items.range(prefix.clone()..).next().is_some_and(|(path, _)| path.starts_with(&prefix))
    }

    /// Returns the bytes of a regular file; `None` if there is nothing at the path.
    ///
    /// # Errors
    /// Returns [`TargetError::Path`] for a symbolic link, [`TargetError::InTheWay`] for a folder or a submodule, and
    /// [`TargetError::TooLarge`] for a large file.
    pub(super) async fn read(&self, path: &str) -> Result<Option<Vec<u8>>, TargetError> {
        let place = || format!("{path} of {}", self.connection.host);
        let Some(item) = self.item(path) else {
            return if self.has_folder(path) { Err(TargetError::InTheWay(place())) } else { Ok(None) };
        };
        if item.mode == "120000" {
            return Err(TargetError::Path(path.to_owned()));
        }
        if !item.is_file() {
            return Err(TargetError::InTheWay(place()));
        }
        let mut call = Call::new(["cat-file", "blob", &item.id]);
        call.most = usize::try_from(LONGEST_FILE).unwrap_or(usize::MAX);
        let read = self.run(call).await?;
        match () {
            () if read.is_cut => Err(TargetError::TooLarge { place: place(), most: LONGEST_FILE }),
            () if read.bytes.starts_with(LFS) => Err(TargetError::Unsupported {
                place: place(),
                feature: "changes of files in Git LFS",
                advice: "Store pages in the repository itself.",
            }),
            () if read.is_success => Ok(Some(read.bytes)),
            () => Err(self.failed(&read, path)),
        }
    }

    /// Returns paths and sizes of at most so many wanted files whose paths start so; true if there are more.
    pub(super) async fn sizes(
        &self, prefix: &str, most: usize, is_wanted: impl Fn(&str) -> bool,
    ) -> Result<(Vec<(String, u64)>, bool), TargetError> {
        let below = self.items.range(prefix.to_owned()..).take_while(|(path, _)| path.starts_with(prefix));
        let mut wanted = below.filter(|(path, item)| item.is_file() && is_wanted(path));
        let taken: Vec<_> = wanted.by_ref().take(most).collect();
        let is_cut = wanted.next().is_some();
        let mut call = Call::new(["cat-file", "--batch-check=%(objectsize)"]);
        call.input = taken.iter().flat_map(|(_, item)| format!("{}\n", item.id).into_bytes()).collect();
        call.most = MOST_TREE;
        let sizes = self.local(call).await?.text();
        let sizes = sizes.lines().map(|line| line.parse().unwrap_or(0));
        Ok((taken.into_iter().map(|(path, _)| path.clone()).zip(sizes).collect(), is_cut))
    }

    /// Runs git without a server and expects success and the whole output.
    pub(super) async fn local(&self, call: Call<'_>) -> Result<Output, TargetError> {
        let name = call.arguments.first().copied().unwrap_or_default().to_owned();
        let output = self.run(call).await?;
        match () {
            () if !output.is_success => Err(self.failed(&output, &name)),
            () if output.is_cut => {
                let place = format!("The list of files of {}", self.connection.host);
                Err(TargetError::TooLarge { place, most: MOST_TREE as u64 })
            }
            () => Ok(output),
        }
    }

    async fn run(&self, call: Call<'_>) -> Result<Output, TargetError> {
        let (folder, connection) = (&self.folder, &self.connection);
        let patience = self.limits.request.as_secs();
        Runner { folder, connection, most: self.limits.repository, patience }.run(call).await
    }

    fn failed(&self, output: &Output, place: &str) -> TargetError {
        error::of(output, &self.connection, place, self.limits.repository)
    }
}

/// Reads the list of files. Names that are not UTF-8 are left out: no URL of a page has them.
fn items(listed: &[u8]) -> BTreeMap<String, Item> {
    let lines = listed.split(|byte| *byte == 0).filter_map(|line| std::str::from_utf8(line).ok());
    let item = |line: &str| {
        let (what, path) = line.split_once('\t')?;
        let mut words = what.split(' ');
        let (mode, _, id) = (words.next()?, words.next()?, words.next()?);
        Some((path.to_owned(), Item { mode: mode.to_owned(), id: id.to_owned() }))
    };
    lines.filter_map(item).collect()
}
