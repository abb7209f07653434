//! CTR gap: fewer clicks than the site's curve expects at that position.

use serde_json::json;

use super::super::money::GainOf;
use super::super::output::WinKind;
use super::{Draft, Ground, gain_of};
use crate::common::count;
use crate::stat::{benjamini_hochberg, binomial_lower_tail};

/// Minimum number of expected clicks for a test.
const LEAST_EXPECTED: f64 = 3.0;
/// Lowest position tested; below it the curve is too flat.
const DEEPEST: f64 = 20.5;

struct Tested {
    at: usize,
    expected: f64,
    actual: f64,
    p: f64,
}

/// Finds queries with fewer clicks than the curve of all other queries of the site expects.
///
/// One-sided exact binomial test of clicks in impressions against the expected share, with
/// Benjamini-Hochberg over all queries tested; reported only if the shortfall is also large
/// (`minCtrShortfall`). The query itself is excluded from its curve.
pub(super) fn find(ground: Ground<'_>) -> Vec<Draft> {
    let tested: Vec<Tested> = (0..ground.facts.entries.len()).filter_map(|at| test(ground, at)).collect();
    let p_values: Vec<f64> = tested.iter().map(|tested| tested.p).collect();
    let adjusted = benjamini_hochberg(&p_values);
    tested
        .iter()
        .zip(adjusted)
        .filter(|(tested, q)| {
            let shortfall = 1.0 - tested.actual / tested.expected;
            *q <= ground.params.false_discovery_rate && shortfall >= ground.params.min_ctr_shortfall
        })
        .map(|(tested, q)| draft(ground, tested, q))
        .collect()
}

fn test(ground: Ground<'_>, at: usize) -> Option<Tested> {
    let entry = &ground.facts.entries[at];
    let position = entry.position.filter(|position| *position <= DEEPEST)?;
    let actual = entry.ctr()?;
    if ground.is_brand[at] || entry.impressions < ground.params.min_impressions || position < 1.0 {
        return None;
    }
    let expected = ground.curve.without(entry, ground.is_usable[at])?;
    (entry.impressions * expected >= LEAST_EXPECTED).then(|| Tested {
        at,
        expected,
        actual,
        p: binomial_lower_tail(entry.clicks, entry.impressions, expected),
    })
}

fn draft(ground: Ground<'_>, tested: &Tested, q: f64) -> Draft {
    let entry = &ground.facts.entries[tested.at];
    let features_known = entry.serp_features.is_some();
    // An unknown SERP feature is the most common other explanation of few clicks.
    let ceiling = if features_known { 0.9 } else { 0.65 };
    let known = if features_known { "" } else { " SERP features are not known and may explain it." };
    let gain = ground.facts.demands[tested.at].map(|demand| {
        let path = vec![0.0, tested.expected - tested.actual];
        gain_of(ground, tested.at, GainOf::Path { demand, path })
    });
    Draft {
        keyword: tested.at,
        kind: WinKind::CtrGap,
        detail: format!(
            "{} clicks of {} impressions at position {:.1}; {} are expected from the site's other queries.{known}",
            count(entry.clicks),
            count(entry.impressions),
            entry.position.unwrap_or_default(),
            count(entry.impressions * tested.expected),
        ),
        confidence: ceiling * (1.0 - q),
        gain,
        figures: json!({
            "test": "binomial, one-sided, Benjamini-Hochberg", "clicks": entry.clicks,
            "impressions": entry.impressions, "expectedCtr": tested.expected,
            "actualCtr": tested.actual, "p": tested.p, "q": q,
        }),
    }
}
