//! Checks of the text: G01 to G09.

use gate::{Market, PortfolioSite};
use sites::PageKind;

use super::{assert_blocked, assert_clean, assert_warned};
use crate::{
    build::{block, fact, honest, page, render, with},
    texts,
};

#[test]
fn g01_page_with_swapped_town_blocks() {
    let built = with(|site| {
        let mut copy = page("/broken-arrow/", PageKind::Area, "Broken Arrow", texts::HOME);
        copy.place = Some("Broken Arrow, OK".to_owned());
        copy.names = vec!["Broken Arrow".to_owned()];
        for one in copy.draft.blocks.iter_mut().flat_map(|block| &mut block.sentences) {
            one.text = one.text.replace("Tulsa", "Broken Arrow");
        }
        for cited in &mut copy.facts {
            cited.fact.value = cited.fact.value.replace("Tulsa", "Broken Arrow");
            cited.fact.place = Some("Broken Arrow".to_owned());
        }
        site.pages.push(copy);
    });
    assert_blocked(&built.check(), "G01", Some("/broken-arrow/"));
}

#[test]
fn g01_pages_about_the_site_may_repeat() {
    let built = with(|site| site.pages.push(page("/privacy-2/", PageKind::Privacy, "Privacy two", texts::PRIVACY)));
    assert_clean(&built.check(), "G01");
}

#[test]
fn g02_page_about_a_place_without_its_facts_blocks() {
    let built = with(|site| {
        for cited in &mut site.pages[1].facts {
            cited.fact.place = Some("Dallas".to_owned());
        }
    });
    assert_blocked(&built.check(), "G02", Some("/cost/"));
}

#[test]
fn g02_page_with_few_facts_warns() {
    let built = with(|site| {
        for cited in site.pages[1].facts.iter_mut().filter(|one| one.fact.id != "price") {
            cited.fact.place = None;
        }
    });
    assert_warned(&built.check(), "G02", Some("/cost/"));
}

#[test]
fn g02_page_without_a_place_needs_none() {
    let built = with(|site| {
        site.pages[2].place = None;
        site.pages[2].facts.iter_mut().for_each(|cited| cited.fact.place = None);
    });
    assert_clean(&built.check(), "G02");
}

fn other_site(vertical: &str, place: &str, metro: Option<&str>) -> PortfolioSite {
    let market = Market { vertical: vertical.to_owned(), place: place.to_owned(), metro: metro.map(str::to_owned) };
    PortfolioSite {
        id: "other".to_owned(),
        name: "Other".to_owned(),
        hosts: vec!["other.example.com".to_owned()],
        markets: vec![market],
    }
}

#[test]
fn g03_same_vertical_in_the_same_metro_blocks() {
    for (place, metro) in [("Tulsa, OK", None), ("Owasso, OK", Some("Tulsa, OK"))] {
        let mut built = honest();
        built.portfolio.sites.push(other_site("water-damage", place, metro));
        assert_blocked(&built.check(), "G03", None);
    }
}

#[test]
fn g03_other_trade_other_metro_and_itself_pass() {
    let mut built = honest();
    built.portfolio.sites.push(other_site("roofing", "Tulsa, OK", Some("Tulsa, OK")));
    built.portfolio.sites.push(other_site("water-damage", "Dallas, TX", Some("Dallas, TX")));
    built.portfolio.sites.push(PortfolioSite { id: "own".to_owned(), ..other_site("water-damage", "Tulsa, OK", None) });
    assert_clean(&built.check(), "G03");
}

#[test]
fn g04_fourth_site_of_the_day_blocks() {
    let mut built = honest();
    built.state.sites_launched_today = 2;
    assert_clean(&built.check(), "G04");
    built.state.sites_launched_today = 3;
    assert_blocked(&built.check(), "G04", None);
}

#[test]
fn g04_eleventh_new_page_of_the_day_blocks() {
    let mut built = honest();
    built.state.is_first_launch = false;
    built.state.new_pages = (0..6).map(|at| format!("/{at}/")).collect();
    built.state.pages_published_today = 4;
    assert_clean(&built.check(), "G04");
    built.state.pages_published_today = 5;
    assert_blocked(&built.check(), "G04", None);
}

#[test]
fn g04_launch_with_too_many_pages_blocks() {
    let built = with(|site| {
        for at in 0..39 {
            let mut one = page(&format!("/note-{at}/"), PageKind::About, &format!("Note {at}"), texts::ABOUT);
            one.draft.description.text = format!("Note {at}");
            site.pages.push(one);
        }
    });
    assert_blocked(&built.check(), "G04", None);
}

const TOWNS: [&str; 16] = [
    "Tulsa",
    "Broken Arrow",
    "Owasso",
    "Bixby",
    "Jenks",
    "Sapulpa",
    "Claremore",
    "Muskogee",
    "Okmulgee",
    "Bartlesville",
    "Edmond",
    "Norman",
    "Moore",
    "Yukon",
    "Shawnee",
    "Stillwater",
];

#[test]
fn g05_list_of_towns_blocks() {
    let built = honest().add("cost/index.html", &format!("<p>{}</p>", TOWNS.join(", ")));
    assert_blocked(&built.check(), "G05", Some("/cost/"));
    let items: String = TOWNS.iter().map(|town| format!("<li>{town}</li>")).collect();
    assert_blocked(&honest().add("cost/index.html", &format!("<ul>{items}</ul>")).check(), "G05", Some("/cost/"));
}

#[test]
fn g05_list_in_the_footer_blocks() {
    let built = honest().edit("about/index.html", "</footer>", &format!("<p>{}</p></footer>", TOWNS.join(" | ")));
    assert_blocked(&built.check(), "G05", Some("/about/"));
}

#[test]
fn g05_linked_towns_few_towns_and_other_names_pass() {
    let linked: String = TOWNS.iter().map(|town| format!("<li><a href=\"../about/\">{town}</a></li>")).collect();
    assert_clean(&honest().add("cost/index.html", &format!("<ul>{linked}</ul>")).check(), "G05");
    assert_clean(&honest().add("cost/index.html", &format!("<p>{}</p>", TOWNS[..15].join(", "))).check(), "G05");
    let tools = "Pump, Fan, Hose, Meter, Bucket, Mop, Glove, Mask, Tarp, Foil, Wedge, Saw, Drill, Probe, Ladder, Lamp, Vacuum, Brush";
    assert_clean(&honest().add("cost/index.html", &format!("<p>{tools}</p>")).check(), "G05");
}

#[test]
fn g06_repeated_head_term_blocks() {
    let filler = "Water damage restoration helps when the floor is wet. ".repeat(8);
    let built = honest().add("choose/index.html", &format!("<p>{filler}</p>"));
    assert_blocked(&built.check(), "G06", Some("/choose/"));
}

#[test]
fn g06_repeated_phrase_warns() {
    let phrases = [
        "Check the drying log first.",
        "Keep the drying log dry.",
        "Show the drying log.",
        "Copy the drying log twice a week.",
        "File the drying log away.",
    ];
    let built = honest().add("choose/index.html", &format!("<p>{}</p>", phrases.join(" ")));
    assert_warned(&built.check(), "G06", Some("/choose/"));
}

#[test]
fn g07_thin_page_blocks_and_short_one_warns() {
    let shorten = |keep: usize| with(move |site| site.pages[2].draft.blocks.truncate(keep));
    let thin = shorten(2);
    let report = thin.check();
    assert!(report.findings.iter().any(|one| one.check == "G07" && one.page.as_deref() == Some("/choose/")));
    assert_eq!(super::status(&report, "G07"), gate::Status::Blocked);
    assert_warned(&shorten(6).check(), "G07", Some("/choose/"));
}

#[test]
fn g07_price_table_may_be_short() {
    let mut built = with(|site| {
        let page = &mut site.pages[2];
        page.draft.blocks.truncate(4);
    });
    let row = |name: &str| format!("<tr><td>{name}</td><td>$ per hour: 3</td></tr>");
    built = built.add("choose/index.html", &format!("<table>{}{}{}</table>", row("Pump"), row("Fan"), row("Crew")));
    assert_clean(&built.check(), "G07");
}

#[test]
fn g08_number_without_a_fact_blocks() {
    let built = with(|site| {
        site.pages[0].draft.blocks[1].sentences[0].text.push_str(" It takes 15 minutes.");
    });
    assert_blocked(&built.check(), "G08", Some("/"));
}

#[test]
fn g08_claim_in_the_written_text_blocks() {
    let built = with(|site| {
        let sentence = engines::content::Sentence {
            text: "The crew is licensed and insured.".to_owned(),
            ..engines::content::Sentence::default()
        };
        site.pages[2].draft.blocks.push(block("p", vec![sentence]));
    });
    assert_blocked(&built.check(), "G08", Some("/choose/"));
}

#[test]
fn g08_claim_outside_of_the_written_text_blocks() {
    for claim in [
        "Licensed and insured",
        "We are the #1 company in town.",
        "Our crew has 20 years of experience.",
        "Award-winning service",
        "We guarantee our work.",
    ] {
        let built = honest().edit("about/index.html", "</footer>", &format!("<p>{claim}</p></footer>"));
        assert_blocked(&built.check(), "G08", Some("/about/"));
    }
}

#[test]
fn g08_advice_and_refusals_pass() {
    for text in [
        "Ask whether the company that you call is licensed before you sign anything.",
        "We do not guarantee the work of others.",
        "Are you insured?",
        "We call the state board when a license number looks odd to a reader, not before.",
    ] {
        let built = honest().edit("about/index.html", "</footer>", &format!("<p>{text}</p></footer>"));
        assert_clean(&built.check(), "G08");
    }
}

#[test]
fn g08_unknown_fact_blocks() {
    let built = with(|site| site.pages[0].facts.retain(|cited| cited.fact.id != "rain"));
    let report = built.check();
    assert!(
        report.findings.iter().any(|one| one.check == "G08" && one.page.as_deref() == Some("/")),
        "{:#?}",
        report.findings
    );
}

#[test]
fn g09_invented_trust_blocks() {
    let invented = [
        "<blockquote><p>They came at once and dried it all.</p><cite>Maria S.</cite></blockquote>",
        "<p>★★★★★ from the whole street</p>",
        "<h2>What our customers say</h2><p>They came at once.</p>",
        "<h2>Meet our team</h2><p>Bob and Joe look after you.</p>",
        "<img src=\"../assets/site.css\" width=\"1\" height=\"1\" alt=\"Our crew at work\">",
        "<p>Visit the shop at 4821 South Harvard Avenue in town.</p>",
    ];
    for html in invented {
        assert_blocked(&honest().add("about/index.html", html).check(), "G09", Some("/about/"));
    }
}

#[test]
fn g09_addresses_of_operator_and_facts_pass() {
    let built = honest().edit(
        "about/index.html",
        "</footer>",
        "<p>River Leads LLC, 12 Main Street, Tulsa, OK 74103</p></footer>",
    );
    assert_clean(&built.check(), "G09");
    let built = with(|site| {
        let office =
            fact("office", "permit", "The permit center is at 175 East 2nd Street", "", "Tulsa", "City of Tulsa");
        let text = "The permit center is at 175 East 2nd Street.".to_owned();
        let page = &mut site.pages[1];
        page.facts.push(office);
        page.draft.blocks[5].sentences.push(engines::content::Sentence {
            text,
            fact_ids: vec!["office".to_owned()],
            ..engines::content::Sentence::default()
        });
    });
    assert_clean(&built.check(), "G09");
}

#[test]
fn g09_quote_without_a_person_and_owner_supplied_review_pass() {
    let built = honest().add("about/index.html", "<blockquote><p>Dry the middle of the room first.</p></blockquote>");
    assert_clean(&built.check(), "G09");
    let mut built = with(|site| {
        let mut review = fact("r", "statement", "They dried the hall in a weekend", "", "", "letter of a customer");
        review.fact.is_owner_supplied = true;
        site.pages[3].facts.push(review);
    });
    built.files = render(&built.site);
    let html = "<blockquote><p>They dried the hall in a weekend</p><cite>Maria S.</cite></blockquote>";
    let report = built.add("about/index.html", html).check();
    let quote = report.findings.iter().filter(|one| one.check == "G09" && one.detail.contains("dried the hall"));
    assert_eq!(quote.count(), 0, "{:#?}", report.findings);
}
