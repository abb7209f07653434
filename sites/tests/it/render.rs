//! Files beside the pages, and what the pages contain.

use std::io::Read as _;

use scraper::{Html, Selector};
use serde_json::Value;
use sites::{Page, PageKind, RenderError, Site, SiteKind, Tenant, render};

use crate::{
    html::{attributes, pages, select},
    world::{OKLAHOMA, day, dominator, files, goldmine, planned, sites, tenant, text},
};

fn site() -> Site {
    planned(&goldmine("water-damage", "Tulsa, OK")).site
}

/// Structured data of a page: the things of its graph.
fn graph(html: &Html) -> Vec<Value> {
    let selector = Selector::parse("script[type='application/ld+json']").expect("a selector");
    let scripts: Vec<String> = html.select(&selector).map(|script| script.text().collect()).collect();
    assert_eq!(scripts.len(), 1);
    let data: Value = serde_json::from_str(&scripts[0]).expect("JSON");
    assert_eq!(data["@context"], "https://schema.org");
    data["@graph"].as_array().expect("a graph").clone()
}

fn kinds(html: &Html) -> Vec<String> {
    graph(html).iter().map(|thing| thing["@type"].as_str().expect("a type").to_owned()).collect()
}

fn page(site: &Site, path: &str) -> Html {
    Html::parse_document(text(&files(site)[&format!("{}index.html", path.trim_start_matches('/'))]))
}

#[test]
fn same_site_gives_the_same_bytes() {
    for site in sites() {
        assert_eq!(render(&site), render(&site));
    }
}

#[test]
fn structured_data_uses_only_allowed_types_without_a_tenant() {
    let allowed = ["Organization", "WebSite", "WebPage", "Service", "BreadcrumbList", "Article", "FAQPage"];
    for site in [site(), planned(&dominator("roofing", &OKLAHOMA)).site] {
        for (path, html) in pages(&files(&site)).filter(|(path, _)| *path != "404.html") {
            let kinds = kinds(&html);
            assert!(kinds.iter().all(|kind| allowed.contains(&kind.as_str())), "{path}: {kinds:?}");
            assert_eq!(kinds.iter().any(|kind| kind == "BreadcrumbList"), path != "index.html");
        }
    }
}

#[test]
fn structured_data_matches_what_the_page_shows() {
    for site in sites() {
        for (path, html) in pages(&files(&site)).filter(|(path, _)| *path != "404.html") {
            let shown: String = html
                .root_element()
                .text()
                .collect::<Vec<_>>()
                .join(" ")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            for thing in graph(&html) {
                let names = ["name", "headline"].into_iter().filter_map(|name| thing[name].as_str());
                for name in names {
                    assert!(shown.contains(name), "{path}: {name} is not shown");
                }
                for question in thing["mainEntity"].as_array().into_iter().flatten() {
                    let (name, answer) = (question["name"].as_str(), question["acceptedAnswer"]["text"].as_str());
                    assert!(shown.contains(name.expect("a question")), "{path}");
                    assert!(answer.is_some_and(|answer| shown.contains(answer)), "{path}: {answer:?}");
                }
                if let Some(place) = thing["areaServed"]["name"].as_str() {
                    assert!(shown.contains(place), "{path}: {place}");
                }
            }
        }
    }
}

#[test]
fn local_business_appears_only_with_a_verified_tenant() {
    const BUSINESS: &str = "HomeAndConstructionBusiness";
    let site = site();
    let rented = Site { tenant: Some(tenant()), ..site.clone() };
    let home = page(&rented, "/");
    let business = graph(&home).into_iter().find(|thing| thing["@type"] == BUSINESS).expect("the business");
    assert_eq!(business["address"]["streetAddress"], "2 Example Avenue");
    assert_eq!(business["telephone"], "+19185550199");
    let shown: String = home.root_element().text().collect();
    assert!(shown.contains("2 Example Avenue") && shown.contains("Example Drying Inc."));
    assert_eq!(attributes(&home, "a[rel=sponsored]", "href"), ["https://drying.example.org/"]);
    for tenant in [Tenant { verified_on: None, ..tenant() }, Tenant { street: String::new(), ..tenant() }] {
        let other = Site { tenant: Some(tenant), ..site.clone() };
        assert!(!kinds(&page(&other, "/")).contains(&BUSINESS.to_owned()));
    }
}

#[test]
fn tenant_has_the_schema_type_of_the_trade() {
    let mut rented = Site { tenant: Some(tenant()), ..site() };
    for (vertical, kind) in [("roofing", "RoofingContractor"), ("plumbing", "Plumber"), ("own-trade", "LocalBusiness")]
    {
        rented.trade.vertical = vertical.to_owned();
        assert!(kinds(&page(&rented, "/")).contains(&kind.to_owned()), "{vertical}");
    }
}

#[test]
fn every_page_discloses_the_referral_the_operator_and_how_it_was_made() {
    let site = site();
    for (path, html) in pages(&files(&site)) {
        let shown: String = html.root_element().text().collect();
        assert!(shown.contains("This is a referral service"), "{path}");
        assert!(shown.contains("Run by Example Media LLC"), "{path}");
        if path != "404.html" {
            assert!(
                shown.contains("How we made this page") && shown.contains("Last changed on November 25, 2026"),
                "{path}"
            );
        }
    }
}

#[test]
fn disclosure_follows_the_sound_of_the_business() {
    for (business, wanted) in
        [("HVAC contractor", "not an HVAC contractor"), ("used car dealer", "not a used car dealer")]
    {
        let mut site = site();
        site.trade.business = business.to_owned();
        let shown: String = page(&site, "/").root_element().text().collect();
        assert!(shown.contains(wanted), "{business}");
    }
}

#[test]
fn generated_page_and_reviewer_are_named_in_the_foot() {
    let mut site = site();
    site.pages[0].is_generated = true;
    site.operator.reviewer = Some(crate::world::reviewer());
    let foot = |html: &Html| -> String {
        html.select(&Selector::parse(".made").expect("a selector")).flat_map(|one| one.text()).collect()
    };
    let home = foot(&page(&site, "/"));
    assert!(
        home.contains("A language model wrote parts of it.")
            && home.contains("Responsible for the content: Jane Example, attorney in Oklahoma.")
            && !home.contains("Reviewed")
    );
    assert!(!foot(&page(&site, "/privacy/")).contains("Responsible for the content"));
}

#[test]
fn lead_form_has_its_fields_an_unticked_consent_and_a_trap() {
    let mut site = site();
    site.contact.form.as_mut().expect("a form").version = "0123456789abcdef".to_owned();
    let html = page(&site, "/cost/");
    assert_eq!(attributes(&html, "form", "action"), ["https://app.example.com/f/key"]);
    assert_eq!(attributes(&html, "form", "method"), ["post"]);
    let names = attributes(&html, "form [name]", "name");
    for name in ["name", "email", "phone", "message", "page", "keyword", "consent", "company_url"] {
        assert!(names.contains(&name.to_owned()), "{name}");
    }
    let consent = &select(&html, "input[name=consent]")[0];
    assert_eq!((consent.attr("type"), consent.attr("checked")), (Some("checkbox"), None));
    assert!(consent.attr("required").is_some());
    assert_eq!(consent.attr("value"), Some("0123456789abcdef"));
    assert_eq!(select(&html, "[hidden] input[name=company_url][tabindex='-1'][autocomplete=off]").len(), 1);
    assert_eq!(attributes(&html, "input[name=page]", "value"), ["https://guide.example.com/cost/"]);
    assert_eq!(attributes(&html, "input[name=email]", "autocomplete"), ["email"]);
    assert_eq!(attributes(&html, "input[name=phone]", "autocomplete"), ["tel"]);
    let shown: String = html.root_element().text().collect();
    assert!(shown.contains("I agree that my request is passed on") && shown.contains("help@example.com"));
    assert!(attributes(&html, "a[href^='tel:']", "href").iter().all(|link| link == "tel:+19185550123"));
    assert!(shown.contains("Calls are recorded."));
}

#[test]
fn site_without_form_telephone_and_beacon_has_none() {
    let mut site = site();
    site.contact = sites::Contact::default();
    site.beacon = None;
    let files = files(&site);
    for (path, html) in pages(&files) {
        assert_eq!(select(&html, "form").len(), 0, "{path}");
        assert_eq!(select(&html, "a[href^='tel:']").len(), 0, "{path}");
        assert_eq!(select(&html, "script:not([type])").len(), 0, "{path}");
    }
    assert!(text(&files["_headers"]).contains("script-src 'none'; connect-src 'self'; form-action 'none'"));
}

#[test]
fn only_script_is_the_beacon_with_its_key() {
    for (path, html) in pages(&files(&site())).filter(|(path, _)| *path != "404.html") {
        let scripts = select(&html, "script:not([type='application/ld+json'])");
        assert_eq!(scripts.len(), 1, "{path}");
        assert_eq!(scripts[0].attr("src"), Some("https://app.example.com/t.js"));
        assert_eq!(scripts[0].attr("data-site"), Some("site-key"));
        assert_eq!(select(&html, "[style], style").len(), 0, "{path} has styles that the headers forbid");
    }
}

#[test]
fn sitemap_lists_every_page_with_the_day_of_its_change() {
    let mut site = site();
    site.pages[1].updated_on = day("2026-03-04");
    let files = files(&site);
    let sitemap = text(&files["sitemap.xml"]);
    assert_eq!(sitemap.matches("<url>").count(), site.pages.len());
    for page in &site.pages {
        let line = format!("<loc>https://guide.example.com{}</loc><lastmod>{}</lastmod>", page.path, page.updated_on);
        assert!(sitemap.contains(&line), "{line}");
    }
    assert!(text(&files["robots.txt"]).contains("Sitemap: https://guide.example.com/sitemap.xml"));
    assert!(!text(&files["robots.txt"]).contains("Disallow"));
}

#[test]
fn feed_lists_the_articles_and_is_left_out_without_one() {
    let mut site = site();
    let feed = files(&site)["feed.xml"].clone();
    let articles = site.pages.iter().filter(|page| page.kind == PageKind::Article).count();
    assert!(articles >= 1);
    assert_eq!(text(&feed).matches("<item>").count(), articles);
    assert!(text(&feed).contains("<pubDate>Wed, 25 Nov 2026 00:00:00 GMT</pubDate>"));
    site.pages.retain(|page| page.kind != PageKind::Article);
    let files = files(&site);
    assert!(!files.contains_key("feed.xml"));
    assert!(!text(&files["index.html"]).contains("feed.xml"));
}

#[test]
fn picture_is_a_png_of_the_recommended_size() {
    let files = files(&site());
    let png = &files["assets/share.png"].bytes;
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&png[12..24], b"IHDR\0\0\x04\xb0\0\0\x02\x76");
    let at = png.windows(4).position(|name| name == b"IDAT").expect("pixels");
    let length = u32::from_be_bytes(png[at - 4..at].try_into().expect("four bytes")) as usize;
    let mut pixels = Vec::new();
    flate2::read::ZlibDecoder::new(&png[at + 4..at + 4 + length]).read_to_end(&mut pixels).expect("pixels");
    assert_eq!(pixels.len(), 630 * 1201);
    assert!(pixels.iter().filter(|pixel| **pixel == 85).count() > 5_000, "the name is not drawn");
    assert!(png.len() < 60_000, "{} bytes", png.len());
}

#[test]
fn sources_list_the_publications_of_cited_facts_once() {
    let site = site();
    let mut listed = 0;
    for (path, html) in pages(&files(&site)) {
        let links = attributes(&html, ".sources a", "href");
        let unique: std::collections::BTreeSet<&String> = links.iter().collect();
        assert_eq!(links.len(), unique.len(), "{path}");
        assert!(select(&html, ".sources a[rel]").is_empty(), "{path}: a citation is an honest link");
        listed += links.len();
    }
    assert!(listed >= 2);
}

#[test]
fn navigation_marks_the_current_page_and_breadcrumbs_lead_home() {
    let site = planned(&dominator("roofing", &OKLAHOMA)).site;
    let area = site.pages.iter().find(|page| page.place.as_deref() == Some("Tulsa, OK")).expect("an area");
    let html = page(&site, &area.path);
    assert_eq!(attributes(&html, ".crumbs a", "href"), ["../../", "../../areas/"]);
    let html = page(&site, "/cost/");
    assert_eq!(attributes(&html, ".nav a[aria-current=page]", "href"), ["../cost/"]);
    assert_eq!(attributes(&html, ".skip", "href"), ["#main"]);
}

#[test]
fn page_of_unknown_addresses_links_from_the_root() {
    for (path, html) in pages(&files(&site())).filter(|(path, _)| *path == "404.html") {
        let links = attributes(&html, "a[href], link[href]", "href");
        assert!(
            links.iter().all(|link| link.starts_with('/') || link.starts_with('#') || link.starts_with("tel:")),
            "{path}: {links:?}"
        );
    }
}

#[test]
fn edited_page_without_headings_or_with_odd_blocks_is_rendered() {
    use engines::content::{Block, BlockKind, Draft, Sentence, TableCell, TableRow};
    let mut site = site();
    let words = |text: &str| Sentence { text: text.to_owned(), ..Sentence::default() };
    let block = |kind, level, text: &str| Block { kind, level, sentences: vec![words(text)], ..Block::default() };
    let row = |count: usize| TableRow { cells: vec![TableCell { sentences: vec![words("cell")] }; count] };
    let blocks = vec![
        block(BlockKind::Heading, 3, "Why a third level first?"),
        block(BlockKind::Paragraph, 0, "Because an editor wrote it."),
        block(BlockKind::Heading, 1, "A second first heading"),
        block(BlockKind::Heading, 6, "A deep heading"),
        block(BlockKind::Step, 0, "One."),
        block(BlockKind::Item, 0, "Two."),
        Block {
            kind: BlockKind::Table,
            header: vec![words("One column")],
            rows: vec![row(3), row(0)],
            ..Block::default()
        },
        Block { kind: BlockKind::Table, ..Block::default() },
        Block { kind: BlockKind::Item, ..Block::default() },
        block(BlockKind::Heading, 2, ""),
        block(BlockKind::Heading, 2, "Nothing below"),
    ];
    site.pages[1].draft = Draft { title: words("Title of an edited page"), blocks, ..Draft::default() };
    let path = site.pages[1].path.clone();
    let html = page(&site, &path);
    assert!(html.errors.is_empty(), "{:?}", html.errors);
    assert_eq!(select(&html, "h1").len(), 1);
    assert_eq!(select(&html, "table").len(), 1);
    assert_eq!(select(&html, "tbody tr").len(), 2);
    assert_eq!(select(&html, "tbody tr:last-child > *").len(), 3);
    let shown: String = html.root_element().text().collect();
    assert!(!shown.contains("Nothing below"));
}

#[test]
fn invalid_site_names_the_field() {
    let valid = site();
    let with = |change: &dyn Fn(&mut Site)| {
        let mut site = valid.clone();
        change(&mut site);
        site
    };
    let cases: Vec<(&str, Site)> = vec![
        ("url", with(&|site| site.url.push('/'))),
        ("name", with(&|site| site.name = " ".to_owned())),
        ("language", with(&|site| site.language = "en\"><script>".to_owned())),
        ("pages", with(&|site| site.pages.clear())),
        ("pages", with(&|site| site.pages.rotate_left(1))),
        ("pages[1].path", with(&|site| site.pages[1].path = "/a/../b/".to_owned())),
        ("pages[1].path", with(&|site| site.pages[1].path = "/assets/x/".to_owned())),
        ("pages[2].path", with(&|site| site.pages[2].path = site.pages[1].path.clone())),
        ("pages[1].label", with(&|site| site.pages[1].label.clear())),
        ("pages[1].draft.title", with(&|site| site.pages[1].draft.title.text.clear())),
        (
            "contact.form.action",
            with(&|site| site.contact.form.as_mut().expect("a form").action = "javascript:x()".to_owned()),
        ),
        ("contact.form.consent", with(&|site| site.contact.form.as_mut().expect("a form").consent.clear())),
        (
            "contact.phone.number",
            with(&|site| site.contact.phone.as_mut().expect("a number").number = "call me".to_owned()),
        ),
        ("beacon.src", with(&|site| site.beacon.as_mut().expect("a beacon").src = "data:text/javascript,x".to_owned())),
    ];
    for (field, site) in cases {
        match render(&site) {
            Err(RenderError::Invalid { field: named, .. }) => assert_eq!(named, field),
            other => panic!("{field}: {:?}", other.map(|files| files.len())),
        }
    }
}

#[test]
fn site_of_too_many_pages_is_refused_before_work_begins() {
    let site = site();
    let copy = |at: usize| Page { path: format!("/p-{at}/"), ..site.pages[1].clone() };
    let pages = site.pages.iter().take(1).cloned().chain((0..2_000).map(copy)).collect();
    let many = Site { pages, kind: SiteKind::Dominator, ..site };
    assert!(matches!(render(&many), Err(RenderError::TooLarge { what: "pages", got: 2_001, limit: 2_000 })));
}
