//! Power analysis.

use engines::causal::power::{Parameters, Power, PowerInput, power};
use engines::common::Unattended;

use super::normals;

fn told(y: Vec<f64>, post_steps: usize) -> Power {
    let input = PowerInput { y: y.into_iter().map(Some).collect(), post_steps, ..PowerInput::default() };
    power(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap()
}

#[test]
fn white_noise_is_near_the_formula_of_the_books() {
    let y: Vec<f64> = normals(100, 5).iter().map(|noise| 20.0 + 4.472 * noise).collect();
    let power = told(y, 28);
    // 13.4 % for a series known to be white noise; its estimation widens the value.
    assert!((0.11..0.22).contains(&power.mde_relative), "{}", power.mde_relative);
}

#[test]
fn larger_effects_need_fewer_steps_and_sites() {
    let power = told(normals(120, 6).iter().map(|noise| 100.0 + 10.0 * noise).collect(), 28);
    let steps: Vec<usize> = power.steps_for.values().map(|steps| steps.unwrap_or(usize::MAX)).collect();
    assert!(steps.windows(2).all(|pair| pair[0] >= pair[1]), "{:?}", power.steps_for);
    let sites: Vec<usize> = power.sites_for.values().copied().collect();
    assert!(sites.windows(2).all(|pair| pair[0] >= pair[1]));
    assert!(power.is_measurable);
}

#[test]
fn a_small_noisy_site_is_told_to_pool() {
    let power = told(normals(90, 7).iter().map(|noise| (2.0 + 2.0 * noise).max(0.0)).collect(), 14);
    assert!(!power.is_measurable && power.advice.contains("pool"));
}
