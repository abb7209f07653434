//! A better market never has a lower score.

use engines::local::{MeasuredVolume, Overrides, OwnDifficulty, OwnPayout, Parameters};
use proptest::prelude::*;

use super::tulsa;

fn payout(cents: f64) -> OwnPayout {
    OwnPayout { vertical: "plumbing".into(), amount_cents: cents, ..OwnPayout::default() }
}

fn difficulty(percent: f64) -> OwnDifficulty {
    let place = Some("Tulsa, OK".into());
    OwnDifficulty { vertical: "plumbing".into(), place, difficulty: percent, ..OwnDifficulty::default() }
}

fn score_of(overrides: Overrides) -> (f64, i64) {
    let opened = tulsa(overrides, Parameters { draws: 100, ..Parameters::default() });
    (opened.market.score.unwrap(), opened.market.profit12.unwrap().mean_cents)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn payout_up_score_up(cents in 500.0..50_000.0_f64, more in 1.1..5.0_f64) {
        let with = |cents: f64| score_of(Overrides { payouts: vec![payout(cents)], ..Overrides::default() });
        let (low, high) = (with(cents), with(cents * more));
        prop_assert!(high.0 > low.0 && high.1 >= low.1, "{low:?} {high:?}");
    }

    #[test]
    fn difficulty_up_score_down(percent in 1.0..80.0_f64, more in 3.0..19.0_f64) {
        let with = |percent: f64| score_of(Overrides { difficulties: vec![difficulty(percent)], ..Overrides::default() });
        let (easy, hard) = (with(percent), with(percent + more));
        prop_assert!(hard.0 < easy.0 && hard.1 <= easy.1, "{easy:?} {hard:?}");
    }

    #[test]
    fn searches_up_score_up(searches in 100.0..50_000.0_f64, more in 1.2..4.0_f64) {
        let with = |searches: f64| {
            let volume = MeasuredVolume { vertical: "plumbing".into(), place: "Tulsa, OK".into(), searches, ..Default::default() };
            score_of(Overrides { volumes: vec![volume], ..Overrides::default() })
        };
        prop_assert!(with(searches * more).0 > with(searches).0);
    }
}
