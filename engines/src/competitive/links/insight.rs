//! Findings about links.

use std::collections::BTreeSet;

use serde_json::json;

use super::compare::common_providers;
use super::input::LinksInput;
use super::output::{LinkCounts, LinkProblem, LinkSite, LinksOutput, ReclaimPage};
use crate::common::{Action, Evidence, Finding, Insight, Nature, Severity};
use crate::competitive::SIGNATURE;

/// Insights that are not about single pages.
const OTHERS: usize = 2;
/// Minutes to set a redirect.
const REDIRECT_MINUTES: u32 = 15;
/// Minutes to write to one site.
const OUTREACH_MINUTES: u32 = 30;
/// Longest address in a title, in characters.
const LONGEST: usize = 120;
/// Domains that are named in the evidence.
const NAMED: usize = 8;

pub(super) fn insights(input: &LinksInput, output: &LinksOutput, most: usize) -> Vec<Insight> {
    let pages = output.reclaim.iter().take(most.saturating_sub(OTHERS).max(1)).map(|page| reclaim(input, page));
    let mut all: Vec<Insight> = pages.collect();
    all.extend(gap(input, output));
    all.extend(behind(input, output));
    all.truncate(most);
    all
}

fn reclaim(input: &LinksInput, page: &ReclaimPage) -> Insight {
    let LinkCounts { referring_domains, followed, not_followed, unknown, .. } = page.domains;
    let state = match page.problem {
        LinkProblem::Gone if page.leads_to.is_some() => "redirects to a page that is gone".to_owned(),
        LinkProblem::Gone => format!("answers {}", page.status),
        LinkProblem::RedirectsHome => "redirects to the home page".to_owned(),
    };
    let finding = Finding {
        kind: "link_reclamation",
        subject: page.url.clone(),
        title: format!(
            "{} {state} and has links from {}",
            shortened(&page.url),
            domains(referring_domains, &format!("{followed} followed, {not_followed} not followed, {unknown} unknown"))
        ),
        severity: Severity::Opportunity,
        nature: Nature::Fact,
        confidence: 0.95,
        effort_minutes: REDIRECT_MINUTES,
        evidence: evidence(page),
        assumptions: vec!["The linking pages still have the links that the providers list".to_owned()],
        action: Some(Action::new("redirect_page", "Redirect the page", Some(page.url.clone()))),
        falsifier: "The page answers again, or the linking pages no longer have their links".to_owned(),
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}

fn evidence(page: &ReclaimPage) -> Vec<Evidence> {
    let mut links = json!(page.domains);
    links["linkedFrom"] = json!(page.linked_from);
    let status = json!({ "status": page.status, "leadsTo": page.leads_to, "fix": page.fix });
    let task = json!({ "title": format!("Redirect {}", page.url), "detail": page.fix });
    let source = page.status_source.as_str();
    let mut all = vec![
        Evidence::new("referring_domains", &page.url, links, &names(&page.providers), page.links_as_of),
        Evidence::new("page_status", &page.url, status, source, page.checked_at),
        Evidence::new("task", &page.url, task, source, page.checked_at),
    ];
    // A page that redirects already needs a person, who knows where its redirect is set.
    let target = page.replacement.as_ref().filter(|_| page.leads_to.is_none());
    all.extend(target.map(|target| {
        let change = json!({ "kind": "redirect", "before": null, "after": null, "target": target });
        Evidence::new("change", &page.url, change, source, page.checked_at)
    }));
    all
}

fn gap(input: &LinksInput, output: &LinksOutput) -> Option<Insight> {
    let first = output.prospects.first()?;
    let number = output.prospects.len();
    let seen = output.sources.iter().filter_map(|source| source.to).max();
    let providers: Vec<String> = output.sources.iter().map(|source| source.provider.clone()).collect();
    let evidence = output.prospects.iter().take(NAMED).map(|one| {
        let value = json!({
            "rivals": one.rivals, "followedRivals": one.followed_rivals, "linkedBefore": one.linked_before,
            "example": one.example, "authority": one.authority, "authorityName": one.authority_name,
        });
        Evidence::new("link_gap", &one.domain, value, &names(&providers), seen)
    });
    let what = if number == 1 { "1 domain links".to_owned() } else { format!("{number} domains link") };
    let finding = Finding {
        kind: "link_gap",
        title: format!(
            "{what} to at least two rivals and not to you, such as {} ({} rivals)",
            first.domain,
            first.rivals.len()
        ),
        severity: Severity::Opportunity,
        nature: Nature::Fact,
        confidence: 0.8,
        effort_minutes: OUTREACH_MINUTES * u32::try_from(number.min(20)).unwrap_or(20),
        evidence: evidence.collect(),
        assumptions: vec!["A link that no provider has listed may exist".to_owned()],
        action: Some(Action::new("review_links", "Review the domains", Some(first.domain.clone()))),
        falsifier: "A new export of links to your site contains these domains".to_owned(),
        ..Finding::default()
    };
    Some(finding.insight(SIGNATURE, input.as_of))
}

/// Reports the rival with the most followed domains in excess of yours, within one provider.
fn behind(input: &LinksInput, output: &LinksOutput) -> Option<Insight> {
    let common: BTreeSet<&str> = common_providers(&output.sites);
    let own = |provider: &str| output.sites.iter().find(|site| site.is_own && site.provider == provider);
    let ahead = output.sites.iter().filter(|site| !site.is_own && common.contains(site.provider.as_str()));
    let lead = |rival: &LinkSite| {
        own(&rival.provider)
            .map_or(0, |own| rival.domains.referring_domains.saturating_sub(own.domains.referring_domains))
    };
    let rival = ahead.filter(|rival| lead(rival) > 0).max_by_key(|rival| lead(rival))?;
    let own = own(&rival.provider)?;
    let evidence = [own, rival].map(|site| {
        let source = provider_name(&site.provider);
        Evidence::new("referring_domains", &site.domain, json!(site.domains), source, site.as_of)
    });
    let finding = Finding {
        kind: "fewer_referring_domains",
        subject: rival.domain.clone(),
        title: format!(
            "{} has links from {}, you have links from {} by {}",
            rival.domain,
            domains(rival.domains.referring_domains, &format!("{} followed", rival.domains.followed)),
            domains(own.domains.referring_domains, &format!("{} followed", own.domains.followed)),
            provider_name(&rival.provider)
        ),
        nature: Nature::Fact,
        confidence: 0.9,
        evidence: evidence.to_vec(),
        assumptions: vec!["The rows of the provider are complete for both sites".to_owned()],
        falsifier: "A complete export of the provider counts at least as many domains for you".to_owned(),
        ..Finding::default()
    };
    Some(finding.insight(SIGNATURE, input.as_of))
}

fn domains(number: u32, more: &str) -> String {
    let noun = if number == 1 { "domain" } else { "domains" };
    format!("{number} {noun} ({more})")
}

fn names(providers: &[String]) -> String {
    providers.iter().map(|provider| provider_name(provider)).collect::<Vec<_>>().join(", ")
}

/// An address that fits in a title.
fn shortened(url: &str) -> String {
    if url.chars().count() <= LONGEST { url.to_owned() } else { url.chars().take(LONGEST - 1).chain(['…']).collect() }
}

/// Name of a provider for readers.
fn provider_name(provider: &str) -> &str {
    match provider {
        "ahrefs" => "Ahrefs",
        "semrush" => "Semrush",
        "majestic" => "Majestic",
        "data_for_seo" => "DataForSEO",
        other => other,
    }
}
