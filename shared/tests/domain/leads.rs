//! Status machine of leads, and the choice of a buyer.

use chrono::{DateTime, Utc};
use shared::domain::{
    buyer::{Buyer, Candidate, choose, is_time_zone, next},
    lead::{LeadMove as Move, LeadStatus as Status, email_key, phone_key, phone_problem},
    new_id,
};
use sqlx::types::Json;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("a time")
}

fn buyer(name: &str) -> Buyer {
    Buyer {
        id: new_id(),
        name: name.to_owned(),
        email: Some("buyer@example.com".to_owned()),
        webhook_id: None,
        price_cents: 4_000,
        currency: "USD".to_owned(),
        verticals: Json(Vec::new()),
        places: Json(Vec::new()),
        daily_cap: None,
        monthly_cap: None,
        opens_minute: None,
        closes_minute: None,
        weekdays: Json(Vec::new()),
        time_zone: "UTC".to_owned(),
        is_exclusive: false,
        priority: 1,
        is_paused: false,
        created_at: DateTime::UNIX_EPOCH,
        updated_at: DateTime::UNIX_EPOCH,
    }
}

fn candidate(buyer: Buyer) -> Candidate {
    Candidate {
        buyer,
        has_destination: true,
        today: 0,
        this_month: 0,
        last_sent_at: None,
        had_it: false,
        missed_it: false,
    }
}

fn chosen(candidates: &[Candidate]) -> Option<&str> {
    let found = choose(candidates, Some("roofing"), Some("Tulsa, OK"), at("2026-11-24T12:00:00Z"));
    found.map(|candidate| candidate.buyer.name.as_str())
}

#[test]
fn status_follows_only_allowed_moves() {
    let allowed: Vec<_> = Status::ALL
        .iter()
        .flat_map(|status| Move::ALL.iter().map(move |by| (*status, *by, status.after(*by))))
        .filter_map(|(status, by, next)| Some((status, by, next?)))
        .collect();
    let expected = [
        (Status::New, Move::Qualify, Status::Qualified),
        (Status::New, Move::MarkSpam, Status::Spam),
        (Status::Spam, Move::Qualify, Status::Qualified),
        (Status::Duplicate, Move::Qualify, Status::Qualified),
        (Status::Duplicate, Move::MarkSpam, Status::Spam),
        (Status::Qualified, Move::MarkSpam, Status::Spam),
        (Status::Sent, Move::Accept, Status::Accepted),
        (Status::Sent, Move::Reject, Status::Rejected),
        (Status::Accepted, Move::Refund, Status::Refunded),
        (Status::Rejected, Move::Qualify, Status::Qualified),
    ];
    assert_eq!(allowed, expected, "a refunded lead does not go on");
}

#[test]
fn contacts_that_differ_in_spelling_have_one_key() {
    let keys: Vec<_> = ["(918) 555-0123", "918.555.0123", "+1 918 555 0123"].into_iter().map(phone_key).collect();
    assert!(keys.iter().all(|key| key.as_deref() == Some("9185550123")), "{keys:?}");
    assert_eq!((phone_key("12"), phone_key("call me")), (None, None));
    assert_eq!(email_key(" Ada@Example.COM ").as_deref(), Some("ada@example.com"));
    assert_eq!(email_key("  "), None);
}

#[test]
fn phone_number_has_seven_to_fifteen_digits() {
    let fifteen = "1".repeat(15);
    let right =
        ["5550123", "(918) 555-0123 ext. 123456", "+1 918 555 0123 x99999", "011 44 20 7946 0958", fifteen.as_str()];
    for phone in right {
        assert_eq!(phone_problem(phone), None, "{phone}");
    }
    let (short, long) =
        (phone_problem("555012").expect("too short"), phone_problem(&"9".repeat(16)).expect("too long"));
    assert!(short.contains("at least seven") && long.contains("at most 15"), "{short} {long}");
    assert_eq!(phone_problem(&"4".repeat(40)), Some(long));
    assert_eq!(phone_problem("ext 5550123"), Some(short), "an extension alone is no number");
}

#[test]
fn buyer_takes_places_by_name_or_state() {
    let takes = |verticals: &[&str], places: &[&str], vertical, place| {
        let list = |texts: &[&str]| Json(texts.iter().map(|&text| text.to_owned()).collect());
        Buyer { verticals: list(verticals), places: list(places), ..buyer("a") }.takes(vertical, place)
    };
    let tulsa = Some("Tulsa, OK");
    assert!(takes(&[], &[], None, None));
    assert!(takes(&["roofing"], &["tulsa, ok"], Some("roofing"), tulsa));
    assert!(takes(&[], &["OK"], None, tulsa) && !takes(&[], &["TX"], None, tulsa));
    assert!(!takes(&["roofing"], &[], None, tulsa) && !takes(&[], &["OK"], None, None));
    assert!(!takes(&["hvac"], &[], Some("roofing"), tulsa) && !takes(&[], &["Tulsa"], None, tulsa));
}

#[test]
fn hours_are_of_the_buyers_time_zone() {
    let hours = |opens, closes, weekdays: &[i32]| Buyer {
        opens_minute: Some(opens),
        closes_minute: Some(closes),
        weekdays: Json(weekdays.to_vec()),
        time_zone: "America/Chicago".to_owned(),
        ..buyer("a")
    };
    let day = hours(8 * 60, 17 * 60, &[1, 2, 3, 4, 5]);
    // 2026-11-24 is a Tuesday; Chicago is six hours behind.
    assert!(day.is_open(at("2026-11-24T14:00:00Z")) && day.is_open(at("2026-11-24T22:59:59Z")));
    assert!(!day.is_open(at("2026-11-24T13:59:59Z")) && !day.is_open(at("2026-11-24T23:00:00Z")));
    assert!(!day.is_open(at("2026-11-28T16:00:00Z")), "a Saturday");
    let night = hours(22 * 60, 6 * 60, &[5]);
    assert!(night.is_open(at("2026-11-28T05:00:00Z")) && night.is_open(at("2026-11-28T11:59:00Z")), "Friday's night");
    assert!(!night.is_open(at("2026-11-27T11:00:00Z")) && !night.is_open(at("2026-11-28T12:00:00Z")));
    assert!(buyer("a").is_open(at("2026-11-28T03:00:00Z")));
    let (day, month) = hours(0, 1440, &[]).periods(at("2026-11-01T03:00:00Z"));
    assert_eq!((day, month), (at("2026-10-31T05:00:00Z"), at("2026-10-01T05:00:00Z")));
    assert!(is_time_zone("Europe/Berlin") && !is_time_zone("Moon/Crater"));
}

#[test]
fn choice_follows_priority_price_and_turn() {
    let first = candidate(Buyer { priority: 1, price_cents: 1_000, ..buyer("first") });
    let dear = candidate(Buyer { priority: 2, price_cents: 9_000, ..buyer("dear") });
    let cheap = candidate(Buyer { priority: 2, price_cents: 2_000, ..buyer("cheap") });
    assert_eq!(chosen(&[cheap.clone(), dear.clone(), first.clone()]), Some("first"));
    assert_eq!(chosen(&[cheap, dear.clone()]), Some("dear"));
    let served = Candidate { last_sent_at: Some(at("2026-11-24T11:00:00Z")), ..candidate(buyer("served")) };
    let waiting = Candidate { last_sent_at: Some(at("2026-11-20T11:00:00Z")), ..candidate(buyer("waiting")) };
    assert_eq!(chosen(&[served.clone(), waiting.clone()]), Some("waiting"));
    assert_eq!(chosen(&[served, waiting, candidate(buyer("new"))]), Some("new"));
    assert_eq!(chosen(&[]), None);
}

#[test]
fn buyers_who_are_full_paused_or_out_of_reach_get_nothing() {
    let capped = Buyer { daily_cap: Some(2), monthly_cap: Some(10), ..buyer("capped") };
    let with = |today, this_month| Candidate { today, this_month, ..candidate(capped.clone()) };
    assert_eq!(chosen(&[with(1, 9)]), Some("capped"));
    assert_eq!((chosen(&[with(2, 9)]), chosen(&[with(1, 10)])), (None, None));
    assert_eq!(chosen(&[candidate(Buyer { is_paused: true, ..buyer("paused") })]), None);
    assert_eq!(chosen(&[Candidate { has_destination: false, ..candidate(buyer("nowhere")) }]), None);
}

#[test]
fn lead_of_an_exclusive_buyer_waits_for_one() {
    let open = candidate(Buyer { priority: 1, ..buyer("open") });
    let exclusive = Buyer { is_exclusive: true, priority: 9, ..buyer("exclusive") };
    assert_eq!(chosen(&[open.clone(), candidate(exclusive.clone())]), Some("exclusive"));
    let full = Candidate { today: 1, ..candidate(Buyer { daily_cap: Some(1), ..exclusive.clone() }) };
    assert_eq!(chosen(&[open.clone(), full]), None, "it waits");
    let paused = candidate(Buyer { is_paused: true, ..exclusive });
    assert_eq!(chosen(&[open, paused]), Some("open"));
}

#[test]
fn no_buyer_gets_a_lead_twice_and_exclusive_rules_hold_for_the_next() {
    let first = Candidate { had_it: true, ..candidate(Buyer { priority: 1, ..buyer("first") }) };
    let second = candidate(Buyer { priority: 2, ..buyer("second") });
    assert_eq!(chosen(&[first.clone(), second.clone()]), Some("second"));
    assert_eq!(chosen(std::slice::from_ref(&first)), None);
    let missed = Candidate { missed_it: true, ..candidate(Buyer { priority: 1, ..buyer("missed") }) };
    assert_eq!(chosen(&[missed.clone(), second.clone()]), Some("second"), "one who can be reached comes first");
    assert_eq!(chosen(std::slice::from_ref(&missed)), Some("missed"));
    let exclusive = Buyer { is_exclusive: true, ..buyer("exclusive") };
    let had = Candidate { had_it: true, ..candidate(exclusive.clone()) };
    assert_eq!(chosen(&[had.clone(), second.clone()]), None, "another exclusive buyer may come");
    let other = candidate(Buyer { priority: 9, ..exclusive });
    assert_eq!(chosen(&[had, second.clone(), other]), Some("exclusive"));
    let closed = candidate(Buyer { opens_minute: Some(0), closes_minute: Some(1), ..buyer("closed") });
    assert_eq!(chosen(std::slice::from_ref(&closed)), None);
    let name = |all: &[Candidate]| next(all, Some("roofing"), Some("Tulsa, OK")).map(|one| one.buyer.name.clone());
    assert_eq!(name(&[first.clone(), closed]), Some("closed".to_owned()), "it opens tomorrow");
    assert_eq!(name(&[first]), None);
}
