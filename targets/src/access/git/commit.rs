//! Makes one commit of a set of changes, out of objects.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::{GitSettings, repository::Repository, run::Call};
use crate::{
    TargetError,
    access::file::{FileChange, MOST_CHANGES, Need, check_path, check_size, compare, join},
    blobs::sha256,
};

/// Longest message in bytes.
const LONGEST_MESSAGE: usize = 10_000;

/// Author of a commit.
pub(super) struct Author(Vec<(&'static str, String)>);

impl Author {
    pub(super) fn new(settings: &GitSettings, now: DateTime<Utc>) -> Self {
        let date = format!("@{} +0000", now.timestamp());
        let (name, email) = (settings.author_name.clone(), settings.author_email.clone());
        Self(vec![
            ("GIT_AUTHOR_NAME", name.clone()),
            ("GIT_AUTHOR_EMAIL", email.clone()),
            ("GIT_AUTHOR_DATE", date.clone()),
            ("GIT_COMMITTER_NAME", name),
            ("GIT_COMMITTER_EMAIL", email),
            ("GIT_COMMITTER_DATE", date),
        ])
    }
}

/// Checks what needs no repository.
pub(super) fn check(message: &str, files: &[FileChange]) -> Result<(), TargetError> {
    let is_plain = |c: char| c == '\n' || !c.is_control();
    if message.trim().is_empty() || message.len() > LONGEST_MESSAGE || !message.chars().all(is_plain) {
        return Err(TargetError::setting("message", "Enter 1 to 10,000 characters without control characters."));
    }
    if files.len() > MOST_CHANGES {
        return Err(TargetError::setting("files", "Change at most 2,000 files in one commit."));
    }
    let mut seen = BTreeSet::new();
    for file in files {
        check_path(&file.path)?;
        check_size(&file.path, file.bytes.as_ref().map_or(0, Vec::len) as u64)?;
        if !seen.insert(&file.path) {
            return Err(TargetError::setting("files", format!("The path {} appears twice.", file.path)));
        }
    }
    Ok(())
}

/// Makes a commit and returns its id; `None` if the branch has all the changes already.
pub(super) async fn commit(
    repository: &Repository, settings: &GitSettings, author: &Author, message: &str, files: &[FileChange],
) -> Result<Option<String>, TargetError> {
    let mut lines = Vec::new();
    for file in files {
        let path = join(&settings.path, &file.path);
        check_folders(repository, &path)?;
        let found = repository.read(&path).await?.map(|bytes| sha256(&bytes));
        let wanted = file.bytes.as_ref().map(|bytes| sha256(bytes));
        let place = format!("{path} of {}", repository.connection().host);
        if compare(&place, found.as_deref(), file.expected.as_deref(), wanted.as_deref())? == Need::Change {
            lines.extend_from_slice(line(repository, &path, file).await?.as_bytes());
        }
    }
    if lines.is_empty() {
        return Ok(None);
    }
    let index = || vec![("GIT_INDEX_FILE", "./index".to_owned())];
    let with_index = |arguments: Vec<&'static str>, input| Call { input, variables: index(), ..Call::new(arguments) };
    let base = repository.base();
    repository.local(Call { variables: index(), ..Call::new(["read-tree", base]) }).await?;
    repository.local(with_index(vec!["update-index", "-z", "--index-info"], lines)).await?;
    let tree = repository.local(with_index(vec!["write-tree"], Vec::new())).await?.text();
    let mut call = Call::new(["commit-tree", "-p", base, "-F", "-", &tree]);
    call.input = message.as_bytes().to_vec();
    call.variables.clone_from(&author.0);
    Ok(Some(repository.local(call).await?.text()))
}

/// Checks that no file, symbolic link or submodule has the name of a folder of the path.
fn check_folders(repository: &Repository, path: &str) -> Result<(), TargetError> {
    let folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
    for folder in folders {
        match repository.item(folder) {
            Some(item) if item.mode == "120000" => return Err(TargetError::Path(path.to_owned())),
            Some(_) => return Err(TargetError::InTheWay(format!("{folder} of {}", repository.connection().host))),
            None => {}
        }
    }
    Ok(())
}

/// Stores the bytes of a file and returns its line of the index. The mode of a file stays.
async fn line(repository: &Repository, path: &str, file: &FileChange) -> Result<String, TargetError> {
    let Some(bytes) = &file.bytes else { return Ok(format!("0 {}\t{path}\0", "0".repeat(40))) };
    let mut call = Call::new(["hash-object", "-w", "--stdin", "--no-filters"]);
    call.input.clone_from(bytes);
    let id = repository.local(call).await?.text();
    let mode = repository.item(path).map_or("100644", |item| item.mode.as_str());
    Ok(format!("{mode} {id}\t{path}\0"))
}
