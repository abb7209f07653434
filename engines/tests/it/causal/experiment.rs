//! Splits and their outcomes.

use engines::causal::Verdict;
use engines::causal::experiment::{
    Experiment, ExperimentInput, Page, Parameters, SiteEffect, SitePages, experiment, pool,
};
use engines::common::Unattended;

use super::normals;

fn pages(count: usize, factor: f64, seed: u64) -> Vec<Page> {
    let page = |place: usize| {
        let is_treated = place.is_multiple_of(2);
        let level = 20.0 + 15.0 * (place % 5) as f64;
        let noise = normals(42, seed * 1_000 + place as u64);
        let value = |day: usize| {
            let lift = if is_treated && day >= 28 { factor } else { 1.0 };
            Some(level * lift + level.sqrt() * noise[day])
        };
        Page { page: format!("/{place}"), treated: Some(is_treated), y: (0..42).map(value).collect(), pair: None }
    };
    (0..count).map(page).collect()
}

fn told(input: &ExperimentInput) -> Experiment {
    experiment(input, &Parameters { permutations: 399, ..Parameters::default() }.check().unwrap(), &Unattended).unwrap()
}

fn one(count: usize, factor: f64, seed: u64) -> SiteEffect {
    let input = ExperimentInput { pages: pages(count, factor, seed), change: Some(28), ..ExperimentInput::default() };
    told(&input).sites.remove(0)
}

#[test]
fn two_by_two_means_give_the_effect() {
    let page = |treated: bool, before: f64, after: f64| Page {
        treated: Some(treated),
        y: [before, before, after, after].map(Some).to_vec(),
        ..Page::default()
    };
    let pages = vec![page(true, 10.0, 16.0), page(true, 20.0, 24.0), page(false, 8.0, 9.0), page(false, 30.0, 31.0)];
    let told = told(&ExperimentInput { pages, change: Some(2), ..ExperimentInput::default() });
    // (6 + 4) / 2 - (1 + 1) / 2; the changed pages would have had 16.
    assert!((told.sites[0].effect - 4.0).abs() < 1e-9);
    assert!((told.sites[0].relative.unwrap() - 0.25).abs() < 1e-9);
}

#[test]
fn splits_without_a_change_show_none() {
    let runs = 60;
    let effects: Vec<SiteEffect> = (0..runs).map(|seed| one(16, 1.0, 100 + seed)).collect();
    let proved = effects.iter().filter(|effect| effect.verdict == Verdict::Proved).count();
    let stopped = effects.iter().filter(|effect| effect.stop_at.is_some()).count();
    assert!(proved <= 8, "{proved} of {runs}");
    assert!(stopped <= 8, "{stopped} of {runs} although looked at every day");
}

#[test]
fn a_planted_lift_is_proved() {
    let found = (0..10).filter(|seed| one(20, 1.15, 500 + seed).verdict == Verdict::Proved).count();
    assert!(found >= 9, "{found} of 10");
}

#[test]
fn a_likely_outcome_asks_for_more_pages_and_not_for_a_change() {
    let outcome = |seed: u64| {
        let input =
            ExperimentInput { pages: pages(12, 1.03, 900 + seed), change: Some(28), ..ExperimentInput::default() };
        told(&input)
    };
    let likely: Vec<Experiment> = (0..30).map(outcome).filter(|found| found.verdict == Some(Verdict::Likely)).collect();
    assert!(!likely.is_empty());
    for found in likely {
        assert!(found.decision.starts_with("Do not act yet"), "{}", found.decision);
        assert!(found.decision.contains("pages in each group"), "{}", found.decision);
        let insight = &found.insights[0];
        assert_eq!(insight.action.as_ref().map(|action| action.kind.as_str()), Some("measure_again"));
        assert!((0.5..0.9).contains(&insight.confidence), "{}", insight.confidence);
    }
}

#[test]
fn sides_that_moved_apart_before_are_contaminated() {
    let mut pages = pages(20, 1.0, 4);
    for page in pages.iter_mut().filter(|page| page.treated == Some(true)) {
        page.y.iter_mut().enumerate().for_each(|(day, value)| *value = value.map(|value| value + day as f64));
    }
    let told = told(&ExperimentInput { pages, change: Some(28), ..ExperimentInput::default() });
    assert_eq!(told.verdict, Some(Verdict::Contaminated));
}

#[test]
fn pooling_is_that_of_dersimonian_and_laird() {
    let pooled = pool(&[(0.1, 0.1), (0.3, 0.1), (0.5, 0.1)]).unwrap();
    assert!((pooled.effect - 0.3).abs() < 1e-12 && (pooled.cochran_q - 8.0).abs() < 1e-9);
    assert!((pooled.between - 0.03).abs() < 1e-12 && (pooled.i_squared - 0.75).abs() < 1e-12);
    let half = 1.959_963_984_540_054 * (0.04_f64 / 3.0).sqrt();
    assert!((pooled.hi - 0.3 - half).abs() < 1e-6);
    assert_eq!(pool(&[(0.1, 0.1)]), None);
}

#[test]
fn sites_too_small_alone_prove_it_together() {
    let site =
        |place: u64| SitePages { site: format!("{place}.example"), pages: pages(8, 1.1, 40 + place), change: Some(28) };
    let told = told(&ExperimentInput { sites: (0..8).map(site).collect(), ..ExperimentInput::default() });
    let pooled = told.pooled.unwrap();
    assert!(pooled.lo > 0.0 && (pooled.effect - 0.1).abs() < 0.06, "{pooled:?}");
    assert_eq!(told.verdict, Some(Verdict::Proved));
}

#[test]
fn a_split_is_even_random_and_repeatable() {
    let mut pages = pages(21, 1.0, 9);
    pages.iter_mut().for_each(|page| page.treated = None);
    let input = ExperimentInput { pages, ..ExperimentInput::default() };
    let split = told(&input).split;
    let treated = split.iter().filter(|page| page.treated).count();
    assert!((10..=11).contains(&treated));
    assert_eq!(split, told(&input).split);
    let other = Parameters { seed: 1, ..Parameters::default() }.check().unwrap();
    assert_ne!(split, experiment(&input, &other, &Unattended).unwrap().split);
}
