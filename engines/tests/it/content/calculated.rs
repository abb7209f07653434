//! Figures that a second reading derives from facts, with a calculation that code verifies.

use engines::common::{Day, Unattended};
use engines::content::generate::{Material, Outcome, SourceFact, outcome, read_second_reading};
use engines::content::{Fact, FactKind, Support, VerifyInput, calculated, verify};

use super::{fact, said};

pub(super) fn facts() -> Vec<Fact> {
    use FactKind::{Business, Duration, Experience, Hours, Place, Price, Service, Statement};
    let mut since = fact("since", Experience, "since 1958", None, None);
    since.observed_at = Day::parse("2026-11-27");
    let mut all = vec![
        fact("biz", Business, "Cobble Tile Works", None, None),
        fact("svc", Service, "tile setting", None, None),
        fact("place", Place, "Dover, DE", None, None),
        since,
        fact("tile", Price, "$16 per square foot", Some("setting floor tile"), None),
        fact("stone", Price, "$24 per square foot", Some("setting natural stone"), None),
        fact("visit", Price, "$80", Some("a first visit"), None),
        fact("repair", Price, "$45 to $90", Some("a grout repair"), None),
        fact("pickup", Price, "$12", Some("pickup of old tile"), None),
        fact("care", Price, "$48 a month plus $6 per room", Some("a care plan"), None),
        fact("store", Price, "$30 a month", Some("storing a pallet"), None),
        fact("work", Duration, "six weeks", Some("waiting for a start date"), None),
        fact("short", Duration, "50 minutes", Some("a second appointment"), None),
        fact("long", Duration, "80 minutes", Some("a first appointment"), None),
        fact("hours", Hours, "Monday to Friday, 7:30 a.m. to 4 p.m.", None, None),
    ];
    all.extend(
        [
            ("rush", "Rush orders cost 50 percent more."),
            ("least", "Floor jobs are booked for at least 40 square feet."),
            ("most", "A pallet may be stored for up to five months."),
            ("team", "Two designers and five setters work here."),
            ("half", "Half of the fee of a visit is due at booking."),
            ("crew", "Six people make up the crew, and three of them polish stone."),
            ("old", "Homes built before 1978 are tested for lead."),
            ("people", "Dover has 257,141 residents."),
            ("speak", "Two thirds of the residents of Dover rent."),
            ("quiet", "Quiet hours last from 10 p.m. to 7 a.m."),
            ("season", "The outdoor season runs from May 1 to October 15."),
            ("far", "The quarry is 6 miles away, and the depot is 32 miles away."),
        ]
        .map(|(id, value)| fact(id, Statement, value, None, None)),
    );
    all
}

/// True if both readings keep a line, with the second verdict `answer`.
pub(super) fn is_kept_by(facts: Vec<Fact>, line: &str, answer: &str) -> bool {
    let source = |fact: &Fact| SourceFact { id: fact.id.clone(), text: fact.value.clone() };
    let material = Material { facts: facts.iter().map(source).collect(), ..Material::default() };
    let read = read_second_reading(&format!("1 | {answer}"), &[line], &material, &facts);
    let found = verify(&VerifyInput { sentences: vec![said(line, &[])], facts }, &Unattended).unwrap();
    let second = read.ok().and_then(|read| read.into_iter().next());
    matches!(outcome(&found.verdicts[0], second.as_ref()), Outcome::Kept { .. })
}

fn is_kept(line: &str, answer: &str) -> bool {
    is_kept_by(facts(), line, answer)
}

/// Lines with second verdicts that keep them.
const TRUE: &[(&str, &str)] = &[
    (
        "Laying 50 square feet of floor tile comes to $800.",
        "tile | $800 = {tile: $16 per square foot} * {50 square feet}",
    ),
    ("A first visit on a rush order comes to $120.", "visit, rush | $120 = {visit: $80} * (1 + {rush: 50 percent})"),
    (
        "A first visit on a rush order comes to $120.",
        "visit, rush | $120 = {visit: $80} + {visit: $80} * {rush: 50 percent}",
    ),
    ("When you book a visit, $40 is due.", "visit, half | $40 = {visit: $80} * {half: Half}"),
    ("Two visits come to $160.", "visit | $160 = {two} * {visit: $80}"),
    ("Two visits come to $160.", "visit | $160 = 2 * {visit: $80}"),
    (
        "For three rooms, the care plan comes to $66 a month.",
        "care | $66 a month = {care: $48 a month} + {care: $6 per room} * {three rooms}",
    ),
    (
        "A grout repair with pickup costs between $57 and $102.",
        "repair, pickup | $57 = {repair: $45} + {pickup: $12} | $102 = {repair: $90} + {pickup: $12}",
    ),
    (
        "A second appointment is half an hour shorter than the first one.",
        "short, long | half an hour = {long: 80 minutes} - {short: 50 minutes}",
    ),
    (
        "A second appointment is half an hour shorter than the first one.",
        "short, long | half an hour = ({long: 80 minutes} - {short: 50 minutes}) / 60",
    ),
    ("Seven people work here: two designers and five setters.", "team | Seven = sum({team: Two}, {team: five})"),
    ("Half of the crew polishes stone.", "crew | Half = {crew: three} / {crew: Six}"),
    ("Expect to wait a month and a half for a start date.", "work | a month and a half = {work: six weeks}"),
    ("Dover has more than a quarter of a million residents.", "people | a quarter of a million = {people: 257,141}"),
    ("About 67 percent of Dover's residents rent.", "speak | 67 percent = {speak: Two thirds}"),
    ("Quiet hours go on for nine hours.", "quiet | nine hours = {quiet: 7 a.m.} - {quiet: 10 p.m.}"),
    (
        "The outdoor season is about five and a half months long.",
        "season | five and a half months = {season: October 15} - {season: May 1}",
    ),
    (
        "The office is open for eight and a half hours on Mondays.",
        "hours | eight and a half hours = {hours: 4 p.m.} - {hours: 7:30 a.m.}",
    ),
    (
        "The office is open 42.5 hours a week.",
        "hours | 42.5 hours a week = ({hours: 4 p.m.} - {hours: 7:30 a.m.}) * {hours: Monday to Friday}",
    ),
    (
        "The smallest floor job comes to $640.",
        "tile, least | $640 = {tile: $16 per square foot} * {least: 40 square feet}",
    ),
    (
        "Storing a pallet for the longest time comes to $150.",
        "store, most | $150 = {store: $30 a month} * {most: five months}",
    ),
    ("The quarry is nearer than the depot: 6 miles against 32.", "far | 32 = {far: 32 miles}"),
    ("A home from 1965 is tested for lead.", "old | 1965 < {old: 1978}"),
];

#[test]
fn figure_is_kept_with_the_calculation_from_which_it_follows() {
    for (line, answer) in TRUE {
        assert!(is_kept(line, answer), "{line} {answer} {:?}", verdict(line));
        let ids = answer.split('|').next().unwrap();
        let is_needed = verdict(line).support() == Support::Calculation;
        // A figure of one fact in another unit, or within its limit, is found without a calculation.
        let is_plain = answer.matches('{').count() == 1;
        assert!(!is_needed || is_plain || !is_kept(line, ids), "without its calculation: {line}");
    }
}

#[test]
fn figure_of_one_fact_in_another_unit_or_within_its_limit_needs_no_calculation() {
    for (line, ids) in [
        ("A home from 1965 is tested for lead.", "old"),
        ("Expect to wait a month and a half for a start date.", "work"),
        ("A pallet that stays for four months is no problem.", "most"),
        ("A floor job of 60 square feet can be booked.", "least"),
    ] {
        assert!(is_kept(line, ids), "{line} {:?}", verdict(line));
        assert!(!is_kept(line, "place"), "with another fact: {line}");
    }
    for (line, ids) in [
        ("A home from 1985 is tested for lead.", "old"),
        ("Expect to wait two months for a start date.", "work"),
        ("A pallet that stays for six months is no problem.", "most"),
        ("A floor job of 30 square feet can be booked.", "least"),
        ("Two visits come to $160.", "visit"),
    ] {
        assert!(!is_kept(line, ids), "{line}");
    }
}

fn verdict(line: &str) -> engines::content::SentenceVerdict {
    verify(&VerifyInput { sentences: vec![said(line, &[])], facts: facts() }, &Unattended).unwrap().verdicts.remove(0)
}

/// Lines with verdicts of which a calculation is wrong.
const FALSE: &[(&str, &str)] = &[
    // Another result.
    (
        "Laying 50 square feet of floor tile comes to $850.",
        "tile | $850 = {tile: $16 per square foot} * {50 square feet}",
    ),
    (
        "Seven people work here: two designers and six setters.",
        "team | Seven = {team: Two} + {team: six} | six = {team: five}",
    ),
    ("Dover has more than a third of a million residents.", "people | a third of a million = {people: 257,141}"),
    ("Dover has a quarter of a million residents.", "people | a quarter of a million = {people: 257,141}"),
    ("67 percent of Dover's residents rent.", "speak | 67 percent = {speak: Two thirds}"),
    ("Expect to wait two months for a start date.", "work | two months = {work: six weeks}"),
    // Another unit of the result.
    (
        "A second appointment is half a day shorter.",
        "short, long | half a day = {long: 80 minutes} - {short: 50 minutes}",
    ),
    ("A first visit takes 80 hours.", "visit | 80 hours = {visit: $80}"),
    // An operand that no fact has, that another fact has, or that is not named.
    (
        "Laying 50 square feet of floor tile comes to $900.",
        "tile | $900 = {tile: $18 per square foot} * {50 square feet}",
    ),
    (
        "Laying 50 square feet of floor tile comes to $800.",
        "stone | $800 = {tile: $16 per square foot} * {50 square feet}",
    ),
    ("A visit costs $160.", "visit | $160 = 2 * {visit: $80}"),
    // Only what the line supposes, or itself.
    ("At $3 a foot, 50 feet come to $150.", "tile | $150 = {$3 a foot} * {50 feet}"),
    ("Laying floor tile comes to $800.", "tile | $800 = {$800}"),
    // A limit in the other direction, and a superlative of something else.
    ("A home from 1985 is tested for lead.", "old | 1985 < {old: 1978}"),
    ("A home from 1985 is tested for lead.", "old | 1985 > {old: 1978}"),
    ("The cheapest grout repair costs $90.", "repair | cheapest = max({repair: $45}, {repair: $90})"),
    (
        "Stone is the cheapest choice.",
        "stone, tile | cheapest = min({stone: $24 per square foot}, {tile: $16 per square foot})",
    ),
    ("Cobble Tile Works is the cheapest.", "pickup, visit | cheapest = min({pickup: $12}, {visit: $80})"),
    // Figures of two facts exchanged.
    (
        "A first visit costs $12, and pickup of old tile costs $80.",
        "visit, pickup | $12 = {pickup: $12} | $80 = {visit: $80}",
    ),
];

#[test]
fn what_an_operand_is_counted_by_and_its_limit_are_for_the_verdict_that_passes_the_line() {
    // The words and numbers are right; code reads units and limits only in part, so it refused true lines for them.
    for (line, answer) in [
        ("Laying 50 feet of floor tile comes to $800.", "tile | $800 = {tile: $16 per square foot} * {50 feet}"),
        ("The care plan comes to $54.", "care | $54 = {care: $48 a month} + {care: $6 per room}"),
        ("A floor job comes to $640.", "tile, least | $640 = {tile: $16 per square foot} * {least: 40 square feet}"),
        ("Storing a pallet comes to $150.", "store, most | $150 = {store: $30 a month} * {most: five months}"),
        ("A grout repair with pickup costs $57.", "repair, pickup | $57 = {repair: $45} + {pickup: $12}"),
    ] {
        assert!(is_kept(line, answer), "{line}");
        assert!(!is_kept(&line.replace('$', "$1"), answer), "another figure than {line}");
        assert!(!is_kept(line, &format!("no | {line}")), "denied: {line}");
    }
}

#[test]
fn operand_that_the_line_claims_needs_a_fact_of_its_own() {
    for (line, answer) in [
        ("The job takes 50 hours, so it comes to $800.", "tile | $800 = {tile: $16 per square foot} * {50 hours}"),
        ("Our nine trucks come to $720.", "visit | $720 = {visit: $80} * {nine}"),
    ] {
        assert!(!is_kept(line, answer), "{line}");
    }
}

#[test]
fn altered_figure_unit_or_operand_makes_a_calculation_fail() {
    for (line, answer) in FALSE {
        let mut parts = answer.split('|').map(str::trim);
        let named: Vec<String> = parts.next().unwrap().split(", ").map(str::to_owned).collect();
        let is_wrong = |one: &str| calculated(line, &named, &[one], &facts()).is_empty();
        assert!(parts.any(is_wrong), "{line} {answer}");
    }
}

#[test]
fn calculation_does_not_keep_what_the_model_denies_or_another_problem_of_the_line() {
    let line = "Laying 50 square feet of floor tile comes to $800.";
    let right = "$800 = {tile: $16 per square foot} * {50 square feet}";
    assert!(is_kept(line, &format!("tile | {right}")));
    assert!(!is_kept(line, &format!("no | $800 | {right}")));
    for more in
        [" Call 555-010-0199.", " We are the best in Dover.", " As an AI, I cannot say more.", " Ask Ms. Zorba."]
    {
        assert!(!is_kept(&format!("{line}{more}"), &format!("tile | {right}")), "{more}");
    }
    let two = "Laying 50 square feet of floor tile comes to $800, and cleaning comes to $95.";
    assert!(!is_kept(two, &format!("tile | {right}")), "each figure needs a calculation");
}

#[test]
fn count_needs_different_facts_of_one_kind() {
    let follows = |text: &str| {
        let named = ["tile", "stone", "visit", "work"].map(str::to_owned);
        calculated("There are three prices.", &named, &[text], &facts())
    };
    let found = follows("three = count({tile}, {stone}, {visit})");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].fact_ids, ["stone", "tile", "visit"]);
    for text in [
        "three = count({tile}, {stone})",
        "three = count({tile}, {stone}, {stone})",
        "three = count({tile}, {stone}, {work})",
        "three = count({tile}, {stone}, {repair})",
        "three = count({tile}, {stone}, {nothing})",
    ] {
        assert_eq!(follows(text), [], "{text}");
    }
}

#[test]
fn line_that_leads_on_is_no_remark_and_needs_the_second_reading() {
    let line = "Here are the prices, from a first visit to natural stone.";
    assert!(is_kept(line, "visit, stone") && !is_kept(line, "no"));
    for remark in ["Here is the revised text.", "Here are the sentences you asked for.", "Sure, here are the prices."] {
        assert!(!is_kept(remark, "visit, stone"), "{remark}");
    }
}
