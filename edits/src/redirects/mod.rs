//! Redirects of a website, in the files of common servers.
//!
//! Redirects are written between two comments. Other lines of a file are not changed.

mod apache;
mod block;
mod netlify;
mod nginx;

use serde::{Deserialize, Serialize};

use crate::{Change, FieldError, FileError, MOST_BYTES, validate};

/// A redirect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Redirect {
    /// Old path, without a query.
    pub from: String,
    /// New path or address.
    pub to: String,
    /// Whether it is permanent (301) or temporary (302).
    pub permanent: bool,
}

/// Form of a file with redirects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `_redirects` of Netlify, Cloudflare Pages and others.
    Netlify,
    /// `.htaccess` of Apache, with `mod_rewrite`.
    Apache,
    /// Directives for the `server` block of nginx, which a person includes.
    Nginx,
}

impl Redirect {
    /// Returns the redirect of a change; `None` for a change of a page.
    #[must_use]
    pub fn from_change(change: &Change) -> Option<Self> {
        match change {
            Change::AddRedirect { from, to, permanent } => {
                Some(Self { from: from.clone(), to: to.clone(), permanent: *permanent })
            }
            _ => None,
        }
    }

    const fn status(&self) -> u16 {
        if self.permanent { 301 } else { 302 }
    }
}

impl Form {
    /// Name of the file.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Netlify => "_redirects",
            Self::Apache => ".htaccess",
            Self::Nginx => "redirects.conf",
        }
    }

    fn line(self, redirect: &Redirect) -> String {
        match self {
            Self::Netlify => netlify::write(redirect),
            Self::Apache => apache::write(redirect),
            Self::Nginx => nginx::write(redirect),
        }
    }
}

/// Adds redirects to a file; those that it has already are not added again, and those of the block with the same old
/// path are replaced. An empty file becomes a new one. The block is at the start of the file, since the first rule that
/// matches counts.
///
/// # Errors
/// Returns an error if a redirect is invalid or leads back to its old path, if the file is not UTF-8 or too large, and
/// if only one of the two comments is in it.
pub fn write(form: Form, file: &[u8], redirects: &[Redirect]) -> Result<Vec<u8>, FileError> {
    let text = text(form, file)?;
    let mut known = read(form, file)?;
    let parts = block::split(form, text)?;
    let mut own = list(form, parts.inner);
    for redirect in redirects {
        validate::redirect(&redirect.from, &redirect.to)?;
        // The first rule counts.
        if known.iter().find(|one| one.from == redirect.from) == Some(redirect) {
            continue;
        }
        match own.iter_mut().find(|one| one.from == redirect.from) {
            Some(same) => same.clone_from(redirect),
            None => own.push(redirect.clone()),
        }
        known.retain(|one| one.from != redirect.from);
        known.push(redirect.clone());
        check_loop(&known, redirect)?;
    }
    if list(form, parts.inner) == own {
        return Ok(file.to_vec());
    }
    let lines: Vec<String> = own.iter().map(|redirect| form.line(redirect)).collect();
    Ok(block::join(form, &parts, &lines))
}

/// Removes redirects from the block of a file; a line outside of it stays. A block without redirects is removed with its
/// comments.
///
/// # Errors
/// Returns an error if the file is not UTF-8 or too large, and if only one of the two comments is in it.
pub fn remove(form: Form, file: &[u8], redirects: &[Redirect]) -> Result<Vec<u8>, FileError> {
    let parts = block::split(form, text(form, file)?)?;
    let own = list(form, parts.inner);
    let others: Vec<&Redirect> = own.iter().filter(|one| !redirects.contains(one)).collect();
    if others.len() == own.len() {
        return Ok(file.to_vec());
    }
    if others.is_empty() {
        return Ok(parts.without_block());
    }
    let lines: Vec<String> = others.into_iter().map(|redirect| form.line(redirect)).collect();
    Ok(block::join(form, &parts, &lines))
}

/// Returns the redirects of a file: of all its lines that redirect one path for Netlify, otherwise of the block.
///
/// # Errors
/// Returns an error if the file is not UTF-8 or too large, and if only one of the two comments is in it.
pub fn read(form: Form, file: &[u8]) -> Result<Vec<Redirect>, FileError> {
    let text = text(form, file)?;
    let parts = block::split(form, text)?;
    Ok(match form {
        Form::Netlify => list(form, text),
        Form::Apache | Form::Nginx => list(form, parts.inner),
    })
}

fn list(form: Form, lines: &str) -> Vec<Redirect> {
    let read = match form {
        Form::Netlify => netlify::read,
        Form::Apache => apache::read,
        Form::Nginx => nginx::read,
    };
    lines.lines().filter_map(read).collect()
}

fn text(form: Form, file: &[u8]) -> Result<&str, FileError> {
    let path = || form.file_name().to_owned();
    if file.len() > MOST_BYTES {
        return Err(FileError::TooLarge { path: path(), most: MOST_BYTES });
    }
    std::str::from_utf8(file).map_err(|_| FileError::NotText { path: path() })
}

/// Follows a redirect through the others.
fn check_loop(known: &[Redirect], redirect: &Redirect) -> Result<(), FieldError> {
    let mut at = redirect.to.as_str();
    for _ in 0..known.len() {
        if at == redirect.from {
            return Err(FieldError::new("to", "redirects back to `from`"));
        }
        match known.iter().find(|one| one.from == at) {
            Some(next) => at = &next.to,
            None => return Ok(()),
        }
    }
    Ok(())
}
