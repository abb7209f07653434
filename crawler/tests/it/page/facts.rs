//! Facts of the head, links, elements and headers.

use crawler::page::{CanonicalSource, Position, Refresh, RobotsSource};

use super::{page, page_with};

#[test]
fn robots_directives_are_read_for_each_crawler() {
    let html = "<meta name=ROBOTS content='NoFollow , max-snippet: 20'><meta name=googlebot content=none><meta name=other content=noindex>";
    let headers = [
        ("x-robots-tag", "bingbot: noindex"),
        ("X-Robots-Tag", "noarchive, unavailable_after: 25 Jun 2030 15:00:00 PST"),
    ];
    let robots = page_with(html.as_bytes(), &headers).robots;
    assert!(robots.is_noindex("Googlebot") && robots.is_noindex("bingbot") && !robots.is_noindex("applebot"));
    assert!(robots.is_nofollow("applebot") && robots.has("applebot", "max-snippet:20"));
    let archive = robots.0.iter().find(|rule| rule.directives.contains(&"noarchive".to_owned())).expect("a header");
    assert_eq!((archive.agent.as_deref(), archive.source), (None, RobotsSource::Header));
}

#[test]
fn canonical_addresses_are_found_in_head_body_and_header() {
    let html = "<base href=/x/><link rel='Canonical other' href=c><body><p><link rel=canonical href=d>";
    let page = page_with(html.as_bytes(), &[("link", "</h>; title=\"a, b; c\"; rel=canonical, <i>; rel=next")]);
    let found: Vec<_> =
        page.canonicals.iter().map(|named| (named.url.as_ref().expect("address").path(), named.source)).collect();
    assert_eq!(
        found,
        [("/h", CanonicalSource::Header), ("/x/c", CanonicalSource::Head), ("/x/d", CanonicalSource::Body)]
    );
}

#[test]
fn links_have_text_position_and_directives() {
    let html = "<header><a href='?q=1#part' rel='nofollow UGC'> <img alt='The   logo'> </a></header>
        <main><a href=//other.org/x>T<b>wo</b>\n lines</a><a href='mailto:a@b.c'>Mail</a><a name=x>none</a></main>
        <footer><nav><a href=c aria-label=Label></a></nav></footer><template><a href=t>t</a></template><area href=d alt=Map>";
    let page = page(html);
    let found: Vec<_> = page
        .links
        .iter()
        .map(|link| (link.anchor.as_str(), link.url.as_ref().map(|url| url.as_str()), link.position))
        .collect();
    assert_eq!(
        found,
        [
            ("The logo", Some("https://example.com/a/b?q=1"), Position::Header),
            ("Two lines", Some("https://other.org/x"), Position::Content),
            ("Mail", None, Position::Content),
            ("Label", Some("https://example.com/a/c"), Position::Navigation),
            ("Map", Some("https://example.com/a/d"), Position::Content),
        ]
    );
    assert!(page.links[0].is_nofollow() && page.links[0].is_image && !page.links[1].is_nofollow());
}

#[test]
fn links_that_cannot_be_followed_are_listed_as_by_lighthouse() {
    let html = "<a href='javascript: void(0)'>a</a><a href='javascript:void(0)' role=button>b</a><a href='https://['>c</a>
        <a href='file:///x'>d</a><a name=e>e</a><a>f</a><a target=_blank>g</a><a id=h href=''>h</a><a href='mailto:x'>i</a>";
    assert_eq!(page(html).uncrawlable, ["javascript:void(0)", "https://[", "file:///x", "g"]);
}

#[test]
fn head_names_language_alternatives_feeds_and_icons() {
    let html = "<html lang=' en-GB '><link rel=alternate hreflang=de href=/de><link rel=alternate type=application/rss+xml href=/feed>
        <link rel='shortcut icon' href=i.ico><link rel=next href=2><link rel=prev href=0><link rel=amphtml href=/amp>
        <meta http-equiv=REFRESH content='5; url=/x'><meta property=og:title content='A  b'><meta name=twitter:card content=summary>
        <meta name=author content=Ada><meta property=article:published_time content=2026-01-02><meta name=viewport content=x>";
    let document =
        page_with(html.as_bytes(), &[("link", "<https://example.com/fr>; rel=alternate; hreflang=\"fr\"")]).document;
    let alternates: Vec<_> =
        document.alternates.iter().map(|alternate| (alternate.language.as_str(), alternate.href.as_str())).collect();
    assert_eq!(alternates, [("fr", "https://example.com/fr"), ("de", "/de")]);
    assert_eq!((document.language.as_deref(), document.viewport.as_deref()), (Some("en-GB"), Some("x")));
    assert_eq!((document.feeds, document.icons), (vec!["/feed".to_owned()], vec!["i.ico".to_owned()]));
    assert_eq!(
        (document.next.as_deref(), document.previous.as_deref(), document.amp.as_deref()),
        (Some("2"), Some("0"), Some("/amp"))
    );
    assert_eq!(document.refresh, Some(Refresh { seconds: 5, href: Some("/x".to_owned()) }));
    assert_eq!(
        (document.open_graph["og:title"].as_str(), document.twitter["twitter:card"].as_str()),
        ("A b", "summary")
    );
    assert_eq!((document.author.as_deref(), document.published.as_deref()), (Some("Ada"), Some("2026-01-02")));
}

#[test]
fn elements_are_counted_and_measured() {
    let html = "<!doctype html><style>p{}</style><script src=a.js></script><script>x=1</script><script type=application/json>{}</script>
        <link rel=stylesheet href=http://example.com/a.css><iframe src=/f></iframe><h2> A <i>b</i></h2><h1><img alt=Logo src=l.png width=1 height=2 loading=lazy></h1>
        <form action=/send><input type=PASSWORD></form><svg><title>not a title</title><a href=s>s</a></svg><title>One</title>";
    let page = page(html);
    let resources = &page.resources;
    assert_eq!((resources.scripts, resources.inline_scripts, resources.inline_script_bytes), (1, 1, 3));
    assert_eq!((resources.styles, resources.inline_style_bytes, resources.frames.len()), (1, 3, 1));
    assert_eq!(resources.insecure, ["http://example.com/a.css"]);
    let headings: Vec<_> = page.headings.iter().map(|heading| (heading.level, heading.text.as_str())).collect();
    assert_eq!(headings, [(2, "A b"), (1, "Logo")]);
    let image = &page.images[0];
    assert_eq!((image.width.as_deref(), image.height.as_deref(), image.is_lazy), (Some("1"), Some("2"), true));
    assert!(page.forms[0].has_password && page.is_standards_mode);
    assert_eq!(page.titles, ["One"]);
}

#[test]
fn transfer_reads_security_and_caching_headers() {
    let headers = [
        ("Strict-Transport-Security", "includeSubDomains; max-age=\"600\""),
        ("X-Frame-Options", "DENY"),
        ("Content-Encoding", "GZIP"),
        ("ETag", "\"a\""),
    ];
    let transfer = page_with(b"", &headers).transfer;
    assert_eq!((transfer.hsts_seconds, transfer.compression.as_deref()), (Some(600), Some("gzip")));
    assert!(transfer.has_frame_protection && transfer.has_validator && !transfer.has_csp && !transfer.is_nosniff);
}

#[test]
fn language_of_the_text_is_detected() {
    let text = "Dies ist ein Absatz in deutscher Sprache, der von der Reparatur einer Heizung handelt. ".repeat(4);
    assert_eq!(page(&format!("<p>{text}</p>")).body.detected_language.as_deref(), Some("deu"));
    assert_eq!(page("<p>Kurz.</p>").body.detected_language, None);
}

#[test]
fn each_language_is_detected_though_languages_share_words() {
    let texts = [
        (
            "eng",
            "The water heater is older than the house, and the owner asked us to replace it with one of the new ones. ",
        ),
        ("fra", "Les fuites du toit sont dans la plupart des cas dues au vent, et le couvreur passe avec une caméra. "),
        ("spa", "El techo de la casa es viejo, y los dueños nos llamaron por las goteras que salen con la lluvia. "),
        ("por", "O telhado da casa é velho, e os donos ligaram por causa das goteiras que aparecem com a chuva. "),
        (
            "ita",
            "Il tetto della casa è vecchio, e i proprietari ci hanno chiamato per le perdite che vengono con la pioggia. ",
        ),
        (
            "cat",
            "La teulada de la casa és vella, i els propietaris ens han trucat per les goteres que surten amb la pluja. ",
        ),
        ("nld", "Het dak van het huis is oud, en de eigenaars belden ons over de lekken die er met de regen zijn. "),
        ("pol", "Dach domu jest stary, a właściciele zadzwonili do nas w sprawie przecieków, które widać po deszczu. "),
    ];
    for (language, text) in texts {
        let page = page(&format!("<p>{}</p>", text.repeat(4)));
        assert_eq!(page.body.detected_language.as_deref(), Some(language), "{text}");
    }
}

#[test]
fn text_in_two_languages_is_not_called_the_first() {
    let english = "The owner of the house asked for a new roof and the work is to begin in the spring of the year. ";
    let german = "Der Besitzer des Hauses wollte ein neues Dach, und mit den Arbeiten wird im Frühjahr begonnen, oder auch nicht. ";
    let page = page(&format!("<p>{english}{}</p>", german.repeat(9)));
    assert_eq!(page.body.detected_language.as_deref(), Some("deu"));
}

#[test]
fn facts_are_the_same_after_json() {
    let page = page(
        "<title>a</title><a href=b>c</a><p itemscope itemtype=https://schema.org/Thing><i itemprop=name>n</i></p>",
    );
    let json = serde_json::to_string(&page).expect("JSON");
    assert!(json.contains("\"isStandardsMode\":false") && json.contains("\"linkCount\":1"));
    assert_eq!(serde_json::from_str::<crawler::page::Page>(&json).expect("a page"), page);
}
