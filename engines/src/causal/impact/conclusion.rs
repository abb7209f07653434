//! Verdict, insight and monetary value of an impact.

use serde_json::json;

use super::super::SIGNATURE;
use super::super::verdict::{CHANGE_EFFECT, Verdict, confidence};
use super::super::{METHOD, METHOD_VERSION};
use super::doubt::cautious_p;
use super::estimate::Estimate;
use super::input::{ImpactInput, Times};
use super::output::{Impact, Placebos, Range};
use crate::common::{Action, Evidence, Finding, Insight, Interval, Money, Nature, Severity, Update, three_digits};

/// Average days per month.
const MONTH: f64 = 30.44;

pub(super) fn tell(
    input: &ImpactInput, times: &Times, found: &Estimate, (lo, hi): (f64, f64),
    (verdict, unsettled): (Verdict, String), placebos: Option<Placebos>, updates: &[&Update],
) -> Impact {
    let effect = found.effect();
    let scaled = |factor: f64| Range { effect: effect * factor, lo: lo * factor, hi: hi * factor };
    let share = found.expected.abs();
    let relative = (share > 1e-12 * found.observed.abs().max(1e-300)).then(|| scaled(1.0 / share));
    let point = |(seen, step): (&Option<f64>, &[f64; 3])| seen.map(|seen| seen - step[0]);
    let mut control_weights = found.control_weights.clone();
    control_weights.resize(input.x.len(), 0.0);
    let mut impact = Impact {
        unit: input.unit.clone(),
        effect,
        lo,
        hi,
        relative,
        cumulative: scaled(found.count as f64),
        p: found.p(),
        counterfactual: found.steps.iter().map(|step| step[0]).collect(),
        counterfactual_lo: found.steps.iter().map(|step| step[1]).collect(),
        counterfactual_hi: found.steps.iter().map(|step| step[2]).collect(),
        point: input.y[times.after..times.end].iter().zip(&found.steps).map(point).collect(),
        verdict,
        decision: decision(verdict, effect, hi, unsettled),
        control_weights,
        scale: found.scale.word().to_owned(),
        placebos,
        overlapping_updates: updates.iter().map(|update| update.name.clone()).collect(),
        insights: Vec::new(),
        notes: notes(input, times),
        assumptions: assumptions(input),
        needs: needs(input),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    impact.insights = vec![insight(input, found, &impact)];
    impact
}

/// Advises to keep or undo a change with a proved effect only; `unsettled` is the advice for a likely one.
///
/// Cheap changes that do no harm may stay (as SearchPilot recommends).
pub(in crate::causal) fn decision(verdict: Verdict, effect: f64, hi: f64, unsettled: String) -> String {
    let words = match verdict {
        Verdict::Likely => return unsettled,
        Verdict::Proved if effect > 0.0 => "Keep the change and apply it to other pages too.",
        Verdict::Proved => "Undo the change.",
        Verdict::Contaminated => "Keep it for now and measure again after a month without a search engine update.",
        Verdict::NotMeasurable => {
            "The data of this site is too noisy to measure the change: pool several sites or wait longer."
        }
        Verdict::NotShown if hi > 0.0 => "Keep it if it is cheap: no negative effect was detected.",
        Verdict::NotShown => "Keep it only for other reasons: no positive effect was detected.",
    };
    words.to_owned()
}

/// Action of a finding: act on a proved effect, measure again where a later measurement may decide.
pub(in crate::causal) fn action(verdict: Verdict, act: &str, label: &str, target: Option<String>) -> Option<Action> {
    match verdict {
        Verdict::Proved => Some(Action::new(act, label, target)),
        Verdict::Likely | Verdict::Contaminated | Verdict::NotMeasurable => {
            Some(Action::new("measure_again", label, target))
        }
        Verdict::NotShown => None,
    }
}

fn notes(input: &ImpactInput, times: &Times) -> Vec<String> {
    let mut notes = Vec::new();
    let before = times.change - times.from;
    if before < 3 * (times.end - times.after) {
        notes.push(
            "The period before the change is less than three times as long as the period after it, so the interval is wide."
                .to_owned(),
        );
    }
    if input.chosen_after_a_fall {
        notes.push("The pages were selected because they had lost traffic, and such pages often recover without a change (regression to the mean). Compare them with controls selected in the same way.".to_owned());
    }
    let missing = input.y[times.from..times.end].iter().filter(|value| value.is_none()).count();
    if missing > 0 {
        notes.push(format!("{missing} missing steps were excluded, not filled."));
    }
    notes
}

fn assumptions(input: &ImpactInput) -> Vec<String> {
    let mut assumptions = vec!["Nothing else affected only this series at the time of the change.".to_owned()];
    // Who looks for a cause of a drop finds a date with one.
    let unit = input.unit.as_deref().unwrap_or("the figures");
    assumptions.push(format!("If you chose this date because {unit} changed, the effect is overstated."));
    if !input.x.is_empty() {
        assumptions.push("The change did not affect the controls.".to_owned());
    }
    assumptions
}

fn needs(input: &ImpactInput) -> Vec<String> {
    let mut needs = Vec::new();
    if input.x.is_empty() {
        needs.push(
            "Controls (`x`): with daily values of unchanged pages or sites an effect can be proved, and its interval is narrower."
                .to_owned(),
        );
    }
    if input.first_day.is_none() {
        needs.push(
            "The day of the first step (`firstDay`) and `updates`, to detect other events at the same time.".to_owned(),
        );
    }
    if input.cents_per_unit.is_none() {
        needs.push("The value of a unit (`centsPerUnit`), to show the effect in money.".to_owned());
    }
    needs
}

fn insight(input: &ImpactInput, found: &Estimate, impact: &Impact) -> Insight {
    let label = input.label.as_deref().unwrap_or("The change");
    let relative = impact.relative.map_or_else(String::new, |range| {
        // Other metrics than clicks are named with the change.
        let unit = input.unit.as_ref().filter(|unit| !label.to_lowercase().starts_with(&unit.to_lowercase()));
        let unit = unit.map_or_else(String::new, |unit| format!(" {unit}"));
        let [effect, lo, hi] = [range.effect, range.lo, range.hi].map(|share| 100.0 * share);
        format!(": {effect:+.1} %{unit} (95 % interval {lo:+.1} to {hi:+.1})")
    });
    let is_clear = matches!(impact.verdict, Verdict::Proved | Verdict::Likely);
    let severity = match impact.verdict {
        Verdict::Proved if impact.effect < 0.0 => Severity::Warning,
        Verdict::Proved => Severity::Opportunity,
        _ => Severity::Info,
    };
    let seen = input.first_day.map(|first| first.plus(i32::try_from(input.y.len() - 1).unwrap_or(i32::MAX)));
    let evidence = |kind: &str, value: serde_json::Value| {
        Evidence::new(kind, label, value, "computed from the series given", seen.or(input.as_of))
    };
    let finding = Finding {
        subject: subject(input),
        title: format!("{label}: {}{relative}", impact.verdict.as_str()),
        kind: CHANGE_EFFECT,
        severity,
        nature: if is_clear { Nature::Claim } else { Nature::Fact },
        confidence: certainty(impact),
        impact: input.cents_per_unit.filter(|_| is_clear).map(|cents| money(input, found, cents)),
        effort_minutes: 15,
        evidence: vec![
            evidence("effect", json!({ "perStep": impact.effect, "lo": impact.lo, "hi": impact.hi, "p": impact.p })),
            evidence("expected", json!({ "perStep": found.expected, "observed": found.observed })),
            evidence("placebos", json!(impact.placebos)),
            evidence("updates", json!(impact.overlapping_updates)),
        ],
        assumptions: impact.assumptions.clone(),
        action: action(impact.verdict, "decide_change", &impact.decision, input.label.clone()),
        falsifier:
            "Undo the change on half of the pages: they do not return to the previous level within as many days."
                .to_owned(),
        days_valid: 60,
    };
    finding.insight(SIGNATURE, input.as_of)
}

/// Names the measured change by its label and day, or its step if the series has no dates.
fn subject(input: &ImpactInput) -> String {
    let label = input.label.as_deref().unwrap_or_default();
    let day = input.change.as_ref().map(ToString::to_string).or_else(|| Some(input.post?[0].to_string()));
    format!("{label}@{}", day.unwrap_or_default())
}

/// Probability that the claim of the verdict is correct.
fn certainty(impact: &Impact) -> f64 {
    three_digits(match impact.verdict {
        Verdict::Proved => confidence(impact.p),
        Verdict::Likely => confidence(cautious_p(impact.p, impact.placebos.as_ref())),
        Verdict::NotShown | Verdict::NotMeasurable => 0.5,
        Verdict::Contaminated => 0.3,
    })
}

fn money(input: &ImpactInput, found: &Estimate, cents: f64) -> Money {
    let at = |probability: f64| found.quantile(probability) * cents * MONTH;
    let interval = Interval { low: at(0.1), mid: at(0.5), high: at(0.9), mean: found.effect() * cents * MONTH };
    Money::from_interval(&interval, input.currency.as_deref().unwrap_or("USD"))
}
