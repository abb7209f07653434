//! Figures that hold for the pages of all packs.

use std::collections::BTreeSet;

use engines::common::{Day, Unattended};
use engines::content::{
    Block, BlockKind, ComposeInput, ComposeOutput, FactKind, PageIntent, Parameters, PlaceFacts, ScoreInput, Sibling,
    compose, flesch_reading_ease, score,
};

use super::{checked, fact};

const INTENTS: [PageIntent; 5] =
    [PageIntent::Emergency, PageIntent::Cost, PageIntent::Compare, PageIntent::HowTo, PageIntent::Local];

fn input(vertical: &str, intent: PageIntent, place: &str) -> ComposeInput {
    let place = PlaceFacts::look_up(place, None, Some(vertical)).unwrap();
    ComposeInput {
        as_of: Day::parse("2026-11-24"),
        query: format!("{} {}", vertical.replace('-', " "), place.name),
        vertical: Some(vertical.to_owned()),
        place: Some(place),
        page_intent: Some(intent),
        ..ComposeInput::default()
    }
}

fn page(input: &ComposeInput) -> ComposeOutput {
    compose(input, &checked(), &Unattended).unwrap()
}

/// Pages of all packs, each with another intent, in a place.
fn pages(place: &str, shift: usize) -> Vec<(String, PageIntent, ComposeOutput)> {
    let packs = editorial::library::list();
    let each = packs.into_iter().enumerate().map(|(at, (_, vertical))| {
        let intent = INTENTS[(at + shift) % INTENTS.len()];
        let output = page(&input(&vertical, intent, place));
        (vertical, intent, output)
    });
    each.collect()
}

fn text(output: &ComposeOutput) -> String {
    let blocks = output.draft.blocks.iter().flat_map(Block::texts);
    blocks.map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Sentences of the body without headings, labels and tables.
fn prose(output: &ComposeOutput) -> String {
    let blocks = output.draft.blocks.iter().filter(|one| !matches!(one.kind, BlockKind::Heading | BlockKind::Table));
    blocks.flat_map(|one| &one.sentences).map(|one| one.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn headings(output: &ComposeOutput) -> Vec<&str> {
    let blocks = output.draft.blocks.iter().filter(|block| block.kind == BlockKind::Heading && block.level == 2);
    blocks.map(|block| block.sentences[0].text.as_str()).collect()
}

#[test]
fn pages_far_from_the_sea_have_no_local_statement_about_hurricanes() {
    // It says where a board of that time came from, and holds everywhere in the region.
    let is_history = |id: &str| id.starts_with("pack.drywall.local-some-board-imported");
    let is_storm = |output: &ComposeOutput| {
        let mut local = output.facts.iter().filter(|one| one.fact.place.is_some() && !is_history(&one.fact.id));
        local.any(|one| one.fact.value.to_lowercase().contains("hurricane"))
    };
    let count = |place: &str| pages(place, 0).iter().filter(|(_, _, output)| is_storm(output)).count();
    assert_eq!(count("Shreveport, LA"), 0);
    assert!(count("Mobile, AL") >= 5, "statements about storms hold at the coast");
}

#[test]
fn pages_of_all_packs_have_700_words_of_plain_english() {
    for (place, shift) in [("Boise, ID", 0), ("Savannah, GA", 2)] {
        for (vertical, intent, output) in pages(place, shift) {
            let ease = flesch_reading_ease(&prose(&output)).unwrap();
            assert!((50.0..=70.0).contains(&ease), "{vertical} {intent:?} {place}: reading ease {ease:.1}");
            let words = output.score.measures.words;
            assert!(words >= 700, "{vertical} {intent:?} {place}: {words} words");
        }
    }
}

#[test]
fn further_pages_of_a_site_stay_plain_and_state_a_fact_of_their_place() {
    // Little is left on the third page: the two have an easy pack, the others use up what depends on the place.
    for vertical in ["tree-service", "masonry", "snow-removal", "accounting"] {
        let (mut used, mut siblings) = (Vec::new(), Vec::new());
        for place in ["Boise, ID", "Fargo, ND", "Mobile, AL"] {
            let of_site = ComposeInput {
                used: used.clone(),
                siblings: siblings.clone(),
                ..input(vertical, PageIntent::Cost, place)
            };
            let output = page(&of_site);
            let ease = flesch_reading_ease(&prose(&output)).unwrap();
            assert!((50.0..=70.0).contains(&ease), "{vertical} {place}: reading ease {ease:.1}");
            assert!(output.score.passes, "{vertical} {place}: {:?}", output.score.findings);
            used.extend(output.used.iter().cloned());
            siblings.push(Sibling { url: place.to_owned(), text: text(&output), names: Vec::new() });
        }
    }
}

#[test]
fn pages_of_two_cities_resemble_each_other_little_or_the_score_reports_it() {
    let params = Parameters { check_grammar: false, ..Parameters::default() }.check().unwrap();
    let pairs = pages("Topeka, KS", 1).into_iter().zip(pages("Columbus, OH", 1));
    let values: Vec<f64> = pairs
        .map(|((vertical, intent, a), (_, _, b))| {
            let scored = ScoreInput {
                query: vertical.clone(),
                draft: a.draft,
                facts: a.facts.into_iter().map(|one| one.fact).collect(),
                siblings: vec![Sibling { url: "/b".to_owned(), text: text(&b), names: vec!["Columbus".to_owned()] }],
                ..ScoreInput::default()
            };
            let scored = score(&scored, &params, &Unattended).unwrap();
            let likeness = scored.measures.similarity;
            let is_reported = scored.findings.iter().any(|finding| finding.check == "similarity");
            assert_eq!(likeness > 0.35, is_reported, "{vertical} {intent:?}: {likeness:.2}");
            likeness
        })
        .collect();
    let above = values.iter().filter(|value| **value > 0.35).count();
    assert!(above * 10 <= values.len(), "{above} of {} pairs", values.len());
    assert!(values.iter().all(|value| *value < 0.5), "{values:?}");
    assert!(values.iter().sum::<f64>() / values.len() as f64 <= 0.27, "{values:?}");
}

#[test]
fn how_to_pages_name_every_step_and_differ_in_their_details() {
    for vertical in ["roofing", "moving", "dental-implants", "septic"] {
        let pack = editorial::parse(&editorial::library::text("en", vertical).unwrap()).unwrap();
        let labels = pack.statements.iter().filter(|one| one.section == editorial::Section::Work);
        let details = |place: &str| {
            let output = page(&input(vertical, PageIntent::HowTo, place));
            let text = text(&output);
            for label in labels.clone().filter_map(|one| one.label.as_deref()) {
                assert!(text.contains(&format!("{label}.")), "{vertical}: {label}");
            }
            let steps = output.draft.blocks.iter().filter(|block| block.kind == BlockKind::Step);
            steps.filter(|block| block.sentences.len() == 1).count()
        };
        assert!(details("Boise, ID") >= 3, "{vertical}");
        assert_ne!(
            text(&page(&input(vertical, PageIntent::HowTo, "Boise, ID"))),
            text(&page(&input(vertical, PageIntent::HowTo, "Fargo, ND")))
        );
    }
}

#[test]
fn opening_answer_is_understood_without_its_question() {
    let mut count = 0;
    for (vertical, intent, output) in pages("Omaha, NE", 3) {
        let Some(first) = output.draft.blocks.get(1).filter(|block| block.kind == BlockKind::Paragraph) else {
            continue;
        };
        let id = &first.sentences[0].fact_ids[0];
        let question = output.facts.iter().find(|one| one.fact.id == *id && one.fact.kind == FactKind::Question);
        let Some(question) = question else { continue };
        let stem = |word: &str| {
            word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase().chars().take(5).collect::<String>()
        };
        let asked: BTreeSet<String> = question.fact.value.split(' ').filter(|word| word.len() > 3).map(stem).collect();
        let said: BTreeSet<String> = first.sentences[0].text.split(' ').map(stem).collect();
        assert!(
            !asked.is_disjoint(&said),
            "{vertical} {intent:?}: {} {}",
            question.fact.value,
            first.sentences[0].text
        );
        assert_ne!(intent, PageIntent::Emergency, "{vertical}");
        count += 1;
    }
    assert!(count >= 10, "{count} pages open with an answer");
}

#[test]
fn statements_of_a_section_follow_the_order_of_the_pack() {
    let output = page(&input("roofing", PageIntent::Cost, "Boise, ID"));
    let pack = editorial::parse(&editorial::library::text("en", "roofing").unwrap()).unwrap();
    let position = |id: &str| pack.statements.iter().position(|one| id.ends_with(&format!(".{}", one.id)));
    let mut longest = 0;
    for part in output.draft.blocks.split(|block| block.kind == BlockKind::Heading) {
        let items = part.iter().filter(|block| block.kind == BlockKind::Item && block.label.is_some());
        let positions: Vec<usize> = items.filter_map(|block| position(&block.sentences[0].fact_ids[0])).collect();
        assert!(positions.is_sorted(), "{positions:?}");
        longest = longest.max(positions.len());
    }
    assert!(longest >= 4, "{longest}");
}

#[test]
fn headings_of_regulated_trades_speak_of_no_job() {
    let lawyer = page(&input("personal-injury", PageIntent::Cost, "Boise, ID"));
    assert_eq!(headings(&lawyer)[0], "What drives the cost of personal injury representation");
    let locks = page(&input("locksmith", PageIntent::HowTo, "Boise, ID"));
    assert!(headings(&locks).contains(&"How locksmith service works"), "{:?}", headings(&locks));
}

#[test]
fn independent_cities_are_no_counties() {
    let output = page(&input("it-services", PageIntent::HowTo, "Baltimore, MD"));
    assert!(text(&output).contains("the City of Baltimore") && !text(&output).contains("Baltimore County"));
}

#[test]
fn long_titles_keep_the_city() {
    for intent in [PageIntent::Cost, PageIntent::Compare, PageIntent::HowTo, PageIntent::Emergency] {
        for vertical in ["hvac", "funeral", "personal-injury"] {
            let facts = vec![fact("p1", FactKind::Price, "$95", Some("a first visit"), None)];
            let output = page(&ComposeInput { facts, ..input(vertical, intent, "Spokane, WA") });
            assert!(output.draft.title.text.contains("Spokane"), "{}", output.draft.title.text);
        }
    }
}

#[test]
fn title_names_the_city_before_the_business() {
    let facts = vec![fact("biz", FactKind::Business, "Harlan Brothers Heating", None, None)];
    let output = page(&ComposeInput { facts, ..input("hvac", PageIntent::Local, "Spokane, WA") });
    assert!(output.draft.title.text.contains("Spokane"), "{}", output.draft.title.text);
}

#[test]
fn prices_follow_what_the_page_promises() {
    let facts = vec![fact("p1", FactKind::Price, "$95", Some("a first visit"), None)];
    let output = page(&ComposeInput { facts, ..input("moving", PageIntent::HowTo, "Spokane, WA") });
    let headings = headings(&output);
    let at = |start: &str| headings.iter().position(|heading| heading.starts_with(start));
    assert!(at("How a move goes") < at("Price of") && at("Price of").is_some(), "{headings:?}");
}

#[test]
fn page_about_the_price_opens_with_the_price() {
    let mut opened = 0;
    for (_, vertical) in editorial::library::list() {
        let output = page(&input(&vertical, PageIntent::Cost, "Omaha, NE"));
        let blocks = &output.draft.blocks;
        let first = blocks.get(1).filter(|block| block.kind == BlockKind::Paragraph);
        let cited = first.and_then(|block| block.sentences.first()?.fact_ids.first());
        let answered =
            output.facts.iter().find(|one| cited == Some(&one.fact.id) && one.fact.kind == FactKind::Question);
        if let Some(question) = answered.map(|one| one.fact.value.to_lowercase()) {
            let is_price = ["cost", "price", "charge", "fee"].iter().any(|word| question.contains(word));
            // The words of the query may also be those of a question: `med spa`.
            let is_searched = question.contains(&vertical.replace('-', " "));
            assert!(is_price || is_searched, "{vertical}: {question}");
            opened += 1;
        }
    }
    assert!(opened >= 40, "{opened} opened");
}

#[test]
fn description_of_a_page_about_the_price_lists_things_with_articles() {
    let mut listed = 0;
    for vertical in ["locksmith", "tree-service", "asphalt-paving", "septic", "solar", "fencing", "painting"] {
        let output = page(&input(vertical, PageIntent::Cost, "Omaha, NE"));
        let text = output.draft.description.text.split(". ").next().unwrap_or_default();
        let Some((_, list)) = text.split_once(": ") else { continue };
        for thing in list.trim_end_matches('.').split(", ").flat_map(|part| part.split(" and ")) {
            let thing = thing.strip_prefix("and ").unwrap_or(thing);
            // Things in the plural need no article: `animals in the ducts`.
            let is_plural = thing.split(' ').any(|word| word.ends_with('s'));
            assert!(thing.starts_with("the ") || is_plural, "{vertical}: {list}");
            listed += 1;
        }
    }
    assert!(listed >= 10, "{listed}");
}

#[test]
fn steps_are_numbered_only_where_none_is_missing() {
    let kinds = |intent| {
        let output = page(&input("hvac", intent, "Spokane, WA"));
        let blocks = output.draft.blocks;
        let is_work = |block: &Block| {
            let text = block.sentences.first().map_or("", |one| one.text.as_str());
            block.kind == BlockKind::Heading
                && (text == "How an HVAC job goes" || text == "What to expect from an HVAC job")
        };
        let start = blocks.iter().position(is_work).unwrap() + 1;
        let of_part = blocks[start..].iter().take_while(|block| block.kind != BlockKind::Heading);
        of_part.map(|block| block.kind).collect::<Vec<_>>()
    };
    let (whole, some) = (kinds(PageIntent::HowTo), kinds(PageIntent::Local));
    assert!(whole.len() >= 6 && whole.iter().all(|kind| *kind == BlockKind::Step), "{whole:?}");
    assert!(some.len() >= 2 && some.iter().all(|kind| *kind == BlockKind::Item), "{some:?}");
}

#[test]
fn climate_is_left_out_where_it_explains_nothing() {
    let divers = text(&page(&input("life-insurance", PageIntent::Cost, "Portland, OR")));
    assert!(divers.contains("Crews and divers") && !divers.contains("marine climate"), "{divers}");
    let roof = page(&input("roofing", PageIntent::Compare, "Minneapolis, MN"));
    assert!(roof.facts.iter().any(|one| one.fact.id.starts_with("place.climate")), "{}", text(&roof));
}

#[test]
fn climate_opens_the_sentence_that_rests_on_it() {
    let mut woven = 0;
    for vertical in ["roofing", "pest-control", "tree-service", "locksmith", "garage-door", "pool-service"] {
        let output = page(&input(vertical, PageIntent::Local, "El Paso, TX"));
        for sentence in
            output.draft.body().filter(|one| one.text.starts_with("In the hot and dry climate of El Paso, "))
        {
            let ids: Vec<&str> = sentence.fact_ids.iter().map(String::as_str).collect();
            assert!(ids.contains(&"place.climate") && ids.iter().any(|id| id.starts_with("pack.")), "{ids:?}");
            assert!(output.facts.iter().any(|one| one.fact.id == "place.climate"), "{sentence:?}");
            woven += 1;
        }
    }
    assert!(woven >= 2, "{woven}");
}

#[test]
fn rules_of_a_state_name_it() {
    let mut named = 0;
    for vertical in ["bail-bonds", "mortgage", "locksmith", "estate-planning", "funeral"] {
        let output = page(&input(vertical, PageIntent::Local, "Raleigh, NC"));
        for one in output.facts.iter().filter(|one| one.fact.value.contains(" in North Carolina")) {
            assert!(text(&output).contains(" in North Carolina"), "{vertical}");
            assert!(!one.fact.value.contains(" in the state "), "{}", one.fact.value);
            named += 1;
        }
    }
    assert!(named >= 1, "{named}");
}

#[test]
fn price_is_woven_together_with_the_time_of_the_same_thing() {
    let facts = vec![
        fact("biz", FactKind::Business, "Harlan Law", None, None),
        fact("p1", FactKind::Price, "$95", Some("a first visit"), None),
        fact("d1", FactKind::Duration, "45 minutes", Some("A first visit"), None),
        fact("d2", FactKind::Duration, "two weeks", Some("a written opinion"), None),
    ];
    let output = page(&ComposeInput { facts, ..input("family-law", PageIntent::Local, "Spokane, WA") });
    let woven: Vec<_> = output.draft.body().filter(|one| one.text.contains("$95")).collect();
    assert_eq!(woven.len(), 1, "{woven:?}");
    assert!(woven[0].text.contains("45 minutes"), "{woven:?}");
    assert!(["p1", "d1"].iter().all(|id| woven[0].fact_ids.iter().any(|one| one == id)), "{woven:?}");
    let text = text(&output);
    assert_eq!(text.matches("45 minutes").count(), 1, "{text}");
    assert!(text.contains("two weeks for a written opinion"), "{text}");
    assert!(headings(&output).contains(&"What Harlan Law charges"), "{:?}", headings(&output));
    assert!(output.unused_facts.is_empty(), "{:?}", output.unused_facts);
}

#[test]
fn care_afterward_has_labels() {
    let mut count = 0;
    for vertical in ["hvac", "dental", "fencing", "dui", "estate-planning", "towing"] {
        for intent in INTENTS {
            let blocks = page(&input(vertical, intent, "Spokane, WA")).draft.blocks;
            let is_care = |block: &Block| {
                let heading = block.sentences.first().map_or("", |one| one.text.as_str());
                block.kind == BlockKind::Heading
                    && (heading.starts_with("After the ") || heading == "What comes afterward")
            };
            let Some(at) = blocks.iter().position(is_care) else { continue };
            assert!(blocks[at + 1].kind == BlockKind::Item && blocks[at + 1].label.is_some(), "{:?}", blocks[at + 1]);
            count += 1;
        }
    }
    assert!(count > 0);
}
