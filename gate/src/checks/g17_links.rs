//! G17: links lead somewhere, every page is within reach, and nothing links the portfolio together.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Context, Outcome};
use crate::{
    GateError,
    page::{Link, Reading, Target},
    words::{counted, short},
};

/// Checks all links.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let (mut outcome, mut links) = (Outcome::new(), 0_usize);
    let hosts = hosts(context);
    let tenant = context.site.tenant.as_ref().and_then(|tenant| tenant.url.as_deref()).and_then(host_of);
    for reading in &context.content.readings {
        context.checkpoint()?;
        links += reading.links.len();
        let mut reported = BTreeSet::new();
        for link in &reading.links {
            if reported.insert(link.href.as_str()) {
                check(context, reading, link, (&hosts, tenant.as_deref()), &mut outcome);
            }
        }
        resources(context, reading, &mut outcome);
    }
    let deepest = reach(context, &mut outcome);
    Ok(outcome.measured(format!(
        "{}; farthest page {} from home",
        counted(links, "link", "links"),
        counted(deepest, "click", "clicks")
    )))
}

/// Returns the hosts of the other sites with their names.
fn hosts<'c>(context: &'c Context<'_>) -> BTreeMap<String, &'c str> {
    let own = context.content.base.host_str().unwrap_or_default();
    let others = context.portfolio.sites.iter().filter(|site| site.id != context.state.site_id || site.id.is_empty());
    let hosts = others.flat_map(|site| {
        site.hosts.iter().map(|host| (host.trim().trim_start_matches("www.").to_ascii_lowercase(), site.name.as_str()))
    });
    hosts.filter(|(host, _)| !host.is_empty() && host != own).collect()
}

fn host_of(address: &str) -> Option<String> {
    let url = url::Url::parse(address).ok()?;
    Some(url.host_str()?.trim_start_matches("www.").to_owned())
}

fn check(
    context: &Context<'_>, reading: &Reading<'_>, link: &Link,
    (hosts, tenant): (&BTreeMap<String, &str>, Option<&str>), outcome: &mut Outcome,
) {
    let path = Some(reading.path.as_str());
    match &link.target {
        Target::Internal(target, fragment) => {
            let Some(file) = context.content.file_of(target) else {
                outcome.block(
                    path,
                    format!("The link \"{}\" leads to {target}, which does not exist.", short(&link.text)),
                    "Correct the address, or remove the link.",
                );
                return;
            };
            let Some(id) = fragment.as_deref().filter(|id| !id.is_empty() && *id != "top") else { return };
            let other = context.content.readings.iter().find(|reading| reading.file.path == file);
            if let Some(other) = other.filter(|other| !has_id(other, id)) {
                let detail = format!(
                    "The link \"{}\" leads to #{id}, which is not on the page {}.",
                    short(&link.text),
                    other.path
                );
                outcome.warn(path, detail, "Correct the address.");
            }
        }
        Target::External(host) => {
            if let Some(name) = hosts.get(host.as_str()) {
                outcome.block(
                    path,
                    format!("The page links to your site {name} ({host}). Links between own sites count as link spam."),
                    "Remove the link.",
                );
            }
            let is_paid = tenant.is_some_and(|tenant| tenant == host);
            if is_paid && !link.rel.iter().any(|one| one == "sponsored") {
                outcome.block(
                    path,
                    format!("The link to {host}, which pays for the site, is not marked as paid."),
                    "Add rel=\"sponsored\".",
                );
            }
        }
        Target::Broken => outcome.block(
            path,
            format!("The link \"{}\" leads nowhere: {}", short(&link.text), short(&link.href)),
            "Give it an address, or make it a button.",
        ),
        Target::App(_) => {}
    }
}

fn has_id(reading: &Reading<'_>, id: &str) -> bool {
    reading.tree.all().any(|(_, element)| {
        element.attribute("id") == Some(id) || *element.name == *"a" && element.attribute("name") == Some(id)
    })
}

/// Checks that style sheets, scripts, pictures and icons of the site exist.
fn resources(context: &Context<'_>, reading: &Reading<'_>, outcome: &mut Outcome) {
    let Ok(address) = context.content.base.join(reading.path.trim_start_matches('/')) else { return };
    for (_, element) in reading.tree.all() {
        let relation = || element.attribute("rel").unwrap_or_default().to_ascii_lowercase();
        let href = match &*element.name {
            "script" | "img" | "source" | "iframe" | "video" | "audio" => element.attribute("src"),
            "link"
                if ["stylesheet", "icon", "preload", "manifest", "apple-touch-icon"]
                    .iter()
                    .any(|one| relation().split_ascii_whitespace().any(|word| word == *one)) =>
            {
                element.attribute("href")
            }
            _ => None,
        };
        let Some(href) = href.filter(|href| !href.trim().is_empty()) else { continue };
        if let Target::Internal(path, _) = Target::of(href, &address)
            && context.content.file_of(&path).is_none()
        {
            outcome.block(
                Some(&reading.path),
                format!("The page loads {path}, which does not exist."),
                "Build the site again, or remove it.",
            );
        }
    }
}

/// Finds pages that are far from the home page, and orphans; returns the most clicks.
fn reach(context: &Context<'_>, outcome: &mut Outcome) -> usize {
    let by_file: BTreeMap<&str, &Reading<'_>> =
        context.content.readings.iter().map(|reading| (reading.file.path.as_str(), reading)).collect();
    let mut clicks: BTreeMap<&str, usize> = BTreeMap::new();
    let mut open: VecDeque<&Reading<'_>> = VecDeque::new();
    if let Some(home) = context.content.reading("/") {
        clicks.insert(home.file.path.as_str(), 0);
        open.push_back(home);
    }
    while let Some(reading) = open.pop_front() {
        let so_far = clicks.get(reading.file.path.as_str()).copied().unwrap_or_default();
        for link in reading.links.iter().filter(|link| !link.is_hidden) {
            let Target::Internal(path, _) = &link.target else { continue };
            let next = context.content.file_of(path).and_then(|file| by_file.get(file));
            if let Some(next) = next.filter(|next| !clicks.contains_key(next.file.path.as_str())) {
                clicks.insert(next.file.path.as_str(), so_far + 1);
                open.push_back(next);
            }
        }
    }
    for (reading, page) in context.content.pages() {
        match clicks.get(reading.file.path.as_str()) {
            None => outcome.block(
                Some(&page.path),
                "No link leads to the page from the home page.",
                "Link to the page from a page that visitors see.",
            ),
            Some(count) if *count > context.limits.clicks => {
                let detail = format!(
                    "The page is {count} clicks from the home page; {} are recommended at most.",
                    context.limits.clicks
                );
                outcome.warn(
                    Some(&page.path),
                    detail,
                    "Link to the page from the home page or from a page that it links to.",
                );
            }
            Some(_) => {}
        }
    }
    clicks.values().copied().max().unwrap_or_default()
}
