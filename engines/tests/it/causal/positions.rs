//! Expected clicks at the day's positions.

use engines::causal::{Listing, usual_clicks};

/// Click rate of the simulated searcher.
fn rate(position: f64) -> f64 {
    0.3 / position
}

/// Returns a listing with varying positions, clicked at its level of the rate, and `lift` times as often from `change`
/// on.
fn listing(seed: usize, level: f64, lift: f64, change: usize, is_changed: bool) -> Listing {
    let mut one = Listing { is_changed, ..Listing::default() };
    for day in 0..60 {
        let position = 1.0 + ((seed * 31 + day * 7) % 9) as f64;
        let impressions = 1_000.0 + ((seed * 17 + day * 13) % 11) as f64 * 100.0;
        let lift = if day >= change { lift } else { 1.0 };
        one.position.push(Some(position));
        one.impressions.push(Some(impressions));
        one.clicks.push(Some(level * lift * impressions * rate(position)));
    }
    one
}

fn clicks(listings: &[Listing], day: usize) -> f64 {
    listings.iter().filter(|one| one.is_changed).filter_map(|one| one.clicks[day]).sum()
}

#[test]
fn what_positions_bring_is_foretold_and_what_a_title_adds_is_not() {
    let listings: Vec<Listing> = (0..6).map(|seed| listing(seed, 1.0, 1.2, 40, seed < 2)).collect();
    let usual = usual_clicks(&listings, 40);
    assert_eq!(usual.len(), 60);
    for (day, usual) in usual.iter().enumerate() {
        let lift = clicks(&listings, day) / usual.unwrap();
        let wanted = if day < 40 { 1.0 } else { 1.2 };
        assert!((lift - wanted).abs() < 1e-9, "day {day}: {lift}");
    }
}

#[test]
fn a_listing_keeps_its_own_level() {
    let listings: Vec<Listing> =
        (0..4).map(|seed| listing(seed, [3.0, 1.0, 1.0, 1.0][seed], 1.0, 0, seed == 0)).collect();
    let usual = usual_clicks(&listings, 60);
    let [ours, counted] = [usual.iter().flatten().sum::<f64>(), (0..60).map(|day| clicks(&listings, day)).sum()];
    assert!((ours / counted - 1.0).abs() < 0.01, "{ours} beside {counted}");
}

#[test]
fn rates_never_rise_with_positions() {
    let mut odd = listing(0, 1.0, 1.0, 0, true);
    for (clicks, position) in odd.clicks.iter_mut().zip(&odd.position) {
        // The first two have no clicks.
        *clicks = clicks.filter(|_| *position > Some(2.0)).or(Some(0.0));
    }
    let only = |position: f64| Listing {
        clicks: vec![None],
        impressions: vec![Some(100.0)],
        position: vec![Some(position)],
        is_changed: true,
    };
    let at = |position| usual_clicks(&[odd.clone(), only(position)], 60)[0].unwrap();
    let found: Vec<f64> = (1..60).map(|position| at(f64::from(position))).collect();
    assert!(found.is_sorted_by(|before, after| before >= after), "{found:?}");
    assert!(found[0] > found[58]);
}

#[test]
fn nothing_known_stays_unknown_and_nothing_shown_is_nothing() {
    let mut one = listing(0, 1.0, 1.0, 0, true);
    (one.clicks[5], one.impressions[5], one.position[5]) = (None, None, None);
    (one.clicks[6], one.impressions[6], one.position[6]) = (Some(0.0), Some(0.0), None);
    one.position[7] = Some(f64::NAN);
    let usual = usual_clicks(&[one], 60);
    assert_eq!((usual[5], usual[6]), (None, Some(0.0)));
    assert!(usual.iter().flatten().all(|clicks| clicks.is_finite()));
    assert_eq!(usual_clicks(&[], 10), []);
    assert_eq!(usual_clicks(&[Listing { is_changed: true, ..Listing::default() }], 10), []);
}
