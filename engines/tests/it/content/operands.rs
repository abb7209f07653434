//! Operands of calculations in any notation, and names that a line only supposes.

use engines::content::{Fact, FactKind};

use super::calculated::is_kept_by;
use super::fact;

fn facts() -> Vec<Fact> {
    use FactKind::{Business, Hours, Place, Price, Service, Statement};
    let mut all = vec![
        fact("biz", Business, "Marsh Hen Tours", None, None),
        fact("svc", Service, "marsh tours", None, None),
        fact("place", Place, "Beaufort, SC", None, None),
        fact("hours", Hours, "April to September: Thursday to Monday, 8 a.m. to noon", None, None),
        fact("boat", Price, "$180 per hour", Some("a boat with guide, three-hour minimum"), None),
        fact("seat", Price, "$65 per person", Some("a seat on a tour"), None),
        fact("kid", Price, "$40", Some("a child aged 5 to 12 on a tour"), None),
        fact("dock", Price, "$70", Some("pickup at a private dock, plus the price of each seat"), None),
        fact("canoe", Price, "$48", Some("canoe, half day"), None),
        fact("raft", Price, "$75", Some("raft for two, half day"), None),
        fact("pass", Price, "$110 per month", Some("a pass for any number of tours"), None),
        fact("foot", Price, "$0.75 per night", Some("each foot above 30"), None),
        fact("slip", Price, "$25 per night", Some("a slip for boats up to 30 feet"), None),
    ];
    all.extend(
        [
            ("night", "At night the hourly rate of the boat is one and a half times the usual one."),
            ("far", "Pickup is free within 10 miles of Beaufort; each mile beyond that costs $4."),
            ("last", "The last tour leaves 45 minutes before closing."),
            ("crew", "Private docks are served for at least four guests."),
            ("state", "Fishing licenses are sold only to residents of Georgia and South Carolina."),
            ("film", "We do not rent out costumes or film props."),
        ]
        .map(|(id, value)| fact(id, Statement, value, None, None)),
    );
    all
}

fn is_kept(line: &str, answer: &str) -> bool {
    is_kept_by(facts(), line, answer)
}

/// Lines with verdicts that keep them, and twins with another figure that the same verdicts do not keep.
const LINES: &[(&str, &str, &str)] = &[
    (
        "Want the boat at night? Its hourly rate is then $270.",
        "boat, night | $270 = {boat: $180 per hour} * {night: one and a half times}",
        "Want the boat at night? Its hourly rate is then $260.",
    ),
    (
        "Is your hotel 16 miles from Beaufort? Then pickup costs you $24.",
        "far | $24 = ({16 miles} - {far: 10 miles}) * {far: each mile beyond that costs $4}",
        "Is your hotel 16 miles from Beaufort? Then pickup costs you $28.",
    ),
    (
        "Somebody who comes three times a month would spend $195 on seats, so a pass saves $85.",
        "seat, pass | $195 = {three times a month} * {seat: $65 per person} | $85 = {three times} * {seat: $65} - {pass: $110 per month}",
        "Somebody who comes three times a month would spend $205 on seats, so a pass saves $85.",
    ),
    (
        "Two people who share a raft for half a day pay $21 less than they would for two canoes.",
        "canoe, raft | half a day = {raft: half day} | $21 = {two canoes} * {canoe: $48} - {raft: $75}",
        "Two people who share a raft for half a day pay $23 less than they would for two canoes.",
    ),
    (
        "In summer we are open five days a week.",
        "hours | five days = {hours: Monday} - {hours: Thursday} + 1",
        "In summer we are open four days a week.",
    ),
    (
        "In summer we are open five days a week.",
        "hours | five days = {hours: Thursday to Monday}",
        "In summer we are open six days a week.",
    ),
    (
        "The season lasts six months.",
        "hours | six months = {hours: September} - {hours: April} + 1",
        "The season lasts eight months.",
    ),
    (
        "The last tour of the morning leaves at 11:15.",
        "hours, last | 11:15 = {hours: noon} - {last: 45 minutes before closing}",
        "The last tour of the morning leaves at 11:30.",
    ),
    (
        "A trip that takes two hours is billed as three, which makes $540.",
        "boat | $540 = {boat: $180 per hour} * max({two hours}, {boat: three-hour minimum}) | suppose two hours: {boat: three-hour minimum}",
        "A trip that takes two hours is billed as three, which makes $360.",
    ),
    (
        "A couple who bring their seven-year-old along pay $170 for the three of them.",
        "seat, kid | $170 = ({three} - 1) * {seat: $65 per person} + {kid: $40} | suppose seven-year-old: {kid: aged 5 to 12}",
        "A couple who bring their seven-year-old along pay $195 for the three of them.",
    ),
    (
        "A dock pickup to give five guests a tour comes to $395.",
        "dock, seat, crew | $395 = {dock: $70} + {five guests} * {seat: $65} | suppose five: {crew: at least four guests}",
        "A dock pickup to give five guests a tour comes to $325.",
    ),
    (
        "A slip for a boat of 42 feet costs $34 a night, because the 12 feet above 30 add $9.",
        "slip, foot | $34 = {slip: $25 per night} + ({42 feet} - {slip: 30 feet}) * {foot: $0.75 per night} | 12 feet = {42 feet} - {slip: 30 feet} | $9 = ({42 feet} - {slip: 30 feet}) * {foot: $0.75 per night}",
        "A slip for a boat of 42 feet costs $36 a night, because the 12 feet above 30 add $9.",
    ),
];

#[test]
fn operands_in_any_notation_are_read_and_decide_by_their_numbers() {
    for (line, answer, twin) in LINES {
        assert!(is_kept(line, answer), "{line} {answer}");
        assert!(!is_kept(twin, answer), "{twin} {answer}");
    }
}

#[test]
fn operand_must_be_whole_words_of_a_named_fact_and_money_must_come_from_money() {
    let line = "Want the boat at night? Its hourly rate is then $90.";
    assert!(!is_kept(line, "boat, night | $90 = {boat: $180 per hour} * {night: half}"), "the rest of a figure");
    let line = "Want the boat at night? Its hourly rate is then $270.";
    for (answer, why) in [
        ("boat | $270 = {boat: $180 per hour} * {night: one and a half times}", "a fact that is not named"),
        ("boat, night | $270 = {boat: $180 per hour} * {night: one and a half of it}", "words that no fact has"),
        ("boat, night | $270 = {boat: $180 per hour} * {one and a half times}", "words that are not in the line"),
        ("hours, night | $270 = {hours: noon} * {night: one and a half times}", "money from an hour"),
        ("boat, seat | $270 = {boat: $180 per hour} * {seat: $65} / {seat: $65}", "another result"),
    ] {
        assert!(!is_kept(line, answer), "{why}");
    }
}

#[test]
fn name_that_a_line_only_supposes_is_kept_with_the_words_of_the_fact_that_decides() {
    for (line, answer) in [
        (
            "Someone who lives in Alabama can't buy a license here, since those are for residents of Georgia and South Carolina.",
            "state | suppose Alabama: {state: residents of Georgia and South Carolina}",
        ),
        (
            "Even if one of you has moved to Florida, the other can buy a license in Georgia.",
            "state | suppose Florida: {state: residents of Georgia}",
        ),
        (
            "Do you live in New Hampshire? Then no license is sold to you.",
            "state | suppose New Hampshire: {state: residents of Georgia}",
        ),
        (
            "That Broadway costume is one thing we do not rent out.",
            "film | suppose Broadway: {film: do not rent out costumes}",
        ),
    ] {
        let ids = answer.split('|').next().unwrap();
        assert!(is_kept(line, answer), "{line} {answer}");
        assert!(!is_kept(line, ids), "without its supposition: {line}");
        assert!(
            !is_kept(line, &answer.replace(": {state: ", ": {state: all ").replace("{film: ", "{film: all ")),
            "{line}"
        );
    }
}

#[test]
fn name_that_a_line_says_of_the_business_or_of_a_person_is_no_case() {
    let quote = "{state: residents of Georgia and South Carolina}";
    for (line, name) in [
        ("Fishing licenses are sold to residents of Alabama.", "Alabama"),
        ("We run tours in Alabama.", "Alabama"),
        ("If you ask, we meet you in Alabama.", "Alabama"),
        ("If you like, our guide Dana Whitlock sells you a license.", "Dana Whitlock"),
        ("Nobody knows the marsh like Dana Whitlock.", "Dana Whitlock"),
        ("Someone who lives in Alabama can't buy a license here.", "Georgia"),
    ] {
        assert!(!is_kept(line, &format!("state | suppose {name}: {quote}")), "{line}");
    }
    let line = "Someone who lives in Alabama can't buy a license here.";
    assert!(!is_kept(line, "state, seat | suppose Alabama: {seat: $65 per person}"), "a quote without a name");
    assert!(!is_kept(line, "seat | suppose Alabama: {state: residents of Georgia}"), "a fact that is not named");
}
