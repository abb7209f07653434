//! Lighthouse's score.

use crawler::audit::score::{RobotsTxt, Score, score};

use super::example::Example;

fn scored(example: &Example, robots_txt: RobotsTxt, is_allowed: bool) -> Score {
    let page = example.page();
    example.visit(|visit| score(visit, &page, robots_txt, &|_| is_allowed))
}

/// Weights of `core/config/default-config.js`: 93/23 for is-crawlable and 1 for each of nine others.
#[test]
fn score_has_the_weights_of_lighthouse() {
    assert_eq!(scored(&Example::default(), RobotsTxt::Valid, true).score, 100);
    // (9 + 93/23 - 93/23) / (9 + 93/23)
    assert_eq!(scored(&Example::default(), RobotsTxt::Valid, false).score, 69);
    let untitled = Example::default().replace("Emergency boiler repair in Leeds, day and night", "");
    // 1 - 1 / (9 + 93/23)
    assert_eq!(scored(&untitled, RobotsTxt::Valid, true).score, 92);
    // 1 - 1 / (8 + 93/23): an audit that does not apply has no weight.
    assert_eq!(scored(&untitled, RobotsTxt::Missing, true).score, 92);
    assert_eq!(scored(&untitled, RobotsTxt::Invalid, true).score, 85);
}

#[test]
fn robots_txt_is_judged_as_in_lighthouse() {
    for valid in [
        "User-agent: *\nDisallow:\n",
        "\u{FEFF}# all\r\nUSER-AGENT : a\rAllow: *.css$ # styles\r\nCrawl-delay: 5\nSitemap: https://example.com/s.xml",
        "Sitemap: https://example.com/s.xml\nContent-Signal: search=yes\nLicense: x",
        "\n",
    ] {
        assert_eq!(RobotsTxt::of(valid), RobotsTxt::Valid, "{valid}");
    }
    for invalid in [
        "this is not robots\nfoo bar baz",
        "<!doctype html><title>Page</title>",
        "Disallow: /a\nUser-agent: *",
        "User-agent:\nDisallow: /",
        "User-agent: *\nDisallow: a",
        "User-agent: *\nAllow: /a$b",
        "User-agent: *\nDisalow: /a",
        "Sitemap: /sitemap.xml",
        "Sitemap: mailto:ada@example.com",
    ] {
        assert_eq!(RobotsTxt::of(invalid), RobotsTxt::Invalid, "{invalid}");
    }
    assert_eq!(RobotsTxt::of(""), RobotsTxt::Missing);
}

#[test]
fn audits_fail_as_in_lighthouse() {
    let failing: [(&str, Example); 7] = [
        ("is-crawlable", Example::default().head("<meta name=robots content=none>")),
        ("meta-description", Example::default().replace("name=\"description\"", "name=\"other\"")),
        ("link-text", Example::default().body("<a href=/b>Learn more</a>")),
        ("crawlable-anchors", Example::default().body("<a href='javascript:void(0)'>Menu</a>")),
        ("image-alt", Example::default().body("<img src=b.png>")),
        ("hreflang", Example::default().head("<link rel=alternate hreflang=xx href=https://example.com/x>")),
        ("canonical", Example::default().replace("https://example.com/repair\"", "/repair\"")),
    ];
    for (id, example) in failing {
        let score = scored(&example, RobotsTxt::Valid, true);
        let failed: Vec<_> =
            score.audits.iter().filter(|audit| audit.is_passed == Some(false)).map(|audit| audit.id.as_str()).collect();
        assert_eq!(failed, [id]);
    }
    let no_canonical = Example::default().replace("rel=\"canonical\"", "rel=\"other\"");
    assert_eq!(scored(&no_canonical, RobotsTxt::Valid, true).audits[9].is_passed, None);
}
