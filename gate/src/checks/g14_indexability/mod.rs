//! G14: search engines can fetch, read and index every page, and its HTML is valid.

mod robots;
mod sitemap;

use std::collections::BTreeMap;

use super::{Context, Outcome};
use crate::{GateError, page::Reading, words::counted};

/// Errors of a page that are listed.
const LISTED: usize = 3;
/// Pages that are not in the model and must not be indexed.
const NOT_FOUND: &str = "/404.html";

/// Checks files, robots.txt, sitemap and heads.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let text =
        |path: &str| context.content.files.get(path).map(|file| String::from_utf8_lossy(&file.bytes).into_owned());
    let robots = text("robots.txt");
    if robots.is_none() {
        outcome.block(None, "The site has no robots.txt.", "Build the site again.");
    }
    let rules = robots.as_deref().map(robots::parse).unwrap_or_default();
    let sitemap = text("sitemap.xml");
    if sitemap.is_none() {
        outcome.block(None, "The site has no sitemap.xml.", "Build the site again.");
    }
    let listed = sitemap.as_deref().map(sitemap::parse).unwrap_or_default();
    if let Some(headers) = text("_headers").filter(|headers| headers.to_ascii_lowercase().contains("noindex")) {
        let line = headers.lines().find(|line| line.to_ascii_lowercase().contains("noindex")).unwrap_or_default();
        outcome.block(
            None,
            format!("A header keeps pages out of search engines: {}", line.trim()),
            "Remove the header.",
        );
    }
    if let Err(detail) = scheme(context) {
        outcome.block(None, detail, "Serve the site with https.");
    }
    for page in &context.content.missing {
        outcome.block(
            Some(&page.path),
            "The page has no file, so that it answers with an error.",
            "Build the site again.",
        );
    }
    for reading in &context.content.readings {
        context.checkpoint()?;
        html(reading, &mut outcome);
        match reading.page {
            Some(page) => {
                head(context, reading, &mut outcome);
                allowed(&rules, &page.path, &mut outcome);
                if sitemap.is_some() {
                    in_sitemap(context, &listed, page, &mut outcome);
                }
            }
            None if reading.path != NOT_FOUND && !is_noindex(reading) => {
                outcome.block(
                    Some(&reading.path),
                    "The file is a page that is not in the plan of the site.",
                    "Remove it, or add it to the site.",
                );
            }
            None => {}
        }
    }
    extra(context, &listed, &mut outcome);
    let pages = counted(context.content.pages().count(), "page", "pages");
    Ok(outcome.measured(format!("{pages}, {} in the sitemap", listed.len())))
}

fn scheme(context: &Context<'_>) -> Result<(), String> {
    let base = &context.content.base;
    let is_local = base.host_str().is_some_and(|host| host == "localhost" || host.ends_with(".localhost"));
    if base.scheme() == "https" || is_local {
        Ok(())
    } else {
        Err(format!("The address {} of the site has no https.", context.site.url))
    }
}

fn html(reading: &Reading<'_>, outcome: &mut Outcome) {
    let path = Some(reading.path.as_str());
    if reading.is_garbled {
        outcome.block(path, "The page is not in UTF-8.", "Save the page in UTF-8.");
    }
    if reading.is_cut {
        outcome.block(path, "The page is too large or too deeply nested to be read whole.", "Make the page smaller.");
    }
    for problem in reading.tree.problems.iter().take(LISTED) {
        outcome.block(
            path,
            format!("Invalid HTML in line {}: {}.", problem.line, problem.message.trim_end_matches('.')),
            "Correct the HTML.",
        );
    }
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, element) in reading.tree.elements(crate::html::ROOT) {
        if let Some(id) = element.attribute("id") {
            *ids.entry(id).or_default() += 1;
        }
    }
    if let Some((id, _)) = ids.iter().find(|(_, count)| **count > 1) {
        outcome.block(
            path,
            format!("Invalid HTML: the id \"{id}\" occurs several times."),
            "Give each element its own id.",
        );
    }
}

/// Returns true if a page asks not to be indexed.
pub(super) fn is_noindex(reading: &Reading<'_>) -> bool {
    ["robots", "googlebot", "bingbot"].iter().any(|name| {
        let content = reading.meta(name).unwrap_or_default().to_ascii_lowercase();
        content.split(',').any(|one| matches!(one.trim(), "noindex" | "none"))
    })
}

fn head(context: &Context<'_>, reading: &Reading<'_>, outcome: &mut Outcome) {
    let path = Some(reading.path.as_str());
    if is_noindex(reading) {
        outcome.block(path, "The page asks not to be indexed.", "Remove noindex.");
    }
    let canonicals: Vec<&str> =
        reading.linked("canonical").map(|link| link.attribute("href").unwrap_or_default().trim()).collect();
    let wanted =
        context.content.base.join(reading.path.trim_start_matches('/')).map(|url| url.to_string()).unwrap_or_default();
    match canonicals.as_slice() {
        [] => outcome.block(path, "The page has no canonical address.", format!("Add the canonical address {wanted}.")),
        [one] if *one == wanted => {}
        [one] => outcome.block(
            path,
            format!("The canonical address {one} is not that of the page."),
            format!("Use {wanted}."),
        ),
        _ => outcome.block(path, "The page has several canonical addresses.", format!("Keep only {wanted}.")),
    }
}

fn allowed(rules: &robots::Rules, path: &str, outcome: &mut Outcome) {
    for crawler in ["googlebot", "bingbot", "*"] {
        if !rules.allows(crawler, path) {
            outcome.block(
                Some(path),
                "robots.txt forbids search engines to fetch the page.",
                "Allow the page in robots.txt.",
            );
            return;
        }
    }
}

fn in_sitemap(context: &Context<'_>, listed: &[sitemap::Entry], page: &sites::Page, outcome: &mut Outcome) {
    let wanted =
        context.content.base.join(page.path.trim_start_matches('/')).map(|url| url.to_string()).unwrap_or_default();
    let path = Some(page.path.as_str());
    let Some(entry) = listed.iter().find(|entry| entry.address == wanted) else {
        outcome.block(path, "The page is not in the sitemap.", format!("Add {wanted} to the sitemap."));
        return;
    };
    let (day, changed) = (entry.changed.get(..10).unwrap_or_default(), page.updated_on.to_string());
    if day != changed {
        let detail = if day.is_empty() {
            "The sitemap does not say when the page changed.".to_owned()
        } else {
            format!("The sitemap says that the page changed on {day}; it changed on {changed}.")
        };
        outcome.block(path, detail, format!("Write {changed} as lastmod."));
    }
    if page.updated_on > context.site.built_on {
        outcome.block(
            path,
            format!("The page says that it changed on {changed}, after the site was built."),
            "Correct the day of the change.",
        );
    }
}

/// Finds addresses of the sitemap that are no page.
fn extra(context: &Context<'_>, listed: &[sitemap::Entry], outcome: &mut Outcome) {
    let base = context.content.base.as_str();
    for entry in listed {
        let path = entry.address.strip_prefix(base).map(|rest| format!("/{rest}"));
        let is_page = path.as_deref().is_some_and(|path| context.site.pages.iter().any(|page| page.path == path));
        if !is_page {
            outcome.block(
                None,
                format!("The sitemap lists {}, which is no page of the site.", entry.address),
                "Remove it from the sitemap.",
            );
        }
    }
}
