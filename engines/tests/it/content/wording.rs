//! The wording of sentences and headings against facts: what keeps most words of a fact and says something else.

use engines::common::Unattended;
use engines::content::{Fact, FactKind, ProblemKind, SentenceVerdict, Verdict, VerifyInput, verify, verify_headings};

use super::{fact, said};

fn facts() -> Vec<Fact> {
    use FactKind::{
        Business, Duration, Experience, Guarantee, Hours, Insurance, Permit, Phone, Place, Price, Service, Statement,
    };
    vec![
        fact("biz", Business, "Linden Fence Works", None, None),
        fact("svc", Service, "fence installation", None, None),
        fact("place", Place, "Omaha, NE", None, None),
        fact("cedar", Price, "$34 a foot", Some("a cedar fence"), None),
        fact("gate", Price, "$400 to $650", Some("a gate"), None),
        fact("days", Duration, "three days", Some("a fence of 150 feet"), None),
        fact("hours", Hours, "Monday to Thursday, 8 a.m. to 4 p.m.", None, None),
        fact("tel", Phone, "402-555-0136", None, None),
        fact("since", Experience, "since 2007", None, None),
        fact("ins", Insurance, "General liability of $1 million", None, None),
        fact("back", Guarantee, "Six years on posts", None, None),
        fact("permit", Permit, "A permit from the city", Some("a fence above six feet"), None),
        fact("frost", Statement, "Frost lifts posts that are set less than 40 inches deep.", None, None),
        fact("call", Statement, "The crew calls the utility service before it digs the holes.", None, None),
        fact("stain", Statement, "Some stains fade within two years.", None, None),
        fact("panel", Statement, "Vinyl panels crack if a mower hits them in cold weather.", None, None),
        fact("neighbor", Statement, "Neighbors often share the cost of a fence on the boundary.", None, None),
    ]
}

fn checked(text: &str) -> SentenceVerdict {
    let input = VerifyInput { sentences: vec![said(text, &[])], facts: facts() };
    verify(&input, &Unattended).unwrap().verdicts.remove(0)
}

#[test]
fn facts_in_other_words_are_supported_by_them() {
    for (text, id) in [
        ("Posts are guaranteed for six years.", "back"),
        ("We guarantee posts for six years.", "back"),
        ("The office is open on weekdays from Monday to Thursday, 8 a.m. to 4 p.m.", ""),
        ("You can call 402-555-0136 on Mondays.", "tel"),
        ("A cedar fence costs $34 per foot.", "cedar"),
        ("The crew builds a fence of 150 feet in three days.", "days"),
        ("Posts come with a six-year guarantee.", "back"),
        ("Expect to pay $400 to $650 for a gate.", "gate"),
        ("A fence of 150 feet is finished in three days.", "days"),
        ("Linden Fence Works has built fences in Omaha since 2007.", "since"),
        ("The business is insured for $1 million.", "ins"),
        ("For a fence above six feet, you need a permit from the city.", "permit"),
        ("Posts that are set less than 40 inches deep are lifted by frost.", "frost"),
        ("Before the holes are dug, the crew calls the utility service.", "call"),
        ("Within two years, some stains fade.", "stain"),
        ("If a mower hits them in cold weather, vinyl panels crack.", "panel"),
        ("The cost of a fence on the boundary is often shared by neighbors.", "neighbor"),
    ] {
        let verdict = checked(text);
        if id.is_empty() {
            // Friday is a weekday, and the office is closed on it.
            assert_eq!(verdict.verdict, Verdict::Unsupported, "{text}: {verdict:#?}");
            continue;
        }
        assert_eq!(verdict.verdict, Verdict::Supported, "{text}: {verdict:#?}");
        assert!(verdict.fact_ids.iter().any(|found| found == id), "{text}: {:?}", verdict.fact_ids);
    }
}

#[test]
fn another_thing_an_addition_and_praise_are_unsupported() {
    for text in [
        "Frost lifts panels that are set less than 40 inches deep.",
        "The crew calls the mayor before it digs the holes.",
        "Wooden panels crack if a mower hits them in cold weather.",
        "Landlords often share the cost of a fence on the boundary.",
        "Some stains fade within two years and stain the lawn.",
        "The crew calls the utility service before it digs the holes and takes photos.",
        "A cedar fence costs $34 per foot, with a dog door.",
        "Linden Fence Works also builds decks.",
        "Linden Fence Works employs nine carpenters.",
        "Omaha families love Linden Fence Works.",
        "Linden Fence Works builds beautiful fences.",
        "The owner visits each site.",
        "You can pay by card.",
        "Linden Fence Works is open on Fridays.",
        "Sunday visits are possible.",
    ] {
        let verdict = checked(text);
        assert!(verdict.verdict >= Verdict::Unsupported, "{text}: {verdict:#?}");
    }
}

#[test]
fn exchanged_roles_another_order_and_a_higher_degree_are_found() {
    for (text, kind) in [
        ("Posts lift frost that is set less than 40 inches deep.", ProblemKind::Swapped),
        ("The crew digs the holes before it calls the utility service.", ProblemKind::Swapped),
        ("Most stains fade within two years.", ProblemKind::Quantifier),
        ("Stains fade within two years.", ProblemKind::Quantifier),
        ("Neighbors usually share the cost of a fence on the boundary.", ProblemKind::Quantifier),
        ("Neighbors always share the cost of a fence on the boundary.", ProblemKind::Quantifier),
        ("Vinyl panels crack easily.", ProblemKind::Uncovered),
        ("Vinyl panels crack.", ProblemKind::Quantifier),
        ("Linden Fence Works shares the cost of a fence on the boundary.", ProblemKind::Attribution),
        ("No stain fades within two years.", ProblemKind::Negation),
    ] {
        let verdict = checked(text);
        assert!(verdict.verdict >= Verdict::Unsupported, "{text}: {verdict:#?}");
        assert!(verdict.problems.iter().any(|problem| problem.kind == kind), "{text}: {:#?}", verdict.problems);
    }
}

#[test]
fn new_name_at_the_beginning_is_unsupported() {
    for text in [
        "Keystone Fence builds fences in Omaha.",
        "Baker has built fences since 2007.",
        "Baker Fence Works is insured for $1 million.",
        "Lincoln requires a permit for a fence above six feet.",
        "Home Depot sells a gate for $400 to $650.",
        "Maria calls the utility service before she digs the holes.",
    ] {
        let verdict = checked(text);
        assert!(verdict.verdict >= Verdict::Unsupported, "{text}: {verdict:#?}");
    }
}

#[test]
fn advice_is_an_opinion_and_a_statement_of_fact_is_not() {
    for text in ["Compare two written offers before you sign.", "Ask for the price in writing."] {
        let verdict = checked(text);
        assert_eq!(verdict.verdict, Verdict::Opinion, "{text}: {verdict:#?}");
    }
    assert_eq!(checked("The neighbor brings a ladder.").verdict, Verdict::Unsupported);
    assert_eq!(checked("We are here for you.").verdict, Verdict::Unsupported);
}

#[test]
fn headings_may_ask_and_announce_but_claim_nothing_of_their_own() {
    let verdict = |text: &str| {
        let input = VerifyInput { sentences: vec![said(text, &[])], facts: facts() };
        verify_headings(&input, &Unattended).unwrap().verdicts.remove(0)
    };
    for text in [
        "What a Cedar Fence Costs",
        "How the Work Proceeds",
        "Before You Call",
        "Questions About Fence Installation in Omaha",
        "Posts, frost and stains",
        "Our guarantee on posts",
        "When do you need a permit?",
    ] {
        let found = verdict(text);
        assert_eq!(found.verdict, Verdict::Supported, "{text}: {found:#?}");
    }
    for text in [
        "Award-Winning Fences",
        "Omaha's Most Trusted Fence Company",
        "Fences Built by Craftsmen",
        "Free Estimates in Omaha",
        "Serving Lincoln and Omaha",
        "Honest Work, Every Time",
        "Zephyr Fence Works: What It Costs",
        "A Gate for $199",
        "Licensed and Bonded",
    ] {
        let found = verdict(text);
        assert!(found.verdict >= Verdict::Unsupported, "{text}: {found:#?}");
    }
}

#[test]
fn invention_behind_many_words_is_not_supported() {
    let text = format!("{} and the mayor signs.", "some stains fade within two years ".repeat(80));
    assert_eq!(checked(&text).verdict, Verdict::Unsupported);
}

#[test]
fn hostile_sentences_and_facts_take_little_time_and_never_panic() {
    let long = [
        "frost posts lifts ".repeat(600),
        "a".repeat(10_000),
        "before after once ".repeat(600),
        "some most all every ".repeat(500),
        "if unless if ".repeat(800),
        "<b>posts</b> &amp; <script>alert(1)</script> ".repeat(200),
        "柵を直す。".repeat(2_000),
        "السياج ".repeat(1_500),
        "Monday to to - Friday \u{2013}".repeat(400),
        "look after take care of ".repeat(400),
        "\u{0}\u{202e}\u{feff}".repeat(3_000),
        "before".to_owned(),
        "if".to_owned(),
        "we".to_owned(),
        "Linden Fence Works".to_owned(),
    ];
    let facts: Vec<Fact> = long
        .iter()
        .enumerate()
        .map(|(at, text)| {
            let value: String = text.chars().filter(|c| !c.is_control()).take(1_990).collect();
            fact(&format!("h{at}"), FactKind::Statement, &format!("x{value}"), None, None)
        })
        .chain(facts())
        .collect();
    let sentences = long.iter().map(|text| said(text, &["h0", "h1"])).collect();
    let input = VerifyInput { sentences, facts };
    for output in [verify(&input, &Unattended).unwrap(), verify_headings(&input, &Unattended).unwrap()] {
        assert_eq!(output.verdicts.len(), long.len());
        assert!(output.verdicts.iter().all(|one| (0.0..=1.0).contains(&one.covered)));
    }
}

/// Facts of a shop whose sentences are said in other words.
fn shop() -> Vec<Fact> {
    use FactKind::{Business, Duration, Place, Price, Rating, Service, Statement};
    vec![
        fact("biz", Business, "Ridge Clock Repair", None, None),
        fact("svc", Service, "clock repair", None, None),
        fact("place", Place, "Bangor, ME", None, None),
        fact("clean", Price, "$140", Some("a 60-minute cleaning"), None),
        fact("hour", Price, "$95 an hour", Some("making a gear"), None),
        fact("wait", Duration, "two to three weeks", Some("ordering a spring"), None),
        fact("rate", Rating, "4.9 of 5 from 52 reviews", None, None),
        fact("s1", Statement, "Brass wears slower than steel.", None, None),
        fact("s2", Statement, "The repairer photographs the movement before he opens it.", None, None),
        fact("s3", Statement, "Old oil is not removed when the air is damp.", None, None),
        fact("s4", Statement, "Two apprentices and four masters work on tower clocks.", None, None),
        fact("s5", Statement, "The inspection fee is waived if the customer orders the repair.", None, None),
        fact("s6", Statement, "A pendulum is locked while the clock is moved.", None, None),
    ]
}

fn of_shop(text: &str) -> SentenceVerdict {
    let input = VerifyInput { sentences: vec![said(text, &[])], facts: shop() };
    verify(&input, &Unattended).unwrap().verdicts.remove(0)
}

#[test]
fn facts_in_other_words_are_supported() {
    for text in [
        "Steel wears faster than brass.",
        "Making a gear is billed hourly, at $95.",
        "Sixty minutes of cleaning cost $140.",
        "Customers rate Ridge Clock Repair 4.9 of 5 in 52 reviews.",
        "We do not remove old oil in damp air.",
        "If you order the repair, you do not pay the inspection fee.",
        "Before the repairer opens the movement, he photographs it.",
        "You pay no inspection fee once you order the repair.",
    ] {
        let verdict = of_shop(text);
        assert_eq!(verdict.verdict, Verdict::Supported, "{verdict:#?}");
    }
}

#[test]
fn facts_turned_round_are_removed() {
    for text in [
        "Collectors rate Ridge Clock Repair 4.9 of 5 in 52 reviews.",
        "Brass wears faster than steel.",
        "Steel wears slower than brass.",
        "The owner photographs the movement before he opens it.",
        "The movement is photographed after the repairer opens it.",
        "Four apprentices work on tower clocks.",
        "The inspection fee is waived.",
        "A gear costs $95 a day.",
        "The customer photographs us before he opens the movement.",
    ] {
        let verdict = of_shop(text);
        assert!(verdict.verdict >= Verdict::Unsupported, "{verdict:#?}");
    }
}

#[test]
fn questions_and_navigation_claim_nothing_but_their_figures() {
    for text in ["Not sure which clock to choose?", "Here is what to ask before you decide.", "What does a gear cost?"]
    {
        assert!(of_shop(text).verdict <= Verdict::Opinion, "{text}");
    }
    for text in [
        "Did you know that a gear costs $20?",
        "Here is why we are the best in Bangor.",
        "Need a gear that costs $20?",
        "Not sure that we are the best in Bangor?",
        "The crew works at night, right?",
    ] {
        assert!(of_shop(text).verdict >= Verdict::Unsupported, "{text}");
    }
}
