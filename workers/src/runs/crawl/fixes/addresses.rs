//! Canonical addresses, language versions, redirects and internal links.

use std::collections::BTreeSet;

use crawler::{
    audit::{Issue, Visit},
    page::Link,
};
use edits::Change;
use url::Url;

use super::{Case, Fix, Outcome, known::bare};

/// Changes of the links of one page.
const MOST_LINKS: usize = 20;

fn set_canonical(case: &Case<'_>, before: Option<String>, address: &Url, basis: &str) -> Outcome {
    let address = bare(address);
    let change = Change::SetCanonical { path: case.path.clone(), address: address.clone() };
    Outcome::fix(case.visit.url, change, (before, address), basis)
}

pub(super) fn canonical_missing(case: &Case<'_>) -> Outcome {
    if !case.known.has_page(case.visit.url) {
        return Outcome::default();
    }
    set_canonical(case, None, case.visit.url, "the address at which the page answers")
}

pub(super) fn canonical_chain(case: &Case<'_>) -> Outcome {
    let last = case.finding.evidence.last().and_then(|address| Url::parse(address).ok());
    let before = case.visit.canonical().map(Url::to_string);
    match last.filter(|last| case.known.has_page(last)) {
        Some(last) => set_canonical(case, before, &last, "the last page of the chain, which answers"),
        None => Outcome::need("The last page of the chain cannot be indexed: decide which page is the canonical one."),
    }
}

pub(super) fn canonical_to_error(case: &Case<'_>) -> Outcome {
    let named = case.visit.canonical();
    let last = named.and_then(|named| case.known.final_of(named)).filter(|last| case.known.has_page(&last.url));
    match last {
        Some(last) => {
            set_canonical(case, named.map(Url::to_string), &last.url, "the page to which the named address redirects")
        }
        None => Outcome::need("The page that it names is an error: decide which page is the canonical one."),
    }
}

fn set_alternate(page: &Url, path: String, language: &str, address: &Url, basis: &str) -> Fix {
    let address = bare(address);
    let after = format!("{language}: {address}");
    let change = Change::SetAlternate { path, language: language.to_owned(), address };
    Fix { page: page.to_string(), change, before: None, after, basis: basis.to_owned() }
}

/// Lets the versions that a page names name it too, by the code with which it names itself.
pub(super) fn hreflang_no_return(case: &Case<'_>) -> Outcome {
    let own = bare(case.visit.url);
    let codes = case.known.versions(case.visit.url).into_iter().filter(|(_, version)| *version == own);
    let mut codes = codes.map(|(code, _)| code).filter(|code| !code.eq_ignore_ascii_case("x-default"));
    let (Some(code), None) = (codes.next(), codes.next()) else {
        return Outcome::need("It does not name itself with one language code: add that first.");
    };
    let mut outcome = Outcome::default();
    for version in case.finding.evidence.iter().filter_map(|address| Url::parse(address).ok()) {
        let has_other = case.known.versions(&version).iter().any(|(known, _)| known.eq_ignore_ascii_case(&code));
        match case.known.path(&version).filter(|_| !has_other) {
            Some(path) => {
                let basis = format!("{own} names this page as a version of it");
                outcome.fixes.push(set_alternate(&version, path, &code, case.visit.url, &basis));
            }
            None => {
                outcome.need =
                    Some(format!("Its version {version} is of another website, or names another page for {code}."));
            }
        }
    }
    outcome
}

/// Adds the code by which all other versions name a page.
pub(super) fn hreflang_no_self(case: &Case<'_>) -> Outcome {
    let mut codes = case.known.codes_of(case.visit.url);
    codes.remove("x-default");
    let mut codes = codes.into_iter();
    let (Some(code), None) = (codes.next(), codes.next()) else {
        return Outcome::need("No other version names it with one language code: add its own version by hand.");
    };
    if case.known.versions(case.visit.url).iter().any(|(known, _)| known.eq_ignore_ascii_case(&code)) {
        return Outcome::need(format!("It names another page for {code}: decide which one is right."));
    }
    let basis = "the language code by which the other versions name this page";
    let fix = set_alternate(case.visit.url, case.path.clone(), &code, case.visit.url, basis);
    Outcome { fixes: vec![fix], need: None }
}

pub(super) fn redirect_chain(case: &Case<'_>) -> Outcome {
    let Some(last) = case.known.final_of(case.visit.url) else {
        return Outcome::need("The chain does not end at a page: decide where it leads.");
    };
    if case.known.path(&last.url).as_deref() == Some(case.path.as_str()) {
        return Outcome::need("Only the scheme or the host differs: a rule of the server redirects all its addresses.");
    }
    let to = case.known.target(&last.url);
    let before = case.visit.redirects.first().map(|hop| hop.target.to_string());
    let change = Change::AddRedirect { from: case.path.clone(), to: to.clone(), permanent: last.is_permanent };
    Outcome::fix(case.visit.url, change, (before, to), "the page at which the chain of redirects ends")
}

pub(super) fn link_to_redirect(case: &Case<'_>) -> Outcome {
    links(case, |url| {
        let last = case.known.final_of(url)?;
        // A temporary redirect may lead elsewhere tomorrow, and one of spelling may be the server's.
        let is_clear = last.is_permanent && case.known.has_page(&last.url);
        Some(is_clear.then(|| (last.url.clone(), "the page to which the old address redirects permanently")))
    })
}

pub(super) fn broken_link(case: &Case<'_>) -> Outcome {
    links(case, |url| case.known.is_missing(url).then(|| case.known.clear_target(url)))
}

/// Replaces the links of a page to addresses for which `target` returns something: `Some(None)` has no clear target.
fn links(case: &Case<'_>, target: impl Fn(&Url) -> Option<Option<(Url, &'static str)>>) -> Outcome {
    let mut outcome = Outcome::default();
    let mut seen = BTreeSet::new();
    for (href, url) in internal(case.visit) {
        let Some(found) = target(url) else { continue };
        if !seen.insert(href) {
            continue;
        }
        match found.filter(|_| outcome.fixes.len() < MOST_LINKS) {
            Some((page, basis)) => {
                let to = case.known.target(&page);
                let change = Change::ReplaceLink { path: case.path.clone(), from: href.to_owned(), to: to.clone() };
                outcome.fixes.push(Fix {
                    page: case.visit.url.to_string(),
                    change,
                    before: Some(href.to_owned()),
                    after: to,
                    basis: basis.to_owned(),
                });
            }
            None if case.finding.issue == Issue::BrokenLink => {
                outcome.need =
                    Some(format!("No page of the website is clearly meant by {href}: decide where it leads."));
            }
            None => outcome.need = Some(format!("{href} redirects temporarily, or to a page that is not indexed.")),
        }
    }
    outcome
}

/// Returns the links of a page with their addresses.
fn internal<'a>(visit: &Visit<'a>) -> impl Iterator<Item = (&'a str, &'a Url)> {
    let links: &[Link] = visit.page.map_or(&[], |page| &page.links);
    links.iter().filter_map(|link| Some((link.href.as_str(), link.url.as_ref()?)))
}
