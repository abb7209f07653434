//! Redirects: the file of a website that holds them.

use edits::{
    Change, FileError,
    redirects::{Form, Redirect, read, remove, write},
};

use super::{Job, source::Source};
use crate::error::JobError;

/// File of the redirects of a site that is built here.
pub(super) const NAME: &str = "_redirects";

/// A file of redirects.
#[derive(Debug)]
pub(super) struct RedirectFile {
    pub(super) path: String,
    pub(super) before: Option<Vec<u8>>,
    pub(super) after: Vec<u8>,
}

/// Returns the file of a website with more redirects; `None` for a website that only a person changes; the problem if the
/// website serves none.
pub(super) async fn file(
    job: &Job<'_>, source: &Source, wanted: &[&Change],
) -> Result<Result<Option<RedirectFile>, String>, JobError> {
    let form = match source {
        Source::Public(..) => return Ok(Ok(None)),
        Source::Release { has_redirects: false, .. } => {
            let problem =
                "The target of the site serves no redirects. Built-in hosting, Netlify and Cloudflare Pages do.";
            return Ok(Err(problem.to_owned()));
        }
        Source::Release { .. } => Form::Netlify,
        Source::Access(access, _) => match form_of(job, source, access.kind()).await? {
            Some(form) => form,
            None => {
                return Ok(Err("Storage serves no redirects from files. Set them where the website is served.".into()));
            }
        },
    };
    let before = source.file(job, form.file_name()).await?;
    Ok(match changed(form, before.as_deref().unwrap_or_default(), wanted) {
        // There is nothing to remove.
        Ok(after) if before.is_none() && after.is_empty() => Ok(None),
        Ok(after) => Ok(Some(RedirectFile { path: form.file_name().to_owned(), before, after })),
        Err(error) => Err(format!("The redirects cannot be written: {error}.")),
    })
}

/// Returns a file with the redirects of changes, and without those that changes remove.
pub(in crate::runs) fn changed(form: Form, before: &[u8], wanted: &[&Change]) -> Result<Vec<u8>, FileError> {
    let of = |is_removal: bool| -> Vec<Redirect> {
        let named = wanted.iter().filter_map(|change| match change {
            Change::Remove { change } if is_removal => Redirect::from_change(change),
            _ if is_removal => None,
            change => Redirect::from_change(change),
        });
        named.collect()
    };
    let without = remove(form, before, &of(true))?;
    let added = of(false);
    if added.is_empty() { Ok(without) } else { write(form, &without, &added) }
}

/// Returns the form of the redirects of live files: of the file that exists, otherwise the usual one of such a place.
async fn form_of(job: &Job<'_>, source: &Source, kind: targets::access::AccessKind) -> Result<Option<Form>, JobError> {
    use targets::access::AccessKind;
    for form in [Form::Netlify, Form::Apache] {
        if source.file(job, form.file_name()).await?.is_some() {
            return Ok(Some(form));
        }
    }
    Ok(match kind {
        AccessKind::Git => Some(Form::Netlify),
        AccessKind::Folder | AccessKind::Sftp => Some(Form::Apache),
        AccessKind::S3 => None,
    })
}

/// Returns true if the file of a release has the redirect of a change.
pub(super) fn has(file: &[u8], change: &Change) -> bool {
    let known = read(Form::Netlify, file).unwrap_or_default();
    match change {
        Change::Remove { change } => Redirect::from_change(change).is_some_and(|removed| !known.contains(&removed)),
        change => Redirect::from_change(change).is_some_and(|wanted| known.contains(&wanted)),
    }
}
