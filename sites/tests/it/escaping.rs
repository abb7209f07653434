//! Hostile names: nothing that a user or a place is called leaves its place in a page.

use std::sync::LazyLock;

use proptest::prelude::*;
use scraper::Html;
use sites::{PlanInput, Site, Tenant};

use crate::{
    html::{attributes, pages, select},
    world::{files, goldmine, planned, tenant, text},
};

static SITE: LazyLock<Site> = LazyLock::new(|| planned(&goldmine("water-damage", "Tulsa, OK")).site);

const NASTY: [&str; 8] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "O'Brien & Sons <LLC>",
    "\u{202e}gnihtemos\u{202c} \u{2067}x",
    "a\u{0}b\u{7f}c\u{fffe}d\nX-Header: 1",
    "]]><!-- -->",
    "{{7*7}} ${x} %0d%0a 名前 🏠 شركة",
];

/// Puts a text wherever a user can put one.
fn with(name: &str) -> Site {
    let mut site = SITE.clone();
    site.name = format!("x{name}");
    for field in [
        &mut site.operator.legal_name,
        &mut site.operator.brand_name,
        &mut site.operator.email,
        &mut site.operator.postal_address,
        &mut site.contact.fallback_email,
        &mut site.trade.business,
        &mut site.trade.name,
    ] {
        name.clone_into(field);
    }
    site.operator.reviewer = Some(sites::Reviewer { name: name.to_owned(), credentials: name.to_owned() });
    site.tenant = Some(Tenant {
        name: format!("y{name}"),
        street: name.to_owned(),
        city: format!("z{name}"),
        licence: Some(name.to_owned()),
        url: Some(name.to_owned()),
        phone: name.to_owned(),
        ..tenant()
    });
    if let Some(form) = &mut site.contact.form {
        form.consent = format!("x{name}");
    }
    if let Some(beacon) = &mut site.beacon {
        name.clone_into(&mut beacon.key);
    }
    for page in &mut site.pages {
        page.label = format!("x{name}");
        page.query = name.to_owned();
        page.place = Some(name.to_owned());
        page.draft.title.text = format!("{} {name}", page.path);
        page.draft.description.text = name.to_owned();
        for sentence in page.draft.blocks.iter_mut().flat_map(|block| &mut block.sentences).take(4) {
            sentence.text.push_str(name);
        }
        for source in page.facts.iter_mut().flat_map(|one| &mut one.sources) {
            source.title = name.to_owned();
            source.url = format!("javascript:{name}");
        }
    }
    site
}

/// Returns the elements of a page, which a name must not change.
fn shape(html: &Html) -> Vec<String> {
    let element = |element: scraper::node::Element| {
        let names: Vec<&str> = element.attrs().map(|(name, _)| name).collect();
        format!("{} {}", element.name(), names.join(" "))
    };
    select(html, "*").into_iter().map(element).collect()
}

fn is_safe(name: &str) -> Result<(), TestCaseError> {
    let (plain, site) = (files(&with("plain")), files(&with(name)));
    let plain: Vec<Vec<String>> = pages(&plain).map(|(_, html)| shape(&html)).collect();
    for (at, (path, html)) in pages(&site).enumerate() {
        prop_assert!(html.errors.is_empty(), "{path}: {:?}", html.errors);
        let kept: Vec<&String> = plain[at].iter().collect();
        let found = shape(&html);
        // An email address or a link that is not one is left out with its element.
        let new: Vec<&String> = found.iter().filter(|element| !kept.contains(element)).collect();
        prop_assert!(new.is_empty(), "{path}: {new:?}");
        for link in attributes(&html, "[href]", "href") {
            prop_assert!(!link.trim().to_lowercase().starts_with("javascript:"), "{path}: {link}");
        }
        let source = text(&site[path]);
        let turns = |c: char| ('\u{202A}'..='\u{202E}').contains(&c) || ('\u{2066}'..='\u{2069}').contains(&c);
        let is_turned = source.chars().any(turns);
        prop_assert!(!is_turned, "{path} turns the direction of text");
    }
    for file in ["sitemap.xml", "feed.xml", "favicon.svg"] {
        let text = text(&site[file]);
        prop_assert!(!text.contains("<script") && !text.contains("onerror=\""), "{file}");
        prop_assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{file}");
    }
    prop_assert!(!text(&site["_headers"]).contains("X-Header"));
    Ok(())
}

#[test]
fn hostile_names_change_no_element() {
    for name in NASTY {
        is_safe(name).unwrap_or_else(|error| panic!("{name:?}: {error}"));
    }
}

#[test]
fn hostile_names_in_a_plan_are_escaped_and_change_no_element() {
    for name in NASTY {
        let mut input: PlanInput = goldmine("water-damage", "Tulsa, OK");
        input.operator.legal_name = format!("x{name}");
        input.places[0].facts.name = format!("x{}", name.chars().take(40).collect::<String>());
        input.name = Some(format!("x{}", name.chars().take(50).collect::<String>()));
        let site = planned(&input).site;
        for (path, html) in pages(&files(&site)) {
            assert!(html.errors.is_empty(), "{name:?} {path}: {:?}", html.errors);
            assert_eq!(select(&html, "img, [onerror]").len(), 0, "{name:?} {path}");
            let scripts = select(&html, "script");
            assert!(scripts.iter().all(|script| script.attr("src").is_some() || script.attr("type").is_some()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_name_changes_no_element(name in "[\\PC<>&\"'\\x00-\\x1f]{0,40}") {
        is_safe(&name)?;
    }
}
