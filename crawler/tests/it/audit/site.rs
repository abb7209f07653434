//! Issues that only the whole crawl shows.

use crawler::{
    audit::{Finding, Issue, Site, SiteBuilder, site_findings},
    external::ExternalAnswer,
};
use url::Url;

use super::example::{Example, hop, prose};

/// Issues that have a test in this file.
pub(super) const SITE_ISSUES: &[Issue] = &[
    Issue::BlockedByRobots,
    Issue::CanonicalChain,
    Issue::CanonicalToError,
    Issue::CanonicalToNoindex,
    Issue::SitemapMissing,
    Issue::SitemapUnreadable,
    Issue::HreflangNoReturn,
    Issue::HreflangNotIndexable,
    Issue::TitleDuplicate,
    Issue::DescriptionDuplicate,
    Issue::HeadingDuplicate,
    Issue::ContentDuplicate,
    Issue::ContentNearDuplicate,
    Issue::BrokenLink,
    Issue::BrokenExternalLink,
    Issue::UnreachableExternalLink,
    Issue::LinkToRedirect,
    Issue::OrphanPage,
    Issue::FewInlinks,
];

/// A page that links to paths.
fn linking(path: &str, targets: &[&str]) -> Example {
    let links: String = targets.iter().map(|target| format!("<a href=\"{target}\">about {target}</a> ")).collect();
    Example::at(path).replace("<a href=\"/prices\">our fixed prices</a>", &links)
}

fn site(pages: &[&Example]) -> Site {
    let dir = tempfile::tempdir().expect("a folder");
    let mut builder = SiteBuilder::new(dir.path()).expect("files");
    for example in pages {
        example.visit(|visit| builder.add(visit)).expect("stored facts");
    }
    for (url, answer) in [
        ("https://example.org/law", ExternalAnswer::Status(200)),
        ("https://example.org/gone", ExternalAnswer::Status(404)),
        ("https://example.org/removed", ExternalAnswer::Status(410)),
        ("https://example.org/login", ExternalAnswer::Status(403)),
        ("https://example.org/busy", ExternalAnswer::Status(429)),
        ("https://example.org/fails", ExternalAnswer::Status(503)),
        ("https://none.example/", ExternalAnswer::UnknownHost),
        ("https://closed.example/", ExternalAnswer::NoAnswer),
        ("https://slow.example/", ExternalAnswer::TooSlow),
        ("https://old.example/", ExternalAnswer::Tls),
    ] {
        builder.add_external(&Url::parse(url).expect("address"), answer);
    }
    builder.build(dir.path()).expect("compared pages")
}

fn findings(pages: &[&Example], page: &Example) -> Vec<Finding> {
    page.visit(|visit| site_findings(&site(pages), visit))
}

/// Returns the evidence of an issue, empty if the page does not have it.
fn evidence(pages: &[&Example], page: &Example, issue: Issue) -> Vec<String> {
    let found = findings(pages, page).into_iter().find(|finding| finding.issue == issue);
    found.map(|finding| finding.evidence).unwrap_or_default()
}

#[test]
fn pages_that_link_to_one_another_have_no_issue() {
    let home = linking("/home", &["/a", "/b"]).set(|home| home.depth = Some(0));
    let (a, b) = (linking("/a", &["/home", "/b"]), linking("/b", &["/home", "/a"]));
    for page in [&home, &a, &b] {
        let found = findings(&[&home, &a, &b], page).into_iter().map(|finding| finding.issue);
        // The examples share most of their text.
        assert_eq!(found.filter(|issue| *issue != Issue::ContentNearDuplicate).collect::<Vec<_>>(), []);
    }
}

#[test]
fn links_to_errors_and_redirects_are_found() {
    let page = linking("/a", &["/gone", "/old", "/a"]);
    let gone = Example::at("/gone").set(|gone| gone.status = Some(404));
    let old = Example::at("/old").set(|old| old.redirects = vec![hop("/old", 301, "/a")]);
    let pages = [&page, &gone, &old];
    assert_eq!(evidence(&pages, &page, Issue::BrokenLink), ["https://example.com/gone 404"]);
    assert_eq!(evidence(&pages, &page, Issue::LinkToRedirect), ["https://example.com/old"]);
}

#[test]
fn links_to_other_websites_are_broken_only_if_nothing_can_be_there() {
    let links = ["law", "gone", "removed", "login", "busy", "fails", "unasked"]
        .map(|name| format!("https://example.org/{name}"));
    let hosts = ["none", "closed", "slow", "old"].map(|name| format!("https://{name}.example/"));
    let page = linking("/a", &links.iter().chain(&hosts).map(String::as_str).collect::<Vec<_>>());
    let sorted = |issue| {
        let mut evidence = evidence(&[&page], &page, issue);
        evidence.sort_unstable();
        evidence
    };
    let broken =
        ["https://example.org/gone 404", "https://example.org/removed 410", "https://none.example/ unknown host"];
    assert_eq!(sorted(Issue::BrokenExternalLink), broken);
    let unreachable = [
        "https://closed.example/ no answer",
        "https://example.org/busy 429",
        "https://example.org/fails 503",
        "https://example.org/login 403",
        "https://old.example/ no valid certificate",
        "https://slow.example/ too slow",
    ];
    assert_eq!(sorted(Issue::UnreachableExternalLink), unreachable);
}

#[test]
fn pages_with_few_links_to_them_are_found() {
    let (a, b) = (linking("/a", &["/b", "/b", "/a"]), linking("/b", &[]));
    assert_eq!(evidence(&[&a, &b], &a, Issue::OrphanPage), ["https://example.com/a"]);
    assert_eq!(evidence(&[&a, &b], &b, Issue::FewInlinks), ["1"]);
    assert_eq!(evidence(&[&a, &b], &b, Issue::OrphanPage), [] as [&str; 0]);
}

#[test]
fn a_blocked_page_is_reported_if_pages_link_to_it() {
    let (a, b) = (linking("/a", &["/b"]), Example::at("/b").set(|b| b.is_allowed = false));
    assert_eq!(evidence(&[&a, &b], &b, Issue::BlockedByRobots), ["https://example.com/a"]);
    assert_eq!(evidence(&[&b], &b, Issue::BlockedByRobots), [] as [&str; 0]);
}

#[test]
fn canonical_pages_are_followed() {
    let canonical = |path: &str, to: &str| {
        Example::at(path).replace(&format!("https://example.com{path}\""), &format!("https://example.com{to}\""))
    };
    let (a, b, c) = (canonical("/a", "/b"), canonical("/b", "/c"), Example::at("/c"));
    let chain = ["https://example.com/b", "https://example.com/c"];
    assert_eq!(evidence(&[&a, &b, &c], &a, Issue::CanonicalChain), chain);
    assert_eq!(evidence(&[&a, &b, &c], &b, Issue::CanonicalChain), [] as [&str; 0]);
    let gone = Example::at("/b").set(|gone| gone.status = Some(410));
    assert_eq!(evidence(&[&a, &gone], &a, Issue::CanonicalToError), ["https://example.com/b 410"]);
    let hidden = Example::at("/b").header("x-robots-tag", "noindex");
    assert_eq!(evidence(&[&a, &hidden], &a, Issue::CanonicalToNoindex), ["https://example.com/b"]);
    assert_eq!(evidence(&[&a, &hidden], &a, Issue::CanonicalToError), [] as [&str; 0]);
}

#[test]
fn unreadable_sitemap_is_an_issue_of_the_start_page() {
    let dir = tempfile::tempdir().expect("a folder");
    let (start, other) = (Example::at("/").set(|page| page.depth = Some(0)), Example::at("/a"));
    let found = |sitemaps: &[&str], page: &Example| {
        let mut builder = SiteBuilder::new(dir.path()).expect("files");
        builder.add_unread_sitemaps(sitemaps.iter().map(|&sitemap| sitemap.to_owned()).collect());
        let site = builder.build(dir.path()).expect("a site");
        let mut findings = page.visit(|visit| site_findings(&site, visit));
        findings.retain(|finding| finding.issue == Issue::SitemapUnreadable);
        findings.pop().map(|finding| finding.evidence)
    };
    let sitemap = "https://example.com/sitemap.xml 404";
    assert_eq!(found(&[sitemap], &start), Some(vec![sitemap.to_owned()]));
    assert_eq!((found(&[sitemap], &other), found(&[], &start)), (None, None));
}

#[test]
fn pages_outside_the_sitemap_are_found_if_there_is_one() {
    let (a, b) = (Example::at("/a"), Example::at("/b").set(|b| b.is_in_sitemap = false));
    assert_eq!(evidence(&[&a, &b], &b, Issue::SitemapMissing), ["https://example.com/b"]);
    assert_eq!(evidence(&[&b], &b, Issue::SitemapMissing), [] as [&str; 0]);
}

#[test]
fn language_versions_must_link_back_and_be_indexable() {
    let version = |path: &str, others: &[&str]| {
        let links =
            others.iter().map(|other| format!("<link rel=alternate hreflang=de href=https://example.com{other}>"));
        Example::at(path).head(&links.collect::<String>())
    };
    let (a, b) = (version("/a", &["/a", "/b", "/c"]), version("/b", &["/b"]));
    let c = version("/c", &["/a"]).header("x-robots-tag", "noindex");
    assert_eq!(evidence(&[&a, &b, &c], &a, Issue::HreflangNoReturn), ["https://example.com/b"]);
    assert_eq!(evidence(&[&a, &b, &c], &a, Issue::HreflangNotIndexable), ["https://example.com/c"]);
    assert_eq!(evidence(&[&a, &b, &c], &b, Issue::HreflangNoReturn), [] as [&str; 0]);
}

#[test]
fn duplicates_name_the_other_page_and_ignore_pages_that_are_not_indexable() {
    let mut copy = Example::default().replace("/repair\"", "/copy\"");
    copy.url = "https://example.com/copy".to_owned();
    let (page, other) = (Example::default(), Example::at("/other"));
    let hidden = Example::default().set(|hidden| hidden.url = "https://example.com/variant".to_owned());
    for issue in [Issue::TitleDuplicate, Issue::DescriptionDuplicate, Issue::HeadingDuplicate, Issue::ContentDuplicate]
    {
        assert_eq!(evidence(&[&page, &copy, &other, &hidden], &page, issue), ["https://example.com/copy"], "{issue:?}");
        assert_eq!(evidence(&[&page, &copy, &other], &other, issue), [] as [&str; 0], "{issue:?}");
    }
    assert_eq!(evidence(&[&page, &copy], &page, Issue::ContentNearDuplicate), [] as [&str; 0]);
}

#[test]
fn near_duplicates_are_found_among_many_pages() {
    let written = |path: &str, text: &str| {
        let mut example = Example::at(path);
        example.html = format!("<link rel=canonical href=https://example.com{path}><main><p>{text}</p></main>");
        example
    };
    let text = prose(40);
    let mut pages = vec![written("/a", &text), written("/b", &text.replace("number 7 ", "number seventy "))];
    pages.extend((0..50).map(|index| {
        written(&format!("/p{index}"), &prose(30).replace("house", &format!("shed{index} or barn{index}")))
    }));
    let all: Vec<&Example> = pages.iter().collect();
    let near = evidence(&all, &pages[0], Issue::ContentNearDuplicate);
    assert!(near.len() == 1 && near[0].starts_with("https://example.com/b (9"), "{near:?}");
    assert_eq!(evidence(&all[1..], &pages[1], Issue::ContentNearDuplicate), [] as [&str; 0]);
}
