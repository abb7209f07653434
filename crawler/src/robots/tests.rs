use std::time::{Duration, Instant};

use super::*;

fn allows(text: &str, agent: &str, url: &str) -> bool {
    decide(text.as_bytes(), agent, url) == Verdict::Allowed
}

#[test]
fn decide_reads_every_line_end_and_a_byte_order_mark() {
    for text in [
        "user-agent: kitebot\ndisallow: /shed\n",
        "user-agent: kitebot\r\ndisallow: /shed\r\n",
        "user-agent: kitebot\rdisallow: /shed",
        "\u{feff}user-agent: kitebot\ndisallow: /shed",
        "User-Agent: kitebot # ours\n\n\nDISALLOW : /shed # private",
        "user-agent kitebot\ndisallow /shed",
        "user agent: kitebot\ndissallow: /shed",
    ] {
        assert!(!allows(text, "KiteBot", "https://example.com/shed/1"), "{text:?}");
        assert!(allows(text, "KiteBot", "https://example.com/"), "{text:?}");
        assert!(allows(text, "OtherBot", "https://example.com/shed/1"), "{text:?}");
    }
}

#[test]
fn decide_merges_groups_of_one_agent() {
    let text =
        "user-agent: a\ndisallow: /1\n\nuser-agent: *\ndisallow: /2\n\nuser-agent: b\nuser-agent: a\ndisallow: /3\n";
    let may = |agent, path: &str| allows(text, agent, &format!("https://example.com{path}"));
    assert!(!may("a", "/1") && !may("a", "/3") && may("a", "/2"));
    assert!(may("b", "/1") && !may("b", "/3") && may("b", "/2"));
    assert!(may("c", "/1") && may("c", "/3") && !may("c", "/2"));
}

#[test]
fn decide_prefers_the_longest_rule_and_allows_on_a_tie() {
    let text = "user-agent: *\ndisallow: /shop\nallow: /shop/kites\ndisallow: /shop/kites/*.pdf$\nallow: /tie\ndisallow: /tie\n";
    let may = |path: &str| allows(text, "bot", &format!("https://example.com{path}"));
    assert!(!may("/shop") && !may("/shop/string") && may("/shop/kites/red"));
    assert!(!may("/shop/kites/red.pdf") && may("/shop/kites/red.pdf?v=2") && may("/tie/1"));
}

#[test]
fn decide_ignores_rules_before_a_group_and_after_the_size_limit() {
    assert!(allows("disallow: /\nuser-agent: *\nallow: /", "bot", "https://example.com/"));
    let late = format!("user-agent: *\n{}\ndisallow: /", "#".repeat(MAX_BYTES));
    assert!(allows(&late, "bot", "https://example.com/"));
    let soon = format!("user-agent: *\ndisallow: /\n{}", "#".repeat(MAX_BYTES));
    assert!(!allows(&soon, "bot", "https://example.com/"));
}

#[test]
fn decide_compares_escapes_as_written_unless_decoded() {
    let text = "user-agent: *\ndisallow: /caf\u{e9}/%7emenu\n";
    assert!(!allows(text, "bot", "https://example.com/caf%C3%A9/%7Emenu"));
    assert!(allows(text, "bot", "https://example.com/caf%C3%A9/~menu"));
    let decoded = Robots::parse(text.as_bytes(), "bot", Escapes::Decoded);
    assert_eq!(decoded.decide("/caf%C3%A9/~menu"), Verdict::Disallowed);
}

#[test]
fn parse_returns_delay_and_sitemaps() {
    let text = "sitemap: https://example.com/a.xml\nuser-agent: *\ncrawl-delay: 9\nuser-agent: kitebot\nCrawl-delay: 0.5\ndisallow: /x\nSitemap:https://example.com/b.xml";
    let robots = Robots::parse(text.as_bytes(), "kitebot", Escapes::AsWritten);
    assert_eq!(robots.delay(), Some(Duration::from_millis(500)));
    assert_eq!(robots.sitemaps(), ["https://example.com/a.xml", "https://example.com/b.xml"]);
    let wrong =
        Robots::parse(b"user-agent: *\ncrawl-delay: -1\ncrawl-delay: NaN\ncrawl-delay: inf", "x", Escapes::AsWritten);
    assert_eq!(wrong.delay(), None);
}

#[test]
fn decide_takes_bounded_time_for_hostile_patterns() {
    let rule = format!("disallow: /{}b$\n", "a*".repeat(8_000));
    let text = format!("user-agent: *\n{}", rule.repeat(20));
    let url = format!("https://example.com/{}", "a".repeat(2_000));
    let begun = Instant::now();
    assert!(allows(&text, "bot", &url));
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn path_of_keeps_parameters_and_drops_the_fragment() {
    for (url, path) in [
        ("", "/"),
        ("https://example.com", "/"),
        ("https://example.com#a/b", "/"),
        ("https://example.com/kites?colour=red#top", "/kites?colour=red"),
        ("example.com/kites", "/kites"),
        ("example.com;v=1", "/;v=1"),
        ("//example.com/kites", "/kites"),
        ("kites?next=https://example.com/x", "/?next=https://example.com/x"),
    ] {
        assert_eq!(path_of(url), path, "{url}");
    }
}

#[test]
fn answer_all_reads_lines_and_arrays() {
    let one =
        r#"{"id": "a", "robots_txt": "user-agent: *\ndisallow: /x", "agent": "bot", "url": "https://example.com/x"}"#;
    let two = r#"{"id": 2, "url": "https://example.com/y#z"}"#;
    let expected = "{\"id\":\"a\",\"allowed\":false,\"path\":\"/x\"}\n{\"id\":2,\"allowed\":true,\"path\":\"/y\"}\n";
    for input in [format!("{one}\n\n{two}"), format!(" \n[{one},{two}]")] {
        let mut output = Vec::new();
        assert_eq!(answer_all(input.as_bytes(), &mut output).unwrap(), 2);
        assert_eq!(String::from_utf8(output).unwrap(), expected);
    }
    let error = answer_all(&b"{\"id\": 1}\n{\"id\": 2, \"url\": 5}"[..], Vec::new()).unwrap_err();
    assert!(error.to_string().starts_with("case 2: "), "{error}");
}
