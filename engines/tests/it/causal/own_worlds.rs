//! Power with controls.

use engines::causal::power::{Parameters as PowerParameters, Power, PowerInput, power};
use engines::common::Unattended;

use super::normals;

const BEFORE: usize = 100;
const AFTER: usize = 28;

/// First-order autoregression with variance 1, after 30 days that are left out.
fn autoregression(phi: f64, seed: u64) -> Vec<f64> {
    let mut value = 0.0;
    let all: Vec<f64> = normals(BEFORE + AFTER + 30, seed)
        .iter()
        .map(|noise| {
            value = phi * value + (1.0 - phi * phi).sqrt() * noise;
            value
        })
        .collect();
    all[30..].to_vec()
}

fn planned(y: Vec<Option<f64>>, x: Vec<Vec<Option<f64>>>) -> Power {
    let input = PowerInput { y, x, post_steps: AFTER };
    power(&input, &PowerParameters::default().check().unwrap(), &Unattended).unwrap()
}

#[test]
fn plans_count_on_controls() {
    let shared = autoregression(0.8, 7);
    let series = |own: f64, seed: u64| -> Vec<Option<f64>> {
        let noise = autoregression(0.0, seed);
        (0..BEFORE).map(|day| Some(100.0 + 10.0 * shared[day] + own * noise[day])).collect()
    };
    let y = series(3.0, 8);
    let (alone, with) = (planned(y.clone(), Vec::new()), planned(y.clone(), vec![series(1.0, 9)]));
    assert!(with.mde_relative < 0.5 * alone.mde_relative, "{} and {}", with.mde_relative, alone.mde_relative);
    let short = PowerInput { y, x: vec![vec![Some(1.0); 99]], post_steps: AFTER };
    let problem = power(&short, &PowerParameters::default().check().unwrap(), &Unattended).unwrap_err();
    assert!(problem.to_string().contains("x[0]"), "{problem}");
}
