//! What is planned: which pages, from which facts, and why others are left out.

use std::collections::{BTreeMap, BTreeSet};

use engines::common::{Control, Unattended};
use sites::{PageKind, PlanError, PlanInput, Planned, SiteKind, plan};

use crate::world::{OKLAHOMA, day, dominator, goldmine, planned, reviewer, tenant};

/// Verticals of urgent, planned and regulated trades.
const VERTICALS: [&str; 6] = ["water-damage", "roofing", "locksmith", "moving", "dental-implants", "life-insurance"];

fn paths(planned: &Planned) -> Vec<&str> {
    planned.site.pages.iter().map(|page| page.path.as_str()).collect()
}

fn words(page: &sites::Page) -> usize {
    page.draft.body().map(|sentence| sentence.text.split_whitespace().count()).sum()
}

/// Sentences of the text that end with a mark; headings of sections are the same on several pages.
fn sentences(page: &sites::Page) -> BTreeSet<&str> {
    let all = page.draft.body().map(|sentence| sentence.text.as_str());
    all.filter(|text| text.ends_with(['.', '!']) && text.split_whitespace().count() > 5).collect()
}

#[test]
fn goldmines_of_several_trades_have_a_home_page_services_and_pages_about_the_site() {
    for vertical in VERTICALS {
        let planned = planned(&goldmine(vertical, "Tulsa, OK"));
        let paths = paths(&planned);
        assert_eq!(paths[0], "/", "{vertical}");
        for path in ["/cost/", "/choosing/", "/how-it-works/", "/about/", "/contact/", "/privacy/", "/terms/"] {
            assert!(paths.contains(&path), "{vertical} has no {path}: {:?}", planned.left_out);
        }
        assert_eq!(planned.written.len(), paths.len());
        assert!(planned.site.pages.iter().filter(|page| page.kind == PageKind::Service).count() >= 2);
    }
}

#[test]
fn every_trade_has_a_page_about_the_choice() {
    let trades = editorial::library::list();
    let is_without = |vertical: &str| !paths(&planned(&goldmine(vertical, "Tulsa, OK"))).contains(&"/choosing/");
    let without: Vec<&String> = trades.iter().map(|(_, vertical)| vertical).filter(|one| is_without(one)).collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn every_trade_has_a_page_about_the_price() {
    // With these seeds the other pages of a trade use up its statements about the price.
    let input = |vertical: &str, seed| PlanInput { seed, ..goldmine(vertical, "Tulsa, OK") };
    let few = [3, 7, 8, 9].into_iter().flat_map(|seed| [input("roadside", seed), input("it-services", seed)]);
    let all = editorial::library::list().into_iter().map(|(_, vertical)| input(&vertical, 7)).chain(few);
    let without: Vec<(String, u64)> = all
        .filter(|input| !paths(&planned(input)).contains(&"/cost/"))
        .map(|input| (input.vertical, input.seed))
        .collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn emergency_page_exists_only_for_urgent_trades() {
    assert!(paths(&planned(&goldmine("water-damage", "Tulsa, OK"))).contains(&"/emergency/"));
    assert!(!paths(&planned(&goldmine("life-insurance", "Tulsa, OK"))).contains(&"/emergency/"));
}

#[test]
fn pages_of_a_site_share_no_sentence_and_no_title() {
    for input in [goldmine("roofing", "Boise, ID"), dominator("water-damage", &OKLAHOMA)] {
        let planned = planned(&input);
        let pages: Vec<_> = planned.site.pages.iter().filter(|page| !page.query.is_empty()).collect();
        assert!(pages.len() >= 5);
        for (at, one) in pages.iter().enumerate() {
            for other in &pages[at + 1..] {
                let shared: Vec<_> = sentences(one).intersection(&sentences(other)).copied().collect();
                assert!(shared.is_empty(), "{} and {}: {shared:?}", one.path, other.path);
            }
        }
        let titles: BTreeSet<&str> = planned.site.pages.iter().map(|page| page.draft.title.text.as_str()).collect();
        assert_eq!(titles.len(), planned.site.pages.len());
    }
}

#[test]
fn titles_and_descriptions_are_within_their_limits() {
    for vertical in VERTICALS {
        for page in planned(&goldmine(vertical, "Worcester, MA")).site.pages {
            let (title, description) = (&page.draft.title.text, &page.draft.description.text);
            assert!((10..=60).contains(&title.chars().count()), "{vertical} {}: {title}", page.path);
            assert!((70..=155).contains(&description.chars().count()), "{vertical} {}: {description}", page.path);
        }
    }
}

#[test]
fn statements_cite_facts_that_the_page_has() {
    for input in [goldmine("dental-implants", "Fresno, CA"), dominator("hvac", &OKLAHOMA)] {
        for page in planned(&input).site.pages {
            let known: BTreeSet<&str> = page.facts.iter().map(|one| one.fact.id.as_str()).collect();
            let cited = page.draft.body().flat_map(|sentence| sentence.fact_ids.iter());
            for id in cited {
                assert!(known.contains(id.as_str()), "{}: {id}", page.path);
            }
            assert!(page.facts.iter().all(|one| !one.fact.source.trim().is_empty()), "{}", page.path);
        }
    }
}

#[test]
fn home_page_states_facts_of_its_place() {
    let planned = planned(&goldmine("plumbing", "Spokane, WA"));
    let home = &planned.site.pages[0];
    assert_eq!(home.place.as_deref(), Some("Spokane, WA"));
    let local =
        home.facts.iter().filter(|one| one.fact.place.as_deref().is_some_and(|place| place.starts_with("Spokane")));
    assert!(local.count() >= 3);
}

#[test]
fn dominator_has_an_index_and_a_page_for_each_place() {
    let planned = planned(&dominator("roofing", &OKLAHOMA));
    let areas: Vec<_> = planned.site.pages.iter().filter(|page| page.kind == PageKind::Area).collect();
    assert_eq!(areas[0].path, "/areas/");
    assert_eq!(areas[0].place, None);
    let places: Vec<_> = areas[1..].iter().map(|page| page.place.clone().expect("a place")).collect();
    assert_eq!(places, OKLAHOMA, "left out: {:?}", planned.left_out);
    for area in &areas[1..] {
        assert!(words(area) >= 120, "{} has {} words", area.path, words(area));
        let city = area.place.as_deref().and_then(|place| place.split(',').next()).expect("a city");
        let local =
            area.facts.iter().filter(|one| one.fact.place.as_deref().is_some_and(|place| place.starts_with(city)));
        assert!(local.count() >= 3, "{}", area.path);
    }
}

#[test]
fn dominator_of_many_places_stays_within_the_number_of_pages_and_says_what_is_missing() {
    let cities = ["Tulsa, OK", "Norman, OK", "Lawton, OK", "Enid, OK", "Edmond, OK", "Moore, OK", "Stillwater, OK"];
    let planned = planned(&PlanInput { max_pages: 13, ..dominator("roofing", &cities) });
    assert!(planned.site.pages.len() <= 13);
    let areas = planned.site.pages.iter().filter(|page| page.kind == PageKind::Area && page.place.is_some()).count();
    let missing = planned.left_out.iter().filter(|one| one.path.starts_with("/areas/")).count();
    assert_eq!(areas + missing, cities.len());
    assert!(missing > 0);
    assert!(planned.left_out.iter().all(|one| !one.reason.is_empty() && !one.label.is_empty()));
}

#[test]
fn pages_that_wait_for_room_follow_with_a_plan_that_has_more() {
    let cities = ["Tulsa, OK", "Norman, OK", "Lawton, OK", "Enid, OK", "Edmond, OK", "Moore, OK", "Stillwater, OK"];
    let later = |planned: &Planned| planned.left_out.iter().filter(|one| one.is_later).count();
    let mut input = PlanInput { max_pages: 13, ..dominator("roofing", &cities) };
    let mut planned = self::planned(&input);
    let waiting = later(&planned);
    assert!(waiting >= 2, "{:?}", planned.left_out);
    for added in 1..=waiting {
        let before = planned.site.pages.clone();
        // One page more is one place more: the pages that exist keep their texts, and none takes its room.
        input.max_pages = before.len() + 1;
        input.existing = before.clone();
        input.without = planned
            .left_out
            .iter()
            .filter(|one| !one.is_later)
            .map(|one| (one.path.clone(), one.reason.clone()))
            .collect();
        planned = self::planned(&input);
        assert_eq!((planned.written.len(), later(&planned)), (1, waiting - added), "{:?}", planned.left_out);
        assert!(before.iter().all(|page| planned.site.pages.contains(page)), "a page that exists was changed");
    }
}

#[test]
fn place_with_hardly_any_facts_gets_a_site_without_invented_ones() {
    let mut input = goldmine("fencing", "Tulsa, OK");
    let facts = &mut input.places[0].facts;
    *facts =
        engines::content::PlaceFacts { name: "Smallville".to_owned(), state: "KS".to_owned(), ..Default::default() };
    let planned = planned(&input);
    assert!(planned.site.name.starts_with("Smallville Fenc") && planned.site.name.ends_with(" Guide"));
    let figures =
        planned.site.pages.iter().flat_map(|page| &page.facts).filter(|one| one.fact.id.starts_with("place."));
    let figures: Vec<_> = figures.map(|one| one.fact.id.as_str()).filter(|id| *id != "place.name").collect();
    assert!(figures.is_empty(), "{figures:?}");
}

#[test]
fn regulated_trade_without_a_reviewer_is_noted_and_with_one_it_is_named() {
    let input = goldmine("personal-injury", "Boise, ID");
    let without = planned(&input);
    assert!(without.site.trade.review.is_some());
    assert!(without.notes.iter().any(|note| note.text.starts_with("Name a reviewer")));
    let operator = sites::Operator { reviewer: Some(reviewer()), ..input.operator.clone() };
    let with = planned(&PlanInput { operator, ..input });
    assert!(!with.notes.iter().any(|note| note.text.starts_with("Name a reviewer")));
    let about = with.site.pages.iter().find(|page| page.kind == PageKind::About).expect("about");
    assert!(about.draft.body().any(|sentence| sentence.text.contains("Jane Example, attorney in Oklahoma")));
}

#[test]
fn pages_about_the_site_state_only_what_the_operator_gave() {
    let mut input = goldmine("roofing", "Boise, ID");
    input.operator = sites::Operator::default();
    input.contact = sites::Contact::default();
    input.beacon = None;
    let planned = planned(&input);
    let text: String =
        planned.site.pages.iter().flat_map(|page| page.draft.body()).map(|one| one.text.as_str()).collect();
    assert!(!text.contains('@') && !text.contains("postal address") && !text.contains("telephone number "));
    assert!(!text.contains("script reports") && !text.contains("recorded"));
    assert!(planned.notes.iter().any(|note| note.text.contains("legal name")));
}

#[test]
fn verified_tenant_is_named_and_an_unverified_one_is_not() {
    let input = goldmine("water-damage", "Tulsa, OK");
    let text = |planned: &Planned| -> String {
        let about = planned.site.pages.iter().filter(|page| matches!(page.kind, PageKind::About | PageKind::Privacy));
        about.flat_map(|page| page.draft.body()).map(|sentence| sentence.text.clone()).collect::<Vec<_>>().join(" ")
    };
    let rented = planned(&PlanInput { tenant: Some(tenant()), ..input.clone() });
    assert!(text(&rented).contains("Requests that you send here go to Example Drying Inc."));
    let unverified = sites::Tenant { verified_on: None, ..tenant() };
    let open = planned(&PlanInput { tenant: Some(unverified), ..input });
    assert!(!text(&open).contains("Example Drying"));
    assert!(text(&open).contains("This site is a referral service."));
}

#[test]
fn existing_pages_keep_their_text_and_missing_ones_are_written() {
    let input = goldmine("roofing", "Boise, ID");
    let first = planned(&input);
    let mut existing = first.site.pages.clone();
    existing.retain(|page| page.path != "/cost/");
    for page in &mut existing {
        page.updated_on = day("2026-01-02");
    }
    existing[0].draft.title.text = "A title of the editor for this home page".to_owned();
    let second = planned(&PlanInput { existing: existing.clone(), today: day("2026-12-01"), ..input });
    assert_eq!(second.written, ["/cost/"]);
    assert_eq!(second.site.pages.len(), first.site.pages.len());
    for page in existing {
        let kept = second.site.pages.iter().find(|one| one.path == page.path).expect("the page");
        assert_eq!(*kept, page);
    }
    let cost = second.site.pages.iter().find(|page| page.path == "/cost/").expect("the page");
    assert_eq!(cost.updated_on, day("2026-12-01"));
}

#[test]
fn same_input_gives_the_same_site_and_another_seed_another_text() {
    let input = goldmine("hvac", "Boise, ID");
    assert_eq!(planned(&input), planned(&input));
    let other = planned(&PlanInput { seed: 12, ..input.clone() });
    let text = |planned: &Planned| serde_json::to_string(&planned.site.pages[0].draft).expect("JSON");
    assert_ne!(text(&planned(&input)), text(&other));
}

#[test]
fn asked_questions_are_answered_on_a_page_or_noted() {
    let questions =
        vec!["How long does it take to dry out a house?".to_owned(), "Why is the moon made of cheese?".to_owned()];
    let planned = planned(&PlanInput { questions, ..goldmine("water-damage", "Tulsa, OK") });
    let mut texts = planned.site.pages.iter().flat_map(|page| page.draft.body());
    assert!(texts.any(|sentence| sentence.text.contains("wet by a clean leak often dry within a week")));
    assert!(planned.notes.iter().any(|note| note.path.as_deref() == Some("/") && note.text.contains("moon")));
}

#[test]
fn invalid_input_names_the_field() {
    let valid = || goldmine("roofing", "Boise, ID");
    let page = || planned(&valid()).site.pages[0].clone();
    let twice = vec![page(), page()];
    let odd = vec![sites::Page { path: "/../x/".to_owned(), ..page() }];
    let cases: Vec<(&str, PlanInput)> = vec![
        ("places", PlanInput { places: Vec::new(), ..valid() }),
        ("places", PlanInput { kind: SiteKind::Goldmine, ..dominator("roofing", &OKLAHOMA) }),
        ("url", PlanInput { url: "guide.example.com".to_owned(), ..valid() }),
        ("url", PlanInput { url: "https://guide.example.com/".to_owned(), ..valid() }),
        ("url", PlanInput { url: "javascript:alert(1)".to_owned(), ..valid() }),
        ("vertical", PlanInput { vertical: "no-such-trade".to_owned(), ..valid() }),
        ("pack", PlanInput { pack: Some("not a pack".to_owned()), ..valid() }),
        ("maxPages", PlanInput { max_pages: 3, ..valid() }),
        ("name", PlanInput { name: Some("x".repeat(61)), ..valid() }),
        ("existing[1].path", PlanInput { existing: twice, ..valid() }),
        ("existing[0].path", PlanInput { existing: odd, ..valid() }),
    ];
    for (field, input) in cases {
        match plan(&input, &Unattended) {
            Err(PlanError::Invalid { field: named, .. }) => assert_eq!(named, field),
            other => panic!("{field}: {:?}", other.map(|planned| planned.site.name)),
        }
    }
}

#[test]
fn cancelled_plan_stops() {
    struct Cancelled;
    impl Control for Cancelled {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    assert_eq!(plan(&goldmine("roofing", "Boise, ID"), &Cancelled).map(|_| ()), Err(PlanError::Cancelled));
}

#[test]
fn own_pack_replaces_the_built_in_one() {
    let text = editorial::library::text("en", "roofing").expect("a pack");
    let own = text.replace("title = \"Roofing\"", "title = \"Slate roofs\"");
    let input = PlanInput { pack: Some(own), vertical: "roofing".to_owned(), ..goldmine("roofing", "Boise, ID") };
    let planned = planned(&input);
    let expected = if text.contains("title = \"Roofing\"") { "Slate roofs" } else { planned.site.trade.name.as_str() };
    assert_eq!(planned.site.trade.name, expected);
}

#[test]
fn links_of_drafts_lead_to_pages_of_the_site() {
    let planned = planned(&dominator("hvac", &OKLAHOMA));
    let kinds: BTreeMap<&str, PageKind> =
        planned.site.pages.iter().map(|page| (page.path.as_str(), page.kind)).collect();
    for page in &planned.site.pages {
        assert!(page.draft.links.len() >= 3 || page.kind == PageKind::Area, "{}", page.path);
        for link in &page.draft.links {
            assert!(kinds.contains_key(link.url.as_str()) && link.url != page.path, "{}: {}", page.path, link.url);
        }
    }
}
