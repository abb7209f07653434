//! Links of other websites.

use engines::common::{Day, EngineError, Severity, Unattended};
use engines::competitive::{Link, LinkProblem, LinkedPage, LinksInput, LinksOutput, links};
use proptest::prelude::*;
use serde_json::json;

use super::checked;

/// A live, followed link that Ahrefs saw on 1 November.
fn link(domain: &str, target: &str) -> Link {
    Link {
        provider: "ahrefs".to_owned(),
        source_url: format!("https://www.{domain}/article"),
        target_url: target.to_owned(),
        is_followed: Some(true),
        last_seen: Day::parse("2026-11-01"),
        observed_at: Day::parse("2026-11-02"),
        ..Link::default()
    }
}

fn nofollow(domain: &str, target: &str) -> Link {
    Link { is_followed: Some(false), ..link(domain, target) }
}

fn lost(domain: &str, target: &str) -> Link {
    Link { is_lost: true, lost_on: Day::parse("2026-10-20"), last_seen: None, ..link(domain, target) }
}

fn page(url: &str, status: u16) -> LinkedPage {
    let observed_at = Day::parse("2026-11-20");
    LinkedPage { url: url.to_owned(), status: Some(status), observed_at, source: "crawl".to_owned(), redirect: None }
}

fn redirect(url: &str, to: &str) -> LinkedPage {
    LinkedPage { redirect: Some(to.to_owned()), ..page(url, 301) }
}

fn input(links: Vec<Link>, pages: Vec<LinkedPage>) -> LinksInput {
    let rivals = vec!["a.example".to_owned(), "www.b.example".to_owned()];
    LinksInput { as_of: Day::parse("2026-11-21"), site: "www.own.example".to_owned(), rivals, links, pages }
}

fn found(input: &LinksInput) -> LinksOutput {
    links(input, &checked(), &Unattended).unwrap()
}

const OLD: &str = "https://own.example/roof-repair-2019";

#[test]
fn page_that_is_gone_is_reclaimed_with_its_live_domains_by_relation() {
    let rows = vec![
        link("news.example", OLD),
        // The same site twice, and the same link by another provider.
        Link {
            source_url: "https://blog.news.example/x".to_owned(),
            source_domain: "news.example".to_owned(),
            ..nofollow("news.example", OLD)
        },
        Link { provider: "semrush".to_owned(), ..link("news.example", OLD) },
        nofollow("forum.example", "http://www.own.example/roof-repair-2019/"),
        Link { is_followed: None, ..link("guide.example", OLD) },
        lost("gone.example", OLD),
        // The own site's links do not count.
        link("blog.own.example", OLD),
    ];
    let output = found(&input(rows, vec![page(OLD, 404), page("https://own.example/roof-repair", 200)]));
    let [reclaimed] = output.reclaim.as_slice() else { panic!("{:?}", output.reclaim) };
    let expected = json!({"referringDomains": 3, "followed": 1, "notFollowed": 1, "unknown": 1, "lost": 1});
    assert_eq!(json!(reclaimed.domains), expected);
    assert_eq!((reclaimed.problem, reclaimed.status), (LinkProblem::Gone, 404));
    assert_eq!(reclaimed.replacement.as_deref(), Some("https://own.example/roof-repair"));
    assert!(reclaimed.fix.contains("301") && reclaimed.fix.contains("/roof-repair"), "{}", reclaimed.fix);
    assert_eq!(reclaimed.linked_from[0], "https://www.news.example/article");
    assert_eq!(reclaimed.providers, ["ahrefs", "semrush"]);
    let insight = &output.insights[0];
    assert_eq!(
        (insight.key.as_str(), insight.severity),
        (format!("link_reclamation:{OLD}").as_str(), Severity::Opportunity)
    );
    assert_eq!(insight.impact, None, "no source gives the value of a link");
    assert_eq!(insight.evidence[0].source, "Ahrefs, Semrush");
    assert_eq!(insight.evidence[0].observed_at.as_deref(), Some("2026-11-02T00:00:00Z"));
    assert_eq!(insight.evidence[1].observed_at.as_deref(), Some("2026-11-20T00:00:00Z"));
    let change = insight.evidence.iter().find(|one| one.kind == "change").unwrap();
    assert_eq!((change.reference.as_str(), &change.value["target"]), (OLD, &json!("https://own.example/roof-repair")));
    assert!(output.notes.iter().any(|note| note.starts_with("1 links of a site to itself")), "{:?}", output.notes);
}

#[test]
fn redirects_are_followed_to_the_home_page_and_to_a_page_that_is_gone() {
    let home = |path: &str| link("news.example", &format!("https://own.example/{path}"));
    let rows = vec![
        home("to-home"),
        home("by-two"),
        home("to-gone"),
        home("moved"),
        home(""),
        home("https-only"),
        home("loop"),
    ];
    let own = |path: &str| format!("https://own.example/{path}");
    let pages = vec![
        redirect(&own("to-home"), "https://www.own.example/"),
        redirect(&own("by-two"), &own("second")),
        redirect(&own("second"), &own("")),
        redirect(&own("to-gone"), &own("third")),
        page(&own("third"), 410),
        redirect(&own("moved"), &own("services")),
        page(&own("services"), 200),
        redirect("http://own.example/https-only", &own("https-only")),
        page(&own("https-only"), 200),
        redirect(&own("loop"), &own("loop-2")),
        redirect(&own("loop-2"), &own("loop")),
        page(&own(""), 200),
    ];
    let output = found(&input(rows, pages));
    let told: Vec<(&str, LinkProblem, u16)> =
        output.reclaim.iter().map(|page| (page.url.as_str(), page.problem, page.status)).collect();
    let expected = [
        ("https://own.example/by-two", LinkProblem::RedirectsHome, 301),
        ("https://own.example/to-gone", LinkProblem::Gone, 301),
        ("https://own.example/to-home", LinkProblem::RedirectsHome, 301),
    ];
    assert_eq!(told, expected);
    assert_eq!((output.checked_pages, output.unchecked_pages), (6, 1), "a loop has no known end");
    assert_eq!(output.reclaim[1].leads_to.as_deref(), Some("https://own.example/third"));
    // "https://own.example/?x=.own.example" is no home page.
    let tricky = vec![redirect(&own("to-home"), "https://own.example/?x=.own.example")];
    assert!(found(&input(vec![home("to-home")], tricky)).reclaim.is_empty());
}

#[test]
fn page_with_lost_links_only_is_not_reclaimed_and_a_later_sight_counts_more_than_a_loss() {
    let gone = || vec![page(OLD, 404)];
    assert!(found(&input(vec![lost("news.example", OLD)], gone())).reclaim.is_empty());
    let lost_later =
        Link { provider: "semrush".to_owned(), lost_on: Day::parse("2026-11-10"), ..lost("news.example", OLD) };
    assert!(found(&input(vec![link("news.example", OLD), lost_later], gone())).reclaim.is_empty());
    let lost_before = Link { provider: "semrush".to_owned(), ..lost("news.example", OLD) };
    assert_eq!(found(&input(vec![link("news.example", OLD), lost_before], gone())).reclaim.len(), 1);
}

#[test]
fn pages_are_ranked_by_followed_domains() {
    let many = |number: usize, target: &str, is_followed: bool| -> Vec<Link> {
        (0..number).map(|n| Link { is_followed: Some(is_followed), ..link(&format!("s{n}.example"), target) }).collect()
    };
    let rows =
        [many(9, "https://own.example/nofollowed", false), many(2, "https://own.example/followed", true)].concat();
    let pages = vec![page("https://own.example/nofollowed", 404), page("https://own.example/followed", 404)];
    let output = found(&input(rows, pages));
    assert_eq!(output.reclaim[0].url, "https://own.example/followed");
    assert_eq!(output.reclaim[1].domains.referring_domains, 9);
}

#[test]
fn sites_are_compared_within_one_provider_and_the_gap_needs_two_rivals() {
    let (a, b) = ("https://a.example/x", "https://www.b.example/");
    let rows = vec![
        link("both.example", a),
        nofollow("both.example", b),
        link("back.example", a),
        link("back.example", b),
        lost("back.example", "https://own.example/"),
        // One rival only, one that links to you too, and a rival itself.
        link("single.example", a),
        link("shared.example", a),
        link("shared.example", b),
        link("shared.example", "https://shop.own.example/"),
        link("a.example", b),
        // Lost at one of the two rivals.
        link("past.example", a),
        lost("past.example", b),
        Link { provider: "semrush".to_owned(), ..link("big.example", a) },
        link("any.example", "https://other.example/"),
    ];
    let output = found(&input(rows, Vec::new()));
    let domains: Vec<(&str, u32, bool)> =
        output.prospects.iter().map(|one| (one.domain.as_str(), one.followed_rivals, one.linked_before)).collect();
    assert_eq!(domains, [("back.example", 2, true), ("both.example", 1, false)]);
    assert_eq!(output.prospects[0].rivals, ["a.example", "b.example"]);
    let site = |provider: &str, domain: &str| {
        output.sites.iter().find(|site| site.provider == provider && site.domain == domain).unwrap()
    };
    assert_eq!(
        json!(site("ahrefs", "own.example").domains),
        json!({"referringDomains": 1, "followed": 1, "notFollowed": 0, "unknown": 0, "lost": 1})
    );
    assert_eq!(site("ahrefs", "b.example").domains.not_followed, 1);
    let keys: Vec<&str> = output.insights.iter().map(|insight| insight.key.as_str()).collect();
    assert_eq!(keys, ["link_gap", "fewer_referring_domains:a.example"], "semrush has no links to the own site");
    assert!(output.notes.iter().any(|note| note.contains("other.example")), "{:?}", output.notes);
    assert!(output.needs.iter().any(|need| need.contains("crawl")), "{:?}", output.needs);
}

#[test]
fn gap_is_not_stated_without_links_to_the_own_site() {
    let rows = vec![link("both.example", "https://a.example/"), link("both.example", "https://b.example/")];
    let output = found(&input(rows, Vec::new()));
    assert!(output.prospects.is_empty() && output.insights.is_empty());
    assert!(output.needs.iter().any(|need| need.contains("your own site")), "{:?}", output.needs);
}

#[test]
fn other_sites_are_rivals_if_none_is_named() {
    let rows = vec![
        link("both.example", "https://blog.a.example/"),
        link("both.example", "https://b.example/"),
        link("mine.example", "https://own.example/"),
    ];
    let named = |row: Link| {
        let target_domain = if row.target_url.contains("a.example") { "a.example" } else { "" };
        Link { target_domain: target_domain.to_owned(), ..row }
    };
    let rows = rows.into_iter().map(named).collect();
    let output = found(&LinksInput { rivals: Vec::new(), ..input(rows, Vec::new()) });
    assert_eq!(output.prospects[0].rivals, ["a.example", "b.example"]);
}

#[test]
fn links_that_cannot_be_used_are_refused_or_counted() {
    let none = links(&input(Vec::new(), Vec::new()), &checked(), &Unattended).unwrap_err();
    assert!(matches!(none, EngineError::NoInput { what: "links", .. }), "{none}");
    let rows = vec![link("news.example", OLD)];
    let no_site =
        links(&LinksInput { site: " ".to_owned(), ..input(rows.clone(), Vec::new()) }, &checked(), &Unattended);
    assert!(no_site.unwrap_err().to_string().contains("site"));
    let many = LinksInput { rivals: vec![String::new(); 1_001], ..input(rows.clone(), Vec::new()) };
    assert!(matches!(links(&many, &checked(), &Unattended), Err(EngineError::TooLarge { what: "`rivals`", .. })));
    let empty = Link { source_url: String::new(), ..link("news.example", OLD) };
    let output = found(&input(vec![empty, Link { provider: String::new(), ..rows[0].clone() }], Vec::new()));
    assert!(output.sources.is_empty() && output.sites.is_empty());
    assert!(output.notes.iter().any(|note| note.starts_with("2 links without")), "{:?}", output.notes);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn any_links_and_pages_are_answered(
        rows in prop::collection::vec(("\\PC{0,25}", "\\PC{0,25}", any::<bool>(), any::<Option<bool>>(), any::<Option<f64>>()), 1..30),
        pages in prop::collection::vec(("\\PC{0,25}", any::<Option<u16>>(), any::<Option<String>>()), 0..20),
    ) {
        let row = |(source_url, target, is_lost, is_followed, authority): (String, String, bool, Option<bool>, Option<f64>)| Link {
            provider: "ahrefs".to_owned(),
            target_url: if is_lost { target.clone() } else { format!("https://own.example/{target}") },
            authority_name: Some(target),
            source_url, is_lost, is_followed, authority,
            ..Link::default()
        };
        let page = |(url, status, redirect): (String, Option<u16>, Option<String>)| LinkedPage {
            url: format!("https://own.example/{url}"), status, redirect, ..LinkedPage::default()
        };
        let rows = rows.into_iter().map(row).collect();
        let output = found(&input(rows, pages.into_iter().map(page).collect()));
        prop_assert!(output.reclaim.iter().all(|page| page.domains.referring_domains > 0));
        let adds_up = output.sites.iter().all(|site| {
            let domains = site.domains;
            domains.followed + domains.not_followed + domains.unknown == domains.referring_domains
        });
        prop_assert!(adds_up);
    }
}
