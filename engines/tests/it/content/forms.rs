//! Figures and claims in other words than those of a fact: a second reading that names the fact keeps them, and no twin with another value.

use engines::common::Unattended;
use engines::content::{Fact, FactKind, Support, VerifyInput, verify};

use super::calculated::is_kept_by;
use super::{fact, said};

fn facts() -> Vec<Fact> {
    use FactKind::{Business, Guarantee, Hours, Place, Price, Service, Statement};
    let of_place = fact("people", Statement, "Erie has 94,831 residents.", None, None);
    let of_trade = fact("trade", Statement, "Most hulls are waxed in 3 hours.", None, None);
    let known = [of_place, of_trade].map(|fact| Fact { is_owner_supplied: false, ..fact });
    let mut all = vec![
        fact("biz", Business, "Harbor Boat Yard", None, None),
        fact("svc", Service, "boat storage", None, None),
        fact("svc2", Service, "hull inspections", None, None),
        fact("place", Place, "Erie, PA", None, None),
        fact("slip", Price, "$140", Some("a slip for 7 days, power included"), None),
        fact("rack", Price, "$60", Some("a rack for 30 days"), None),
        fact("crane", Price, "$180", Some("a tour for up to 5 guests"), None),
        fact("more", Price, "$9", Some("each guest beyond 5"), None),
        fact("crew", Price, "$35 per person per day", Some("a sailing class"), None),
        fact("mid", Price, "$75", Some("washing a boat of 20 to 30 feet"), None),
        fact("big", Price, "$110", Some("washing a boat above 30 feet"), None),
        fact("wax", Price, "$14 per foot", Some("waxing a hull"), None),
        fact("paint", Price, "$900 to $1,600", Some("painting a hull"), None),
        fact("buoy", Statement, "Mooring buoys cost $12 each.", None, None),
        fact("rent", Hours, "every day, 7 a.m. to 9 p.m.", None, None),
        fact(
            "back",
            Guarantee,
            "If a seam that we sealed leaks within a year, we seal it again for nothing",
            None,
            None,
        ),
    ];
    all.extend(
        [
            ("tow", "Towing is free within 12 miles of the yard; every mile beyond that costs $4."),
            ("least", "The smallest contract is for 3 boats."),
            ("age", "Drivers must be 18 for a motor boat; for a kayak 12 is enough if a parent comes along."),
            ("check", "Owners get a written report after every fourth inspection."),
            ("late", "Lifts canceled less than 24 hours ahead are charged in full."),
            ("ask", "The request for a hull inspection is due 30 days before the sale."),
            ("salt", "We can't promise that a hull stays free of barnacles."),
            ("wind", "Boats stay on land when winds above 35 mph are forecast."),
            ("pets", "Deposits are given back after the season."),
            ("new", "No license is needed for a rowing boat, and beginners are welcome."),
            ("run", "Two brothers and their sister own the yard."),
            ("docs", "The clerk looks through the papers of each boat."),
        ]
        .map(|(id, value)| fact(id, Statement, value, None, None)),
    );
    all.extend(known);
    all
}

/// Lines with the ids of the facts that say them, each followed by twins that no verdict keeps.
const LINES: &[(&str, &str, &[&str])] = &[
    // A length of time as a unit of charge.
    (
        "A slip rents for $140 a week, with power included.",
        "slip",
        &["A slip rents for $140 a day, with power included.", "A slip rents for $130 a week, with power included."],
    ),
    ("Keep your boat on a rack for $60 a month.", "rack", &["Keep your boat on a rack for $60 a week."]),
    // A thing as a unit of charge.
    ("Budget $12 for each mooring buoy.", "buoy", &["Budget $14 for each mooring buoy."]),
    (
        "For every foot of hull, waxing costs $14.",
        "wax",
        &["For every foot of hull, waxing costs $15.", "Waxing a hull costs $14.", "Waxing a 20-foot hull costs $14."],
    ),
    // What is beyond a limit.
    (
        "Stranded more than 12 miles out? Plan on $4 for every mile past that point.",
        "tow",
        &["Stranded more than 14 miles out? Plan on $4 for every mile past that point."],
    ),
    (
        "With fewer than three boats, note that our smallest contract is written for three boats.",
        "least",
        &["With fewer than four boats, note that our smallest contract is written for four boats."],
    ),
    // Ages.
    (
        "A twelve-year-old can take out a kayak with a parent along.",
        "age",
        &[
            "A ten-year-old can take out a kayak with a parent along.",
            "A twelve-month-old can go in a kayak with a parent.",
        ],
    ),
    // Ordinals.
    (
        "After every four inspections, owners receive a report in writing.",
        "check",
        &[
            "After every three inspections, owners receive a report in writing.",
            "Four owners receive a report in writing.",
        ],
    ),
    // Units.
    (
        "When winds over thirty-five miles an hour are forecast, boats remain ashore.",
        "wind",
        &["When winds over forty miles an hour are forecast, boats remain ashore."],
    ),
    // Free.
    (
        "Should a seam of ours leak within a year, we will reseal it free of charge.",
        "back",
        &["Should a seam of ours leak within two years, we will reseal it free of charge."],
    ),
    // A day on which the reader does something.
    (
        "Cancel your lift on the same day and you pay for it.",
        "late",
        &["We offer same-day lifts.", "Get a lift the same day."],
    ),
    // Claims that are denied.
    (
        "Can you guarantee a hull without barnacles? No, because we cannot promise that.",
        "salt",
        &[
            "Can you guarantee a hull without barnacles? Yes, because we know how.",
            "Is your work certified? Of course.",
        ],
    ),
    (
        "Nobody can guarantee that a hull stays clear of barnacles.",
        "salt",
        &[
            "Nobody gives a better guarantee against barnacles.",
            "No hull leaves the yard without a guarantee.",
            "No mess, with our certified crew.",
            "No doubt: this is the best yard in Erie.",
            "Do not miss our lifetime guarantee.",
        ],
    ),
    // A service denies nothing.
    ("Do not put off a hull inspection: the request must be in 30 days before the sale.", "ask", &[]),
    // Money that is given back.
    ("Deposits are refunded once the season is over.", "pets", &["Deposits are refunded twice over in Buffalo."]),
    // Things of the reader, and verbs.
    ("Our clerk reviews your papers.", "docs", &["Read our five-star reviews.", "Our papers win awards."]),
    ("No experience is needed for a rowing boat.", "new", &["Our experienced crew rows for you."]),
    ("The yard is a family business.", "run", &["The yard is an award-winning family business."]),
    ("The yard is open seven days a week.", "rent", &["The yard is open around the clock, and licensed."]),
    // Ends of a range.
    (
        "The minimum for painting a hull is $900.",
        "paint",
        &["Painting a hull costs $900.", "The maximum for painting a hull is $900."],
    ),
    // A figure of the place, named by the business.
    (
        "Harbor Boat Yard is in Erie, a city of 94,831 people.",
        "biz, place, people",
        &["Harbor Boat Yard is in Erie, a city of 95,831 people.", "Our yard serves 94,831 boats."],
    ),
    ("Most hulls are waxed in 3 hours.", "trade", &["Our crew waxes most hulls in 3 hours."]),
    // An amount that fits the range of a fact.
    (
        "Washing a 25-foot boat costs $75.",
        "mid",
        &["Washing a 35-foot boat costs $75.", "Washing a 15-foot boat costs $75."],
    ),
    (
        "A tour with seven guests comes to $198.",
        "crane, more | $198 = {crane: $180} + {more: $9} * ({seven guests} - {more: 5})",
        &["A tour with eight guests comes to $198.", "A tour with seven guests comes to $199."],
    ),
    (
        "For a class of six, that comes to $210 a day.",
        "crew | $210 a day = {crew: $35 per person per day} * {six}",
        &["For a class of six, that comes to $210 a week.", "For a class of six, that comes to $220 a day."],
    ),
];

fn is_kept(line: &str, answer: &str) -> bool {
    is_kept_by(facts(), line, answer)
}

#[test]
fn figures_and_claims_in_other_words_are_kept_with_the_fact_that_says_them() {
    for (line, answer, _) in LINES {
        let found = verify(&VerifyInput { sentences: vec![said(line, &[])], facts: facts() }, &Unattended).unwrap();
        assert!(is_kept(line, answer), "{line}: {:?}", found.verdicts[0]);
    }
}

#[test]
fn no_verdict_keeps_a_twin_with_another_figure_or_a_claim() {
    for (_, answer, twins) in LINES {
        for twin in *twins {
            assert!(!is_kept(twin, answer), "{twin}");
        }
    }
}

#[test]
fn figures_in_other_words_need_the_fact_that_has_them() {
    for (line, answer, _) in LINES {
        let found = verify(&VerifyInput { sentences: vec![said(line, &[])], facts: facts() }, &Unattended).unwrap();
        if matches!(found.verdicts[0].support(), Support::Subject | Support::Calculation) {
            assert!(!is_kept(line, "place"), "{line} with the place alone, instead of {answer}");
        }
    }
}
