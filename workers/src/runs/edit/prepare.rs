//! Reads the pages of an edit and computes what changes.

use edits::Change;
use serde_json::{Value, json};
use shared::{
    domain::{edit::EditWay, now, release::Blob},
    store::{
        edit::{EditPrepared, NewEditFile},
        usage,
    },
};
use targets::access::AccessKind;

use super::{
    Job, address,
    blobs::{pack, sha256},
    preview::{Changed, changed, is_applied, unseen},
    redirects,
    source::Source,
};
use crate::{error::JobError, runs::done::Done};

/// Maximum number of pages of an edit.
const MOST_PAGES: usize = 100;
/// Maximum bytes of all files of an edit, before and after.
const MOST_BYTES: usize = 48 << 20;
/// One in so many files is written first, on trial.
const CANARY: usize = 20;

/// What is gathered of the pages.
struct Gathered {
    files: Vec<NewEditFile>,
    blobs: Vec<Blob>,
    previews: Vec<Value>,
    checked: Vec<Value>,
    problems: Vec<String>,
    bytes: usize,
}

pub(super) async fn run(job: &Job<'_>) -> Result<Done, JobError> {
    let source = Source::open(job).await?;
    let mut all = Gathered {
        files: Vec::new(),
        blobs: Vec::new(),
        previews: Vec::new(),
        checked: vec![unseen(""); job.changes.len()],
        problems: Vec::new(),
        bytes: 0,
    };
    let pages = job.pages();
    if pages.len() > MOST_PAGES {
        let detail = format!("The edit changes {} pages, and {MOST_PAGES} is the limit. Divide it.", pages.len());
        return Err(JobError::permanent("too-many-pages", detail));
    }
    for (done, (path, of_page)) in pages.iter().enumerate() {
        if job.context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        job.context.progress(i32::try_from(90 * done / pages.len().max(1)).unwrap_or(90), "reading", path);
        all.page(job, &source, path, of_page).await?;
    }
    all.redirects(job, &source).await?;
    all.finish(job, &source).await
}

impl Gathered {
    async fn page(&mut self, job: &Job<'_>, source: &Source, path: &str, of_page: &[usize]) -> Result<(), JobError> {
        let found = match source.page(job, path).await? {
            Ok(found) => found,
            Err(problem) => {
                self.problems.push(format!("The page {path} cannot be read: {}.", problem.trim_end_matches('.')));
                return Ok(());
            }
        };
        if found.bytes.len() > edits::MOST_BYTES {
            self.problems.push(format!("The page {path} is larger than {} MiB.", edits::MOST_BYTES >> 20));
            return Ok(());
        }
        let url = address(source.base(), path).map(String::from);
        let changes: Vec<Change> = of_page.iter().filter_map(|at| job.changes.get(*at)).cloned().collect();
        let changed = match changed(job.context, found, changes, url.clone()).await? {
            Ok(changed) => changed,
            Err(problem) => {
                self.problems.push(format!("The page {path} cannot be changed: {problem}."));
                return Ok(());
            }
        };
        for (at, checked) in of_page.iter().zip(&changed.checked) {
            if let Some(slot) = self.checked.get_mut(*at) {
                slot.clone_from(checked);
            }
        }
        for (at, problem) in &changed.problems {
            self.problems.push(format!("{}: {problem}.", place(job, of_page.get(*at).copied())));
        }
        self.add(changed, url)
    }

    fn add(&mut self, changed: Changed, url: Option<String>) -> Result<(), JobError> {
        self.previews.push(changed.preview);
        self.file(&changed.file, url, Some(&changed.before), &changed.after)
    }

    /// Adds a file, unless it stays as it is.
    fn file(&mut self, path: &str, url: Option<String>, before: Option<&[u8]>, after: &[u8]) -> Result<(), JobError> {
        if before == Some(after) {
            return Ok(());
        }
        self.bytes += before.map_or(0, <[u8]>::len) + after.len();
        if self.bytes > MOST_BYTES {
            let detail = format!("The pages have more than {} MiB. Divide the edit.", MOST_BYTES >> 20);
            return Err(JobError::permanent("too-large", detail));
        }
        if let Some(known) = self.files.iter().find(|file| file.path == path) {
            let detail = format!("Two paths of the edit lead to the file {}. Use one of them.", known.path);
            return Err(JobError::permanent("same-file", detail));
        }
        if let Some(before) = before {
            self.blobs.push(pack(before)?);
        }
        self.blobs.push(pack(after)?);
        self.files.push(NewEditFile {
            path: path.to_owned(),
            url,
            before_sha256: before.map(sha256),
            after_sha256: sha256(after),
            is_canary: false,
        });
        Ok(())
    }

    /// Adds the file with the redirects.
    async fn redirects(&mut self, job: &Job<'_>, source: &Source) -> Result<(), JobError> {
        let wanted: Vec<&Change> = job.changes.iter().filter(|change| !change.is_on_page()).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        for change in &wanted {
            // A server prefers the file of a page to a redirect.
            let adds = matches!(**change, Change::AddRedirect { .. });
            if adds && matches!(source.way(), EditWay::Release) && source.page(job, change.path()).await?.is_ok() {
                self.problems
                    .push(format!("The page {} exists. Remove it before its address is redirected.", change.path()));
            }
        }
        match redirects::file(job, source, &wanted).await? {
            Ok(Some(file)) => {
                self.previews.push(json!({
                    "path": file.path, "url": null, "before": null, "after": null, "notes": [],
                    "hunks": edits::diff(file.before.as_deref().unwrap_or_default(), &file.after),
                }));
                self.file(&file.path, None, file.before.as_deref(), &file.after)
            }
            Ok(None) => Ok(()),
            Err(problem) => {
                self.problems.push(problem);
                Ok(())
            }
        }
    }

    async fn finish(mut self, job: &Job<'_>, source: &Source) -> Result<Done, JobError> {
        let context = job.context;
        let is_all_there = self.checked.iter().all(is_applied);
        if self.problems.is_empty() && is_all_there {
            self.problems.push("The website shows all changes already.".to_owned());
        }
        let is_git = matches!(source, Source::Access(access, _) if access.kind() == AccessKind::Git);
        if source.way() == EditWay::Access {
            // Each part of a branch is a commit, and may be a build of the website.
            let count = if is_git { 1 } else { self.files.len().div_ceil(CANARY) };
            self.files.iter_mut().take(count).for_each(|file| file.is_canary = true);
        }
        let stored: usize = self.blobs.iter().map(|blob| blob.bytes.len()).sum();
        let room = usage::room(&context.db, context.workspace, context.run.workspace_id, now()).await?;
        room.check(i64::try_from(stored).unwrap_or(i64::MAX))?;
        let problem = problem(&self.problems);
        let result = json!({
            "editId": job.edit.id, "way": source.way(), "files": self.files.len(), "problems": self.problems,
        });
        let end = EditPrepared {
            id: job.edit.id,
            way: source.way(),
            preview: json!({ "files": self.previews, "problems": self.problems }),
            checked: self.checked,
            problem,
            files: self.files,
            blobs: self.blobs,
        };
        Ok(Done { result, effects: vec![end.into()] })
    }
}

/// Names a change of the edit.
fn place(job: &Job<'_>, at: Option<usize>) -> String {
    let change = at.and_then(|at| Some((at, job.changes.get(at)?)));
    change.map_or_else(String::new, |(at, change)| format!("Change {} of {}", at + 1, change.path()))
}

/// Returns the first problem, with the number of the others.
fn problem(all: &[String]) -> Option<String> {
    let first = all.first()?;
    let more = match all.len() - 1 {
        0 => String::new(),
        1 => " There is one more problem.".to_owned(),
        others => format!(" There are {others} more problems."),
    };
    Some(format!("{first}{more}"))
}
