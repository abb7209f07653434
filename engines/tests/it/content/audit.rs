//! The content audit on a small website with planted problems.

use engines::common::{Day, EngineError, Unattended};
use engines::content::{
    AuditChecked, AuditInput, AuditOutput, AuditPage, AuditParameters, Fact, FactKind, PageAudit, PageChangeKind,
    PageLink, PageQuery, PageVerdict, audit,
};

pub(super) const HOST: &str = "https://acme.example";
const REPAIR: &str = "A crew repairs leaks, lifted shingles and flashing in Austin within two days of a call. \
    Most roof repair jobs in Austin take one morning, and the yard is swept with a magnet at the end. \
    Photos of each spot are taken before work starts, so that the owner sees what is paid for.";
const OTHER_REPAIR: &str = "Storms in April tear shingles off the west side of houses, and water finds the nail holes first. \
    Our roof repair work in Austin begins with a tarp on the open part on the same day. \
    Insurers ask for a dated photo of every damaged slope before they pay for anything.";
const GUTTERS: &str = "Leaves from oak trees fill gutters twice a year, in March and again in late November. \
    A clogged gutter sends water behind the fascia board, where it rots the rafter ends over two or three winters. \
    Cleaning takes an hour for a house of one floor and includes a flush of every downspout.";
const SIDING: &str = "Siding repair replaces single boards where sun and rain have split the paint and the wood below it. \
    A board costs little, but a soft corner shows that water has run behind the wall for years.";

pub(super) fn checked() -> AuditChecked {
    AuditParameters::default().check().unwrap()
}

pub(super) fn page(path: &str, title: &str, text: &str) -> AuditPage {
    AuditPage {
        url: format!("{HOST}{path}"),
        status: Some(200),
        title: Some(format!("{title} | Acme Roofing")),
        description: Some(
            "Acme repairs and cleans what keeps the water out of houses in and around the city.".to_owned(),
        ),
        h1: Some(title.to_owned()),
        text: text.to_owned(),
        ..AuditPage::default()
    }
}

pub(super) fn row(query: &str, path: &str, clicks: f64, impressions: f64, position: f64) -> PageQuery {
    PageQuery { query: query.to_owned(), page: format!("{HOST}{path}"), clicks, impressions, position: Some(position) }
}

fn links(paths: &[&str]) -> Vec<PageLink> {
    paths.iter().map(|path| PageLink { url: format!("{HOST}{path}"), anchor: String::new() }).collect()
}

/// A website of eleven pages: two that compete, a copy, a thin orphan, two broken pages, and pages to leave alone.
fn planted() -> AuditInput {
    let mut home =
        page("/", "Roofers in Austin", "Acme repairs roofs, cleans gutters and replaces siding for owners of houses.");
    home.links = links(&[
        "/roof-repair-austin",
        "/austin-roof-repair",
        "/gutters",
        "/siding-repair-austin",
        "/old-siding-repair-austin",
        "/noise",
    ]);
    let gone = |path: &str| AuditPage { url: format!("{HOST}{path}"), status: Some(404), ..AuditPage::default() };
    AuditInput {
        as_of: Day::parse("2026-11-24"),
        pages: vec![
            home,
            page("/roof-repair-austin", "Roof Repair in Austin", REPAIR),
            page("/austin-roof-repair", "Austin Roof Repair", OTHER_REPAIR),
            page("/gutters", "Gutter Cleaning", GUTTERS),
            page("/gutters-2", "Gutter Cleaning", GUTTERS),
            page("/thin", "Notes of a walk", "Some words that nobody has looked for since they were put here."),
            page("/contact", "Contact", "Call us or write to us. We answer within a day on weekdays."),
            gone("/old-siding-repair-austin"),
            gone("/solar-panels"),
            page("/siding-repair-austin", "Siding Repair in Austin", SIDING),
            page(
                "/noise",
                "Skylights",
                "A skylight leaks at its upper edge first, because leaves collect there and hold water.",
            ),
        ],
        queries: vec![
            row("roof repair austin", "/roof-repair-austin", 60.0, 1_500.0, 6.0),
            row("austin roof repair", "/roof-repair-austin", 20.0, 500.0, 7.0),
            row("roof repair austin", "/austin-roof-repair", 9.0, 700.0, 12.0),
            row("austin roof repair", "/austin-roof-repair", 2.0, 300.0, 13.0),
            row("gutter cleaning", "/gutters", 30.0, 900.0, 5.0),
            row("gutter guards cost", "/gutters", 1.0, 400.0, 14.0),
            row("gutter cleaning", "/gutters-2", 1.0, 60.0, 25.0),
            row("siding repair austin", "/siding-repair-austin", 25.0, 800.0, 4.8),
            row("siding repair austin", "/old-siding-repair-austin", 4.0, 150.0, 18.0),
            row("solar panels tulsa", "/solar-panels", 3.0, 200.0, 15.0),
            row("skylight leak", "/noise", 0.0, 20.0, 30.0),
        ],
        period_days: Some(100.0),
        ..AuditInput::default()
    }
}

fn answered(input: &AuditInput) -> AuditOutput {
    audit(input, &checked(), &Unattended).unwrap()
}

fn of<'a>(output: &'a AuditOutput, path: &str) -> &'a PageAudit {
    output.pages.iter().find(|page| page.url == format!("{HOST}{path}")).unwrap()
}

#[test]
fn competing_pages_are_merged_into_the_one_with_most_clicks() {
    let output = answered(&planted());
    let merged = of(&output, "/austin-roof-repair");
    assert_eq!(merged.verdict, PageVerdict::Merge, "{}", merged.reason);
    assert_eq!(merged.target.as_deref(), Some("https://acme.example/roof-repair-austin"));
    assert!(
        merged.reason.contains("2 queries such as “roof repair austin”: 100% of its 1,000 impressions"),
        "{}",
        merged.reason
    );
    let moved: Vec<_> = merged.changes.iter().filter(|change| change.kind == PageChangeKind::MovePassage).collect();
    assert!(moved[0].before.as_deref().unwrap().contains("Insurers ask for a dated photo"), "{moved:?}");
    assert_eq!(merged.changes.last().unwrap().kind, PageChangeKind::Redirect);
    assert_ne!(of(&output, "/roof-repair-austin").verdict, PageVerdict::Merge);
    assert!(merged.tasks.iter().any(|task| task.title.starts_with("Redirect ")), "{:?}", merged.tasks);
}

#[test]
fn ties_in_clicks_are_kept_by_links_then_by_the_shorter_address() {
    let mut input = planted();
    input.queries.retain(|row| !row.page.contains("roof-repair"));
    input.queries.push(row("roof repair austin", "/roof-repair-austin", 5.0, 500.0, 6.0));
    input.queries.push(row("roof repair austin", "/austin-roof-repair", 5.0, 500.0, 8.0));
    // Both have one link and addresses of one length, so the first by letters stays.
    assert_eq!(of(&answered(&input), "/roof-repair-austin").verdict, PageVerdict::Merge);
    input.pages[9].links = links(&["/roof-repair-austin"]);
    assert_eq!(of(&answered(&input), "/austin-roof-repair").verdict, PageVerdict::Merge);
}

#[test]
fn pages_for_other_places_or_readers_are_not_merged() {
    let mut input = planted();
    input.pages[2].title = Some("Dallas Roof Repair | Acme Roofing".to_owned());
    input.pages[2].h1 = Some("Dallas Roof Repair".to_owned());
    assert_ne!(of(&answered(&input), "/austin-roof-repair").verdict, PageVerdict::Merge, "another place");
    input.pages[2].title = Some("What does Roof Repair cost in Austin? | Acme Roofing".to_owned());
    input.pages[2].h1 = None;
    assert_ne!(of(&answered(&input), "/austin-roof-repair").verdict, PageVerdict::Merge, "another intent");
}

#[test]
fn brand_queries_do_not_make_pages_compete() {
    let mut input = planted();
    input.queries.iter_mut().for_each(|row| row.query = format!("acme roofing {}", row.query));
    let parameters = AuditParameters { brand_terms: vec!["Acme Roofing".to_owned()], ..AuditParameters::default() };
    let output = audit(&input, &parameters.check().unwrap(), &Unattended).unwrap();
    assert_eq!(output.summary.merge, 0);
}

#[test]
fn copy_of_a_page_is_redirected() {
    let output = answered(&planted());
    let copy = of(&output, "/gutters-2");
    assert_eq!((copy.verdict, copy.target.as_deref()), (PageVerdict::Redirect, Some("https://acme.example/gutters")));
    assert!(copy.changes.iter().all(|change| change.kind == PageChangeKind::Redirect), "nothing to move");
}

#[test]
fn broken_page_is_redirected_only_to_a_page_about_the_same() {
    let output = answered(&planted());
    let gone = of(&output, "/old-siding-repair-austin");
    assert_eq!(gone.verdict, PageVerdict::Redirect, "{}", gone.reason);
    assert_eq!(gone.target.as_deref(), Some("https://acme.example/siding-repair-austin"));
    assert_eq!(gone.changes[0].pages, ["https://acme.example/"], "the page with a link to it");
    let lost = of(&output, "/solar-panels");
    assert_eq!((lost.verdict, &lost.target), (PageVerdict::Improve, &None));
    assert!(lost.reason.contains("no living page is close enough"), "{}", lost.reason);
    assert_eq!(lost.changes[0].kind, PageChangeKind::Restore);
}

#[test]
fn linked_page_that_is_gone_is_redirected_to_the_page_above_it() {
    let mut input = planted();
    let gone = |path: &str| AuditPage { url: format!("{HOST}{path}"), status: Some(404), ..AuditPage::default() };
    input.pages.extend([gone("/gutters/zinc/basics"), gone("/zeppelin")]);
    input.pages[0].links.extend(links(&["/gutters/zinc/basics", "/zeppelin"]));
    let output = answered(&input);
    let moved = of(&output, "/gutters/zinc/basics");
    assert_eq!(
        (moved.verdict, moved.target.as_deref()),
        (PageVerdict::Redirect, Some("https://acme.example/gutters")),
        "{}",
        moved.reason
    );
    assert!(moved.reason.contains("the page above it"), "{}", moved.reason);
    let lost = of(&output, "/zeppelin");
    assert_eq!((lost.verdict, &lost.target), (PageVerdict::Remove, &None), "the home page is no target");
    assert!(lost.reason.contains("check its backlinks first"), "{}", lost.reason);
    assert!(lost.changes[0].reason.starts_with("One living page links"), "{}", lost.changes[0].reason);
}

#[test]
fn only_an_idle_thin_orphan_is_removed() {
    let output = answered(&planted());
    let removed: Vec<_> =
        output.pages.iter().filter(|page| page.verdict == PageVerdict::Remove).map(|page| &page.url).collect();
    assert_eq!(removed, ["https://acme.example/thin"]);
    assert_eq!(of(&output, "/contact").verdict, PageVerdict::Keep, "it serves another purpose");
    let shorter = AuditInput { period_days: Some(60.0), ..planted() };
    assert_eq!(answered(&shorter).summary.remove, 0, "60 days are too few");
    let mut linked = planted();
    linked.pages[0].links.extend(links(&["/thin"]));
    assert_eq!(answered(&linked).summary.remove, 0, "a page links to it");
    let mut new = planted();
    new.pages[5].first_seen_at = Day::parse("2026-11-01");
    assert_eq!(answered(&new).summary.remove, 0, "it is new");
}

#[test]
fn few_impressions_keep_a_page_and_state_what_would_settle_it() {
    let output = answered(&planted());
    let noise = of(&output, "/noise");
    assert_eq!((noise.verdict, noise.is_too_little_data), (PageVerdict::Keep, true));
    assert!(
        noise.reason.contains("20 impressions in 100 days") && noise.reason.contains("500 days"),
        "{}",
        noise.reason
    );
    assert!(noise.changes.is_empty() && noise.tasks.is_empty());
}

#[test]
fn missing_queries_become_sections_with_the_text_of_a_fact() {
    let mut input = planted();
    input.facts = vec![Fact {
        id: "guards".to_owned(),
        kind: FactKind::Question,
        value: "What do gutter guards cost?".to_owned(),
        detail: Some("Guards of aluminum cost $9 a foot with installation".to_owned()),
        source: "price list 2026".to_owned(),
        ..Fact::default()
    }];
    let output = answered(&input);
    let gutters = of(&output, "/gutters");
    assert_eq!(gutters.verdict, PageVerdict::Improve, "{}", gutters.reason);
    let section = gutters.changes.iter().find(|change| change.kind == PageChangeKind::AddSection).unwrap();
    assert_eq!(section.queries, ["gutter guards cost"]);
    assert_eq!(section.after.as_deref(), Some("Guards of aluminum cost $9 a foot with installation"));
    assert_eq!(
        (section.fact_ids.as_slice(), section.source.as_deref()),
        (&["guards".to_owned()][..], Some("price list 2026"))
    );
    assert!(
        gutters.after.iter().any(|line| line.starts_with("## "))
            && gutters.before.iter().all(|line| !line.starts_with("## "))
    );
    let missing = &gutters.missing_queries[0];
    assert_eq!((missing.query.as_str(), missing.is_in_title, missing.is_in_text), ("gutter guards cost", false, false));
    let without = answered(&planted());
    let section =
        of(&without, "/gutters").changes.iter().find(|change| change.kind == PageChangeKind::AddSection).unwrap();
    assert!(section.after.is_none() && section.reason.contains("no given fact answers it"), "nothing is invented");
}

#[test]
fn words_that_only_look_for_a_business_are_no_section() {
    let mut input = planted();
    let asked =
        ["siding repair service austin near me", "best siding repair company austin", "cheap siding repair austin"];
    input.queries.extend(asked.map(|query| row(query, "/siding-repair-austin", 1.0, 400.0, 9.0)));
    input.queries.push(row("local vinyl siding repair austin", "/siding-repair-austin", 1.0, 300.0, 9.0));
    let output = answered(&input);
    let changes = &of(&output, "/siding-repair-austin").changes;
    let sections: Vec<_> = changes.iter().filter(|change| change.kind == PageChangeKind::AddSection).collect();
    assert_eq!(sections.len(), 1, "{sections:#?}");
    assert_eq!(sections[0].queries, ["local vinyl siding repair austin"]);
}

#[test]
fn sections_take_answers_of_the_pack_with_their_sources() {
    let mut input = planted();
    input.vertical = Some("roofing".to_owned());
    input.queries.push(row("how long do asphalt shingles last", "/roof-repair-austin", 0.0, 300.0, 20.0));
    let output = answered(&input);
    let answers = output
        .pages
        .iter()
        .flat_map(|page| &page.changes)
        .filter(|change| change.fact_ids.iter().any(|id| id.starts_with("pack.")));
    assert!(answers.clone().count() > 0, "a question of the trade has an answer");
    assert!(answers.into_iter().all(|change| change.source.is_some() && change.after.is_some()));
}

#[test]
fn title_without_the_main_query_is_replaced_by_one_that_fits() {
    let mut input = planted();
    input.pages[3].title = Some("Services and more | Acme Roofing".to_owned());
    input.pages[3].h1 = Some("Our services".to_owned());
    let output = answered(&input);
    let change = &of(&output, "/gutters").changes[0];
    assert_eq!(change.kind, PageChangeKind::Title);
    let after = change.after.as_deref().unwrap();
    assert!(after.starts_with("Gutter cleaning") && (30..=60).contains(&after.chars().count()), "{after}");
    assert!(
        engines::content::title_pixels(after) <= 561
            && change.before.as_deref() == Some("Services and more | Acme Roofing")
    );
    assert!(
        of(&output, "/gutters")
            .extra_clicks
            .is_some_and(|extra| 0.0 < extra.low && extra.low < extra.mid && extra.mid < extra.high)
    );
    let unknown = answered(&AuditInput { period_days: None, ..input });
    assert!(of(&unknown, "/gutters").extra_clicks.is_none(), "clicks a month need the length of the period");
}

#[test]
fn repeated_and_stuffed_passages_are_cut_from_the_weaker_page() {
    let shared =
        "The company has been in the same yard behind the railway station since the first roof was laid by hand.";
    let mut input = planted();
    input.pages[3].text = format!("{GUTTERS} {shared}");
    input.pages[9].text = format!("{shared} {SIDING}");
    let output = answered(&input);
    let cuts =
        |path| of(&output, path).changes.iter().filter(|change| change.kind == PageChangeKind::Cut).collect::<Vec<_>>();
    assert_eq!(cuts("/siding-repair-austin")[0].before.as_deref(), Some(shared));
    assert!(cuts("/siding-repair-austin")[0].reason.contains("https://acme.example/gutters"));
    assert!(cuts("/gutters").is_empty(), "the page with more clicks keeps it");
    input.pages[3].text = "Gutter cleaning helps. ".repeat(9) + GUTTERS;
    let output = answered(&input);
    let stuffed: Vec<_> =
        of(&output, "/gutters").changes.iter().filter(|change| change.reason.contains("Stuffing")).collect();
    assert_eq!(stuffed.len(), 1, "sentences that are equal are one passage: {stuffed:?}");
}

#[test]
fn page_with_few_links_gets_one_from_a_page_that_names_its_query() {
    let mut input = planted();
    input.pages[9].text =
        format!("{SIDING} Ask for gutter cleaning on the same day, because the ladder is there anyway.");
    let output = answered(&input);
    let link = of(&output, "/siding-repair-austin")
        .changes
        .iter()
        .find(|change| change.kind == PageChangeKind::AddLink)
        .unwrap();
    assert_eq!(
        (link.after.as_deref(), link.target.as_deref()),
        (Some("gutter cleaning"), Some("https://acme.example/gutters"))
    );
    let after = &of(&output, "/siding-repair-austin").after;
    assert!(after.iter().any(|line| line.contains("[gutter cleaning](https://acme.example/gutters)")), "{after:?}");
}

#[test]
fn insights_carry_the_tasks_and_a_key_for_each_page() {
    let output = answered(&planted());
    let merge = output.insights.iter().find(|found| found.kind == "content_merge").unwrap();
    assert_eq!(merge.key, "content_merge:https://acme.example/austin-roof-repair");
    assert!(engines::execution::has_action_for(&merge.action.as_ref().unwrap().kind));
    let tasks: Vec<_> = merge.evidence.iter().filter(|one| one.kind == "task").collect();
    assert_eq!(tasks.len(), of(&output, "/austin-roof-repair").tasks.len());
    assert!(tasks[0].value["detail"].as_str().unwrap().contains("Insurers ask for a dated photo"));
    // The exact changes are stated too, so that an edit can make them.
    let changes: Vec<_> = merge.evidence.iter().filter(|one| one.kind == "change").collect();
    assert_eq!(changes.len(), of(&output, "/austin-roof-repair").changes.len());
    let redirect = changes.iter().find(|one| one.value["kind"] == "redirect").unwrap();
    assert_eq!(redirect.reference, "https://acme.example/austin-roof-repair");
    assert!(redirect.value["target"].as_str().unwrap().starts_with("https://acme.example/"));
    let keys: std::collections::BTreeSet<_> = output.insights.iter().map(|found| &found.key).collect();
    assert_eq!(keys.len(), output.insights.len());
    for found in &output.insights {
        assert!(engines::execution::has_action_for(&found.action.as_ref().unwrap().kind), "{}", found.kind);
    }
}

#[test]
fn summary_adds_up_and_the_same_input_gives_the_same_answer() {
    let output = answered(&planted());
    let sum = &output.summary;
    let living = output.pages.iter().filter(|page| page.status == Some(200)).count();
    assert_eq!(living, output.pages.len() - 2, "two pages are gone");
    assert_eq!(sum.keep + sum.improve + sum.merge + sum.redirect + sum.remove, living);
    assert_eq!((sum.merge, sum.redirect, sum.remove), (1, 1, 1));
    assert!(output.notes.iter().any(|note| note.starts_with("2 addresses that are gone")), "{:?}", output.notes);
    assert_eq!(serde_json::to_string(&output).unwrap(), serde_json::to_string(&answered(&planted())).unwrap());
}

#[test]
fn pages_outside_the_crawl_and_missing_data_are_reported() {
    let mut input = planted();
    input.queries.push(row("roof repair", "/not-crawled", 1.0, 77.0, 9.0));
    let output = answered(&input);
    assert!(
        output.notes[0].contains("77 impressions") && output.notes[0].contains("/not-crawled"),
        "{:?}",
        output.notes
    );
    let bare = AuditInput { queries: Vec::new(), period_days: None, ..planted() };
    let output = answered(&bare);
    assert!(output.needs.iter().any(|need| need.starts_with("Queries by page")), "{:?}", output.needs);
    assert_eq!(of(&output, "/thin").verdict, PageVerdict::Keep, "without queries nothing is idle");
    assert!(matches!(audit(&AuditInput::default(), &checked(), &Unattended), Err(EngineError::NoInput { .. })));
}
