//! Properties for any input.

use engines::common::Unattended;
use engines::keyword::{Input, Output, Parameters, QueryRow, VolumeField, analyse};
use proptest::prelude::*;

use super::{input, priced};

fn any_query() -> impl Strategy<Value = String> {
    let words = "(plumber|roof|repair|cost|near me|austin|dallas|tx|how to|best|acme|siding|drain|in|the)";
    prop_oneof![
        3 => prop::collection::vec(words, 1..5).prop_map(|words| words.join(" ")),
        1 => any::<String>(),
    ]
}

fn any_figure() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => (0_u32..5_000).prop_map(f64::from),
        1 => Just(0.0),
        1 => prop::num::f64::ANY,
    ]
}

prop_compose! {
    fn any_row()(
        query in any_query(),
        clicks in any_figure(),
        impressions in any_figure(),
        position in prop::option::of(any_figure()),
        page in prop::option::of("/[a-c]"),
        volume in prop::option::of(any_figure()),
        cpc_cents in prop::option::of(any_figure()),
        serp_urls in prop::collection::vec("[a-f]\\.com", 0..10),
        serp_features in prop::option::of(prop::collection::vec("(local_pack|ads|featured_snippet)", 0..3)),
    ) -> QueryRow {
        QueryRow {
            query, clicks, impressions, position, page, cpc_cents, serp_urls, serp_features,
            volume: volume.map(VolumeField::Number),
            ..QueryRow::default()
        }
    }
}

fn any_input() -> impl Strategy<Value = Input> {
    (prop::collection::vec(any_row(), 1..40), prop::option::of(1.0..500.0_f64))
        .prop_map(|(rows, days)| Input { period_days: days, ..input(rows) })
}

fn any_params() -> impl Strategy<Value = Parameters> {
    prop_oneof![Just(priced()), Just(Parameters { min_impressions: 1.0, draws: 200, ..Parameters::default() })]
}

/// Returns true if all numbers are finite; serde_json writes `null` for others.
fn numbers_are_finite(output: &Output) -> bool {
    let keyword = output.keywords.iter().all(|keyword| {
        [keyword.ctr, keyword.position, keyword.expected_ctr, keyword.volume, keyword.cpc_cents]
            .into_iter()
            .flatten()
            .chain([keyword.clicks, keyword.impressions, keyword.intent_confidence])
            .chain(keyword.potential_clicks.iter().flat_map(|c| [c.low, c.mid, c.high, c.mean]))
            .all(f64::is_finite)
    });
    let curve = output.curve.points.iter().all(|point| point.ctr.is_finite() && point.ctr > 0.0 && point.ctr < 1.0);
    let factors = output.factors.iter().all(|factor| factor.interval.mean.is_finite());
    keyword && curve && factors && output.wins.iter().all(|win| win.win.confidence.is_finite())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn answers_hold_together(input in any_input(), params in any_params()) {
        let params = params.check().unwrap();
        let Ok(output) = analyse(&input, &params, None, &Unattended) else { return Ok(()) };
        prop_assert!(numbers_are_finite(&output));
        // Every query is in exactly one cluster, the one it names.
        let mut members: Vec<u32> = output.clusters.iter().flat_map(|cluster| cluster.member_ids.clone()).collect();
        members.sort_unstable();
        prop_assert_eq!(members, (0..output.keywords.len() as u32).collect::<Vec<_>>());
        for (at, keyword) in output.keywords.iter().enumerate() {
            let cluster = &output.clusters[keyword.cluster_id as usize];
            prop_assert!(cluster.member_ids.contains(&(at as u32)));
            prop_assert_eq!(&cluster.head, &keyword.cluster_head);
        }
        // Sums that count close variants once never exceed plain sums.
        for cluster in &output.clusters {
            prop_assert!(cluster.volume.unwrap_or(0.0) <= cluster.volume_upper_bound.unwrap_or(0.0) * (1.0 + 1e-12));
        }
        prop_assert!(output.totals.volume.unwrap_or(0.0) <= output.totals.volume_upper_bound.unwrap_or(0.0) * (1.0 + 1e-12));
        // Curves never rise.
        prop_assert!(output.curve.points.windows(2).all(|pair| pair[1].ctr <= pair[0].ctr * (1.0 + 1e-9)));
        // Monetary intervals are ordered and never given without a basis.
        let amounts = output.keywords.iter().filter_map(|keyword| keyword.value.as_ref())
            .chain(output.wins.iter().filter_map(|win| win.win.impact.as_ref()))
            .chain(output.insights.iter().filter_map(|insight| insight.impact.as_ref()));
        for money in amounts {
            prop_assert!(money.low_cents <= money.mid_cents && money.mid_cents <= money.high_cents);
        }
        for keyword in &output.keywords {
            prop_assert_eq!(keyword.value.is_some(), keyword.value_basis.is_some());
            let has_basis = params.value_per_lead_cents.is_some() || keyword.cpc_cents.is_some();
            prop_assert!(keyword.value.is_none() || has_basis);
            prop_assert!((0.0..=1.0).contains(&keyword.intent_confidence));
        }
        prop_assert!(output.insights.len() <= params.max_insights as usize);
    }

    #[test]
    fn the_same_input_gives_the_same_bytes(input in any_input()) {
        let params = priced().check().unwrap();
        let bytes = |_: ()| analyse(&input, &params, None, &Unattended).map(|output| serde_json::to_vec(&output).unwrap());
        prop_assert_eq!(bytes(()), bytes(()));
    }

    #[test]
    fn key_phrases_stand_in_their_text(text in any::<String>()) {
        for key in engines::keyword::keyphrases(&text, 20).unwrap() {
            for word in key.split(' ') {
                prop_assert!(text.contains(word));
            }
        }
    }

    #[test]
    fn groups_of_texts_are_numbered_without_gaps(texts in prop::collection::vec(".{0,30}", 1..30), k in 1_usize..6) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let count = k.min(texts.len());
        let groups = engines::keyword::cluster_texts(&texts, Some(count), 1, None, &Unattended).unwrap();
        let highest = *groups.iter().max().unwrap() as usize;
        prop_assert!(highest < count);
        prop_assert!((0..=highest as u32).all(|group| groups.contains(&group)));
    }
}
