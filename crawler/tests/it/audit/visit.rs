//! One example with each issue that a visit shows by itself; the page of [`Example::default`] has none.

use std::collections::BTreeSet;

use crawler::{audit::Issue, render::Fact};

use super::example::{Example, hop};
use super::site::SITE_ISSUES;

type Change = fn(Example) -> Example;

/// Each issue of a visit with a page that has it.
const EXAMPLES: &[(Issue, Change)] = &[
    (Issue::Unreachable, |example| example.set(|example| example.status = None)),
    (Issue::ClientError, |example| example.set(|example| example.status = Some(404))),
    (Issue::ServerError, |example| example.set(|example| example.status = Some(503))),
    (Issue::SoftNotFound, |example| thin(example).replace("Boiler repair, explained", "Page not found")),
    (Issue::RedirectLoop, |example| {
        example.set(|example| {
            (example.redirects, example.is_redirect_loop) = (vec![hop("/a", 301, "/b"), hop("/b", 301, "/a")], true);
        })
    }),
    (Issue::RedirectToError, |example| {
        example.set(|example| (example.redirects, example.status) = (vec![hop("/a", 301, "/repair")], Some(404)))
    }),
    (Issue::RedirectChain, |example| {
        example.set(|example| example.redirects = vec![hop("/a", 301, "/b"), hop("/b", 301, "/repair")])
    }),
    (Issue::TemporaryRedirect, |example| example.set(|example| example.redirects = vec![hop("/a", 302, "/repair")])),
    (Issue::MetaRefresh, |example| example.head("<meta http-equiv=refresh content='0;url=/new'>")),
    (Issue::Noindex, |example| example.header("x-robots-tag", "googlebot: noindex")),
    (Issue::NofollowPage, |example| example.head("<meta name=robots content='index, nofollow'>")),
    (Issue::RobotsConflict, |example| example.head("<meta name=robots content=index>").header("x-robots-tag", "none")),
    (Issue::SnippetBlocked, |example| example.head("<meta name=robots content='max-snippet: 0'>")),
    (Issue::CanonicalMissing, |example| example.replace("rel=\"canonical\"", "rel=\"other\"")),
    (Issue::CanonicalMultiple, |example| example.header("link", "<https://example.com/b>; rel=\"canonical\"")),
    (Issue::CanonicalInvalid, |example| example.replace("href=\"https://example.com/repair\"", "href=\"https://[\"")),
    (Issue::CanonicalInBody, |example| example.body("<link rel=canonical href=/repair>")),
    (Issue::CanonicalElsewhere, |example| example.replace("https://example.com/repair\"", "https://example.com/b\"")),
    (Issue::SitemapNotIndexable, |example| example.header("x-robots-tag", "noindex")),
    (Issue::HreflangInvalid, |example| alternates(example, "en-UK", "https://example.com/uk")),
    (Issue::HreflangRelative, |example| alternates(example, "de", "/de")),
    (Issue::HreflangConflict, |example| alternates(example, "en", "https://example.com/other")),
    (Issue::HreflangNoSelf, |example| example.head("<link rel=alternate hreflang=de href=https://example.com/de>")),
    (Issue::HreflangNoDefault, |example| {
        example.head("<link rel=alternate hreflang=en href=https://example.com/repair>")
    }),
    (Issue::LanguageMissing, |example| example.replace("<html lang=\"en\">", "<html>")),
    (Issue::LanguageMismatch, |example| example.replace("lang=\"en\"", "lang=\"de\"")),
    (Issue::TitleMissing, |example| example.replace("Emergency boiler repair in Leeds, day and night", " ")),
    (Issue::TitleMultiple, |example| example.head("<title>Another title of the page</title>")),
    (Issue::TitleShort, |example| example.replace("Emergency boiler repair in Leeds, day and night", "Home")),
    (Issue::TitleLong, |example| example.replace("day and night</title>", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW</title>")),
    (Issue::TitleIsHeading, |example| {
        example.replace("Boiler repair, explained", "Emergency Boiler Repair in Leeds, day and night")
    }),
    (Issue::DescriptionMissing, |example| example.replace("name=\"description\"", "name=\"other\"")),
    (Issue::DescriptionMultiple, |example| example.head("<meta name=Description content='Another one'>")),
    (Issue::DescriptionShort, |example| {
        example.replace(" within two hours, at fixed prices and with a year of guarantee.", "")
    }),
    (Issue::DescriptionLong, |example| {
        example.replace("within two hours", "within two hours or even less, on workdays and on Sundays")
    }),
    (Issue::HeadingMissing, |example| example.replace("<h1>Boiler repair, explained</h1>", "")),
    (Issue::HeadingMultiple, |example| example.body("<h1>Once more</h1>")),
    (Issue::HeadingEmpty, |example| example.body("<h2> </h2>")),
    (Issue::HeadingSkipped, |example| example.body("<h4>Details</h4>")),
    (Issue::ThinContent, thin),
    (Issue::Placeholder, |example| example.body("<h2>Lorem ipsum</h2>")),
    (Issue::TextShareLow, |example| example.head(&format!("<style>{}</style>", "p{color:red}".repeat(4_000)))),
    (Issue::ScriptRequired, |example| {
        example.set(|example| {
            example.html = "<!doctype html><title>App</title><div id=root></div><script src=a.js></script>".to_owned()
        })
    }),
    (Issue::ViewportMissing, |example| example.replace("name=\"viewport\"", "name=\"other\"")),
    (Issue::DoctypeMissing, |example| example.replace("<!doctype html>", "")),
    (Issue::CharsetInvalid, |example| example.replace("<meta charset=\"utf-8\">", "").without_header("content-type")),
    (Issue::DeepPage, |example| example.set(|example| example.depth = Some(4))),
    (Issue::NoLinks, |example| example.replace("<a href", "<b title").replace("</a>", "</b>")),
    (Issue::ManyLinks, |example| example.body(&"<a href=/prices>prices of repairs</a> ".repeat(3_001))),
    (Issue::InternalNofollow, |example| example.replace("<a href=\"/prices\"", "<a rel=nofollow href=\"/prices\"")),
    (Issue::AnchorEmpty, |example| example.body("<a href=/b><img src=b.png alt='' width=1 height=1></a>")),
    (Issue::AnchorGeneric, |example| example.body("<a href=/b>Click here</a>")),
    (Issue::LinkNotCrawlable, |example| example.body("<a href='javascript:void(0)'>Menu</a>")),
    (Issue::InsecureLink, |example| example.body("<a href=http://www.example.com/b>Boilers</a>")),
    (Issue::AltMissing, |example| example.body("<img src=b.png width=1 height=1>")),
    (Issue::AltLong, |example| {
        example.body(&format!("<img src=b.png width=1 height=1 alt='{}'>", "a ".repeat(100) + "b"))
    }),
    (Issue::ImageSizeMissing, |example| example.body("<img src=b.png alt=b>")),
    (Issue::StructuredDataInvalid, |example| example.replace("\"name\":\"Boiler repair\"", "\"name\":")),
    (Issue::StructuredDataIncomplete, |example| example.replace("\"@type\":\"Service\"", "\"@type\":\"Product\"")),
    (Issue::StructuredDataMissing, |example| example.replace("application/ld+json", "text/plain")),
    (Issue::OpenGraphMissing, |example| example.replace("og:image", "og:other")),
    (Issue::NotHttps, |example| example.set(|example| example.url = "http://example.com/repair".to_owned())),
    (Issue::MixedContent, |example| example.body("<img src=http://example.com/b.png alt=b width=1 height=1>")),
    (Issue::InsecureForm, |example| example.body("<form action=http://example.com/send><input name=a></form>")),
    (Issue::HstsMissing, |example| example.without_header("strict-transport-security")),
    (Issue::CspMissing, |example| example.without_header("content-security-policy").header("x-frame-options", "DENY")),
    (Issue::FrameProtectionMissing, |example| {
        example.without_header("content-security-policy").header("content-security-policy", "default-src 'self'")
    }),
    (Issue::NosniffMissing, |example| example.without_header("x-content-type-options")),
    (Issue::ReferrerPolicyMissing, |example| {
        example.without_header("referrer-policy").header("referrer-policy", "unsafe-url")
    }),
    (Issue::SlowResponse, |example| example.set(|example| example.response_ms = 801)),
    (Issue::LargePage, |example| example.body(&format!("<!--{}-->", "x".repeat(2_000_000)))),
    (Issue::Uncompressed, |example| example.without_header("content-encoding")),
    (Issue::CacheMissing, |example| example.without_header("cache-control")),
    (Issue::ManyElements, |example| example.body(&"<i></i>".repeat(1_500))),
    (Issue::InlineScripts, |example| example.body(&format!("<script>{}</script>", "x=1;".repeat(30_000)))),
    (Issue::UrlUppercase, |_| Example::at("/Repair")),
    (Issue::UrlUnderscore, |_| Example::at("/boiler_repair")),
    (Issue::UrlLong, |_| Example::at(&format!("/{}", "boiler-".repeat(20)))),
    (Issue::UrlParameters, |_| Example::at("/repair?a=1&b=2&c=3")),
    (Issue::UrlEncoded, |_| Example::at("/boiler%20repair")),
    (Issue::ScriptRedirect, |example| {
        example.rendered(|page| page.redirect = Some("https://example.com/new".to_owned()))
    }),
    (Issue::ScriptCanonical, |example| example.changed(Fact::Canonical, None, "https://example.com/new")),
    (Issue::ScriptRobots, |example| example.changed(Fact::Robots, Some("noindex"), "index")),
    (Issue::ResourcesBlocked, |example| example.rendered(|page| page.blocked_requests = 2)),
    (Issue::ScriptTitle, |example| example.changed(Fact::Title, Some("One"), "Two")),
    (Issue::ScriptDescription, |example| example.changed(Fact::Description, Some("One"), "Two")),
    (Issue::ScriptHeading, |example| example.changed(Fact::Heading, None, "Leaks")),
    (Issue::ScriptContent, |example| example.rendered(|page| page.content_words += 400)),
    (Issue::ScriptErrors, |example| {
        example.rendered(|page| (page.errors, page.error_count) = (vec!["x is not defined".to_owned()], 7))
    }),
    (Issue::ScriptLinks, |example| {
        example
            .rendered(|page| (page.added_links, page.added_link_count) = (vec!["https://example.com/n".to_owned()], 3))
    }),
    (Issue::UrlDoubleSlash, |_| Example::at("/boiler//repair")),
];

fn thin(example: Example) -> Example {
    let start = example.html.find("<p>").expect("a paragraph");
    let end = example.html.find("<p>Read about").expect("the last paragraph");
    example.set(|example| example.html.replace_range(start..end, "<p>Call us, we are there day and night.</p>"))
}

/// Adds the page itself, a default and one more language version.
fn alternates(example: Example, language: &str, href: &str) -> Example {
    example.head(&format!(
        "<link rel=alternate hreflang=en href=https://example.com/repair><link rel=alternate hreflang=x-default \
         href=https://example.com/><link rel=alternate hreflang={language} href={href}>"
    ))
}

#[test]
fn a_good_page_has_no_issue() {
    assert_eq!(Example::default().issues(), []);
    assert_eq!(alternates(Example::default(), "zh-Hant-TW", "https://example.com/tw").issues(), []);
}

#[test]
fn a_page_that_scripts_hardly_change_or_that_failed_has_no_issue() {
    assert_eq!(Example::default().rendered(|page| page.content_words += 40).issues(), []);
    let failed = |example: Example| {
        let failed = Some("The page needed too much memory.".to_owned());
        example.rendered(|page| (page.failure, page.content_words) = (failed, 9_999))
    };
    assert_eq!(failed(Example::default()).issues(), []);
}

#[test]
fn each_example_has_its_issue() {
    for (issue, change) in EXAMPLES {
        let found = change(Example::default()).findings();
        let finding = found.iter().find(|finding| finding.issue == *issue);
        let finding = finding.unwrap_or_else(|| {
            panic!("{issue:?} is not in {:?}", found.iter().map(|found| found.issue).collect::<Vec<_>>())
        });
        assert!(finding.count >= finding.evidence.len() as u64 && !finding.evidence.is_empty(), "{finding:?}");
        assert!(finding.evidence.iter().all(|example| !example.trim().is_empty()), "{finding:?}");
    }
}

#[test]
fn every_issue_has_an_example() {
    let shown: BTreeSet<Issue> = EXAMPLES.iter().map(|(issue, _)| *issue).chain(SITE_ISSUES.iter().copied()).collect();
    let missing: Vec<_> =
        crawler::audit::ISSUES.iter().filter(|issue| !shown.contains(&issue.issue)).map(|issue| issue.key).collect();
    assert_eq!(missing, [] as [&str; 0]);
}

#[test]
fn evidence_lists_ten_places_and_counts_all() {
    let findings = Example::default().body(&"<img src=b.png width=1 height=1>".repeat(25)).findings();
    let finding = findings.iter().find(|finding| finding.issue == Issue::AltMissing).expect("images without text");
    assert_eq!((finding.count, finding.evidence.len()), (25, 10));
}
