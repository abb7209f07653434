//! G08: the name of the trade and titles of sources are no claims; all else is.

use engines::content::{Publication, Sentence};
use sites::{Site, Trade};

use super::{assert_blocked, assert_clean};
use crate::build::{Built, block, fact, with};

fn trade(name: &str, work: &str, business: &str) -> Trade {
    Trade {
        vertical: "own".to_owned(),
        name: name.to_owned(),
        work: work.to_owned(),
        business: business.to_owned(),
        review: None,
    }
}

fn insurance() -> Trade {
    trade("Auto insurance", "auto insurance", "insurance agency")
}

fn warranty() -> Trade {
    trade("Home warranty plans", "home warranty coverage", "home warranty company")
}

fn plain(text: &str) -> Sentence {
    Sentence { text: text.to_owned(), ..Sentence::default() }
}

/// Returns the honest site of a trade, with a sentence in the written text of a page.
fn writes(trade: Trade, kind: &str, text: &str) -> Built {
    with(|site| {
        site.trade = trade;
        site.pages[2].draft.blocks.push(block(kind, vec![plain(text)]));
    })
}

/// Returns the honest site of a trade, with a sentence in the footer of a page.
fn shows(trade: Trade, text: &str) -> Built {
    with(|site| site.trade = trade).edit("about/index.html", "</footer>", &format!("<p>{text}</p></footer>"))
}

#[test]
fn g08_name_of_the_trade_in_title_heading_and_description_passes() {
    let built = with(|site| {
        site.trade = insurance();
        let draft = &mut site.pages[2].draft;
        draft.title = plain("Auto Insurance in Tulsa: Questions Answered");
        draft.description =
            plain("Further questions about auto insurance with their answers, and the words that you will hear.");
        draft.blocks[0].sentences[0] = plain("Auto insurance: more questions and answers");
    });
    assert_clean(&built.check(), "G08");
}

#[test]
fn g08_businesses_of_the_trade_pass() {
    for text in [
        "We pass your request to independent home warranty companies, so that they can answer you.",
        "Home warranty coverage in Tulsa",
        "Home-warranty plans",
    ] {
        assert_clean(&shows(warranty(), text).check(), "G08");
    }
}

#[test]
fn g08_claims_next_to_the_name_of_the_trade_block() {
    for text in [
        "We are insured and licensed.",
        "We have auto insurance for every job.",
        "Our auto insurance pays for every scratch.",
        "Licensed auto insurance for people in a hurry",
        "The crew has insurance.",
        "Auto insurance with a guarantee",
        "The best auto insurance",
        "Honest auto. Insurance too.",
        "Auto insurance for 40 years",
    ] {
        for kind in ["p", "h2"] {
            assert_blocked(&writes(insurance(), kind, text).check(), "G08", Some("/choose/"));
        }
    }
}

#[test]
fn g08_claims_next_to_the_name_of_the_trade_outside_of_the_written_text_block() {
    for text in [
        "We are a home warranty company.",
        "Our home warranty coverage pays for everything.",
        "We guarantee our home warranty companies.",
        "Guaranteed home warranty coverage",
        "Best home warranty companies",
        "Ten-year warranty on all work",
        "Home. Warranty coverage.",
    ] {
        assert_blocked(&shows(warranty(), text).check(), "G08", Some("/about/"));
    }
}

#[test]
fn g08_seller_that_has_what_its_trade_is_named_after_blocks() {
    let plan = || trade("Home warranty", "home warranty", "home warranty company");
    for (trade, text) in [
        (insurance(), "Every agent carries auto insurance."),
        (insurance(), "Agents with auto insurance come to you."),
        (insurance(), "All agencies on this site maintain full auto insurance."),
        (insurance(), "Each broker holds home and auto insurance."),
        (insurance(), "Agents are covered by auto insurance on the way to your house."),
        (insurance(), "No agent visits without auto insurance."),
        (insurance(), "With auto insurance on every job, nothing can happen."),
        (insurance(), "Should it rain? Every agent carries auto insurance."),
        (insurance(), "Not to worry, every agent carries auto insurance."),
        (plan(), "Every repair comes with a home warranty."),
        (plan(), "All work is backed by a home warranty."),
        (plan(), "A home warranty is included with every visit of the technician."),
    ] {
        let trade = || sites::Trade { ..trade.clone() };
        assert_blocked(&writes(trade(), "p", text).check(), "G08", Some("/choose/"));
        assert_blocked(&shows(trade(), text).check(), "G08", Some("/about/"));
    }
}

#[test]
fn g08_others_that_have_what_the_trade_is_named_after_pass() {
    for text in [
        "Every driver carries auto insurance.",
        "Most states ask drivers to carry auto insurance.",
        "Does every agent carry auto insurance?",
        "Agents sell auto insurance.",
        "Agents help drivers with auto insurance.",
        "Agents have answers about auto insurance.",
        "An agent has auto insurance quotes from several companies.",
        "Not every agent has auto insurance.",
        "Ask whether the agent carries auto insurance.",
        "Your company has auto insurance for its cars.",
    ] {
        assert_clean(&writes(insurance(), "p", text).check(), "G08");
        assert_clean(&shows(insurance(), text).check(), "G08");
    }
}

#[test]
fn g08_trade_that_praises_itself_blocks() {
    let plumbing = || trade("Plumbing", "plumbing", "plumber");
    let praised = || trade("Insured plumbing", "licensed and insured plumbing", "certified plumber");
    let bare = || trade("Insurance", "warranty", "insurance");
    for (trade, text) in [
        (plumbing(), "Insured plumbing"),
        (plumbing(), "Plumbing with insurance"),
        (praised(), "Insured plumbing"),
        (praised(), "Licensed and insured plumbing for old houses"),
        (praised(), "Certified plumbers come to your house"),
        (bare(), "Plumbers with insurance"),
        (bare(), "Plumbers with a warranty"),
    ] {
        assert_blocked(&writes(trade, "h2", text).check(), "G08", Some("/choose/"));
    }
    assert_blocked(&shows(praised(), "Insured plumbing").check(), "G08", Some("/about/"));
    assert_blocked(&shows(bare(), "Warranty on everything").check(), "G08", Some("/about/"));
}

#[test]
fn g08_claim_is_reported_as_it_is_written() {
    let report = writes(insurance(), "h2", "Licensed auto insurance for people in a hurry").check();
    let found = report.findings.iter().find(|one| one.check == "G08").unwrap();
    assert!(found.detail.contains("Licensed auto insurance for people"), "{}", found.detail);
}

const TITLE: &str = "Guaranteed Rural Housing Program (7 CFR part 3555)";

/// Adds a statement with its publication to a page.
fn quote(site: &mut Site, is_cited: bool) {
    let page = &mut site.pages[2];
    let mut statement =
        fact("rural", "statement", "A county office lists the towns that count as rural", "", "", "7 CFR part 3555");
    statement.sources.push(Publication {
        title: TITLE.to_owned(),
        publisher: "US Department of Agriculture".to_owned(),
        year: 2013,
        url: "https://www.ecfr.gov/current/title-7/part-3555".to_owned(),
    });
    page.facts.push(statement);
    let ids = if is_cited { vec!["rural".to_owned()] } else { Vec::new() };
    let text = "A county office lists the towns that count as rural.".to_owned();
    page.draft.blocks.push(block("p", vec![Sentence { text, fact_ids: ids, ..Sentence::default() }]));
}

fn footer(is_cited: bool, html: &str) -> Built {
    with(|site| quote(site, is_cited)).edit("choose/index.html", "</footer>", &format!("{html}</footer>"))
}

#[test]
fn g08_title_of_a_cited_source_passes() {
    let entry = format!(
        "<ol><li><a href=\"https://www.ecfr.gov/current/title-7/part-3555\">{TITLE}</a>, US Department of Agriculture, 2013</li></ol>"
    );
    assert_clean(&footer(true, &entry).check(), "G08");
}

#[test]
fn g08_title_of_a_source_elsewhere_blocks() {
    let entry = |text: &str| format!("<ol><li>{text}</li></ol>");
    let whole = format!("{TITLE}, US Department of Agriculture, 2013");
    let cases = [
        (true, "<p>Guaranteed Rural Housing Program</p>".to_owned()),
        (true, format!("<p>{whole}</p>")),
        (true, entry("Guaranteed Rural Housing Program")),
        (true, entry(&format!("{whole}. We guarantee it."))),
        (false, entry(&whole)),
    ];
    for (is_cited, html) in cases {
        assert_blocked(&footer(is_cited, &html).check(), "G08", Some("/choose/"));
    }
    let in_text = with(|site| quote(site, true)).add("choose/index.html", &entry(&whole));
    assert_blocked(&in_text.check(), "G08", Some("/choose/"));
}
