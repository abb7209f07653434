//! Performs actions on sites.

use super::action::Action;
use super::perform_record;
use super::site::{Site, Sites};

/// Applies an action to the sites and returns its inverse.
///
/// # Errors
/// Returns the failed precondition as a sentence; the sites are unchanged then.
pub fn perform(sites: &mut Sites, action: &Action) -> Result<Action, String> {
    let id = action.site().to_owned();
    let site = sites.get_mut(&id).ok_or_else(|| format!("there is no site `{id}`"))?;
    match action {
        Action::CreatePage { path, content, .. } => create(site, id, path, content),
        Action::AddTitle { path, title, .. } => edit(site, id, path, |page| with_title(page, title)),
        Action::AddInternalLink { path, target, anchor, .. } => {
            edit(site, id, path, |page| with_link(page, target, anchor))
        }
        Action::PublishVariant { path, content, .. } => edit(site, id, path, |_| Ok(content.clone())),
        Action::DeletePage { path, .. } => {
            let before = site.files.remove(path).ok_or_else(|| no_page(path))?;
            Ok(Action::RestoreFile { site: id, path: path.clone(), content: Some(before), expected: None })
        }
        Action::RestoreFile { path, content, expected, .. } => {
            restore(site, id, path, content.as_ref(), expected.as_ref())
        }
        Action::FixRedirect { from, to, .. } => redirect(site, id, from, to),
        Action::RestoreRedirect { from, to, .. } => {
            let before = match to {
                Some(to) => site.redirects.insert(from.clone(), to.clone()),
                None => site.redirects.remove(from),
            };
            Ok(Action::RestoreRedirect { site: id, from: from.clone(), to: before })
        }
        Action::DeploySite { release, gate_passed, .. } => deploy(site, id, release, *gate_passed),
        Action::RestoreRelease { release, .. } => {
            let before = std::mem::replace(&mut site.release, release.clone());
            Ok(Action::RestoreRelease { site: id, release: before })
        }
        Action::SubmitSitemap { url, .. } => {
            let is_new = site.sitemaps.insert(url.clone());
            is_new
                .then(|| Action::WithdrawSitemap { site: id, url: url.clone() })
                .ok_or_else(|| "the sitemap was already submitted".to_owned())
        }
        Action::WithdrawSitemap { url, .. } => {
            let was = site.sitemaps.remove(url);
            was.then(|| Action::SubmitSitemap { site: id, url: url.clone() })
                .ok_or_else(|| "the sitemap was not submitted".to_owned())
        }
        Action::CompleteTask { .. }
        | Action::SetOpportunityStatus { .. }
        | Action::AddAnnotation { .. }
        | Action::AddSchedule { .. }
        | Action::StartExperiment { .. }
        | Action::DeleteAnnotation { .. }
        | Action::DeleteSchedule { .. }
        | Action::RestoreRecord { .. } => perform_record::perform(site, action),
        Action::PauseSite { .. } if site.is_paused => Err("the site is already paused".to_owned()),
        Action::ResumeSite { .. } if !site.is_paused => Err("the site is not paused".to_owned()),
        Action::PauseSite { .. } => {
            site.is_paused = true;
            Ok(Action::ResumeSite { site: id })
        }
        Action::ResumeSite { .. } => {
            site.is_paused = false;
            Ok(Action::PauseSite { site: id })
        }
    }
}

fn no_page(path: &str) -> String {
    format!("there is no page `{path}`")
}

fn create(site: &mut Site, id: String, path: &str, content: &str) -> Result<Action, String> {
    if !is_safe(path) {
        return Err(format!("`{path}` is not a path inside the site"));
    }
    if site.files.contains_key(path) {
        return Err(format!("page `{path}` already exists"));
    }
    site.files.insert(path.to_owned(), content.to_owned());
    let expected = Some(content.to_owned());
    Ok(Action::RestoreFile { site: id, path: path.to_owned(), content: None, expected })
}

/// Returns true for a relative path without `..`, empty parts or backslashes.
fn is_safe(path: &str) -> bool {
    !path.is_empty()
        && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
        && !path.contains(['\\', '\0', ':'])
}

fn edit(
    site: &mut Site, id: String, path: &str, change: impl Fn(&str) -> Result<String, String>,
) -> Result<Action, String> {
    let page = site.files.get_mut(path).ok_or_else(|| no_page(path))?;
    let after = change(page)?;
    if after == *page {
        return Err("the action would change nothing".to_owned());
    }
    let before = std::mem::replace(page, after.clone());
    Ok(Action::RestoreFile { site: id, path: path.to_owned(), content: Some(before), expected: Some(after) })
}

fn restore(
    site: &mut Site, id: String, path: &str, content: Option<&String>, expected: Option<&String>,
) -> Result<Action, String> {
    let now = site.files.get(path);
    if now != expected {
        return Err(format!("`{path}` was changed in the meantime; it is not overwritten"));
    }
    let before = match content {
        Some(content) => site.files.insert(path.to_owned(), content.clone()),
        None => site.files.remove(path),
    };
    Ok(Action::RestoreFile { site: id, path: path.to_owned(), content: before, expected: content.cloned() })
}

fn redirect(site: &mut Site, id: String, from: &str, to: &str) -> Result<Action, String> {
    if !from.starts_with('/') || from == to {
        return Err("a redirect needs a source that starts with `/` and a different target".to_owned());
    }
    let mut next = to;
    for _ in 0..=site.redirects.len() {
        if next == from {
            return Err("the redirect would create a loop".to_owned());
        }
        match site.redirects.get(next) {
            Some(further) => next = further,
            None => break,
        }
    }
    let before = site.redirects.insert(from.to_owned(), to.to_owned());
    Ok(Action::RestoreRedirect { site: id, from: from.to_owned(), to: before })
}

fn deploy(site: &mut Site, id: String, release: &str, gate_passed: bool) -> Result<Action, String> {
    if !gate_passed {
        return Err("the release did not pass the quality gate".to_owned());
    }
    if site.release.as_deref() == Some(release) {
        return Err("this release is already live".to_owned());
    }
    let before = site.release.replace(release.to_owned());
    Ok(Action::RestoreRelease { site: id, release: before })
}

/// Sets the title of a page: replaces it, or inserts it after `<head>`.
fn with_title(page: &str, title: &str) -> Result<String, String> {
    if title.trim().is_empty() || title.contains(['\n', '\r']) {
        return Err("a title must be a single line of text".to_owned());
    }
    let element = format!("<title>{}</title>", escaped(title));
    let lower = page.to_ascii_lowercase();
    if let (Some(start), Some(end)) = (lower.find("<title"), lower.find("</title>"))
        && start < end
    {
        return Ok(format!("{}{element}{}", &page[..start], &page[end + "</title>".len()..]));
    }
    let head = lower.find("<head>").ok_or("the page has no `<head>`")? + "<head>".len();
    Ok(format!("{}{element}{}", &page[..head], &page[head..]))
}

/// Adds a link before the end of a page's body.
fn with_link(page: &str, target: &str, anchor: &str) -> Result<String, String> {
    if !target.starts_with('/') || target.starts_with("//") || target.contains(['"', '<', '>', ' ']) {
        return Err("an internal link starts with `/` and stays on the site".to_owned());
    }
    if anchor.trim().is_empty() {
        return Err("a link needs an anchor text".to_owned());
    }
    if page.contains(&format!("href=\"{target}\"")) {
        return Err(format!("the page already links to `{target}`"));
    }
    let end = page.to_ascii_lowercase().rfind("</body>").ok_or("the page has no `</body>`")?;
    Ok(format!("{}<p><a href=\"{target}\">{}</a></p>{}", &page[..end], escaped(anchor), &page[end..]))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
