//! Verdict, decision and insight of an experiment.

use serde_json::json;

use super::super::SIGNATURE;
use super::super::impact::action;
use super::super::verdict::{EXPERIMENT_OUTCOME, Grounds, Verdict, confidence, judge, not_yet, times_to_proof};
use super::super::{METHOD, METHOD_VERSION};
use super::input::{Checked, ExperimentInput};
use super::{Assignment, Experiment, Pooled, SiteEffect};
use crate::common::{Evidence, Finding, Insight, Interval, Money, Nature, Severity, overlapping, three_digits};

/// Average days per month.
const MONTH: f64 = 30.44;

pub(super) fn of_split(split: Vec<Assignment>) -> Experiment {
    let treated = split.iter().filter(|page| page.treated).count();
    Experiment {
        decision: format!("Change only these {treated} pages; leave the others unchanged until the outcome is known."),
        notes: vec!["The split is random: do not move pages between the two groups.".to_owned()],
        split,
        ..blank()
    }
}

fn blank() -> Experiment {
    Experiment {
        split: Vec::new(),
        sites: Vec::new(),
        pooled: None,
        verdict: None,
        decision: String::new(),
        overlapping_updates: Vec::new(),
        insights: Vec::new(),
        notes: Vec::new(),
        assumptions: vec!["Changed pages do not take clicks from unchanged ones.".to_owned()],
        needs: Vec::new(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    }
}

pub(super) fn of_outcome(
    input: &ExperimentInput, sites: Vec<SiteEffect>, pooled: Option<Pooled>, params: &Checked,
) -> Experiment {
    let verdict = overall(&sites, pooled.as_ref(), params);
    let effect = pooled.map_or_else(|| sites.first().map_or(0.0, |site| site.effect), |pooled| pooled.effect);
    let mut experiment = Experiment {
        verdict,
        decision: verdict
            .map_or_else(String::new, |verdict| decision(verdict, effect, || unsettled(&sites, pooled.as_ref()))),
        overlapping_updates: updates(input, &sites),
        ..blank()
    };
    if !experiment.overlapping_updates.is_empty() {
        experiment.notes.push(
            "A search engine update ran at the time; it affected both groups, so the comparison is still valid."
                .to_owned(),
        );
    }
    if sites.iter().any(|site| site.treated.min(site.untreated) < 10) {
        experiment.notes.push(
            "Fewer than 10 pages in a group: rely on the permutation test; the interval is approximate.".to_owned(),
        );
    }
    if input.cents_per_unit.is_none() {
        experiment.needs.push("The value of a unit (`centsPerUnit`), to show the effect in money.".to_owned());
    }
    experiment.insights =
        verdict.map(|verdict| insight(input, &sites, pooled, verdict, &experiment)).into_iter().collect();
    Experiment { sites, pooled, ..experiment }
}

fn overall(sites: &[SiteEffect], pooled: Option<&Pooled>, params: &Checked) -> Option<Verdict> {
    let Some(pooled) = pooled else { return sites.first().map(|site| site.verdict) };
    let contaminated = sites.iter().filter(|site| site.verdict == Verdict::Contaminated).count();
    Some(judge(&Grounds {
        p: pooled.p,
        half_width: 0.5 * (pooled.hi - pooled.lo),
        widest: params.widest_useful,
        is_contaminated: 2 * contaminated >= sites.len(),
        placebos_fail: false,
        can_prove: true,
    }))
}

fn updates(input: &ExperimentInput, sites: &[SiteEffect]) -> Vec<String> {
    let Some(first) = input.first_day else { return Vec::new() };
    let steps = sites.iter().flat_map(|site| site.sequence.iter().map(|look| look.step));
    let (low, high) = steps.fold((usize::MAX, 0), |(low, high), step| (low.min(step), high.max(step)));
    let day = |step: usize| first.plus(i32::try_from(step).unwrap_or(i32::MAX));
    if low > high {
        return Vec::new();
    }
    overlapping(&input.updates, day(low), day(high)).iter().map(|update| update.name.clone()).collect()
}

/// Advises to change or undo pages after a proved effect only; `unsettled` is the advice for a likely one.
fn decision(verdict: Verdict, effect: f64, unsettled: impl Fn() -> String) -> String {
    let words = match verdict {
        Verdict::Likely => return unsettled(),
        Verdict::Proved if effect > 0.0 => "Change the other pages too.",
        Verdict::Proved => "Undo the change.",
        Verdict::NotShown => "Deploy it if it is cheap: no negative effect was detected. Do not expect a gain.",
        Verdict::NotMeasurable => "These pages are too few to measure the effect: add pages or sites, or wait longer.",
        Verdict::Contaminated => "The groups diverged before the change: split again and repeat the experiment.",
    };
    words.to_owned()
}

/// Says how many sites or pages settle a likely effect.
fn unsettled(sites: &[SiteEffect], pooled: Option<&Pooled>) -> String {
    let p = probability(sites, pooled);
    let (start, times) = (not_yet(p), times_to_proof(p));
    let more = |count: usize| (count as f64 * times).ceil().max(count as f64 + 1.0);
    match (pooled, sites.first()) {
        (None, Some(site)) => {
            let pages = more(site.treated.min(site.untreated));
            format!("{start} {pages:.0} pages in each group over the same days prove an effect of this size.")
        }
        _ => format!("{start} {:.0} such sites prove an effect of this size.", more(sites.len())),
    }
}

/// Two-sided p-value of no effect over all sites.
fn probability(sites: &[SiteEffect], pooled: Option<&Pooled>) -> f64 {
    let of_site = |site: &SiteEffect| site.permutation_p.max(site.p);
    pooled.map_or_else(|| sites.first().map_or(1.0, of_site), |pooled| pooled.p)
}

fn insight(
    input: &ExperimentInput, sites: &[SiteEffect], pooled: Option<Pooled>, verdict: Verdict, experiment: &Experiment,
) -> Insight {
    let label = input.label.as_deref().unwrap_or("The change");
    let relative = pooled.map(|pooled| pooled.effect).or_else(|| sites.first().and_then(|site| site.relative));
    let shown = relative.map_or_else(String::new, |relative| format!(": {:+.1} %", 100.0 * relative));
    let is_clear = matches!(verdict, Verdict::Proved | Verdict::Likely);
    let p = probability(sites, pooled.as_ref());
    let evidence = |kind: &str, reference: &str, value: serde_json::Value| {
        Evidence::new(kind, reference, value, "computed from the pages given", input.as_of)
    };
    let of_site = |site: &SiteEffect| {
        let figures = json!({ "effect": site.effect, "lo": site.lo, "hi": site.hi, "p": site.p, "permutationP": site.permutation_p, "trendP": site.trend_p });
        evidence("siteEffect", &site.site, figures)
    };
    let mut facts: Vec<Evidence> = sites.iter().take(10).map(of_site).collect();
    facts.extend(pooled.map(|pooled| evidence("pooled", label, json!(pooled))));
    let finding = Finding {
        subject: label.to_owned(),
        title: format!(
            "{label}: {} over {} pages{shown}",
            verdict.as_str(),
            sites.iter().map(|s| s.treated).sum::<usize>()
        ),
        kind: EXPERIMENT_OUTCOME,
        severity: match relative {
            _ if verdict != Verdict::Proved => Severity::Info,
            Some(relative) if relative < 0.0 => Severity::Warning,
            _ => Severity::Opportunity,
        },
        nature: if is_clear { Nature::Claim } else { Nature::Fact },
        confidence: if is_clear { three_digits(confidence(p)) } else { 0.5 },
        impact: input.cents_per_unit.filter(|_| is_clear).map(|cents| money(input, sites, cents)),
        effort_minutes: 30,
        evidence: facts,
        assumptions: experiment.assumptions.clone(),
        action: action(verdict, "decide_experiment", &experiment.decision, input.label.clone()),
        falsifier: "Repeat the experiment with the groups swapped: the other pages do not move in the same way."
            .to_owned(),
        days_valid: 90,
    };
    finding.insight(SIGNATURE, input.as_of)
}

/// Monthly value of the changed pages' effect over all sites, assuming independent normal effects.
fn money(input: &ExperimentInput, sites: &[SiteEffect], cents: f64) -> Money {
    let factor = |site: &SiteEffect| cents * MONTH * site.treated as f64;
    let mean: f64 = sites.iter().map(|site| factor(site) * site.effect).sum();
    let error = sites.iter().map(|site| (factor(site) * (site.hi - site.lo) / 3.92).powi(2)).sum::<f64>().sqrt();
    let interval = Interval { low: mean - 1.2816 * error, mid: mean, high: mean + 1.2816 * error, mean };
    Money::from_interval(&interval, input.currency.as_deref().unwrap_or("USD"))
}
