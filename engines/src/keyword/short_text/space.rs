//! Latent semantic space.

use super::vector::Matrix;
use crate::stat::{SplitMix64, normal_quantile};

/// Power iterations.
const ROUNDS: usize = 20;
/// Additional dimensions that improve the accuracy of the requested ones.
const SPARE: usize = 10;

/// Projects rows to length 1 in the space of the first singular vectors, each scaled by its singular value.
///
/// Randomised subspace iteration with Rayleigh-Ritz by Jacobi rotations. Source: Halko, Martinsson & Tropp (2011),
/// "Finding structure with randomness", algorithm 4.4.
pub(super) fn embed(matrix: &Matrix, dimensions: usize, random: &mut SplitMix64) -> Vec<Vec<f32>> {
    let wanted = dimensions.min(matrix.features).min(matrix.rows.len());
    let width = (wanted + SPARE).min(matrix.features).min(matrix.rows.len());
    let mut basis: Vec<Vec<f64>> = (0..width)
        .map(|_| (0..matrix.features).map(|_| normal_quantile(random.uniform().max(1e-12))).collect())
        .collect();
    for _ in 0..ROUNDS {
        orthonormalise(&mut basis);
        basis = basis.iter().map(|direction| back(matrix, &forth(matrix, direction))).collect();
    }
    orthonormalise(&mut basis);
    let images: Vec<Vec<f64>> = basis.iter().map(|direction| forth(matrix, direction)).collect();
    let rotation = principal(&images, wanted);
    (0..matrix.rows.len()).map(|row| unit(&images, &rotation, row)).collect()
}

fn forth(matrix: &Matrix, direction: &[f64]) -> Vec<f64> {
    let dot = |row: &Vec<(u32, f32)>| {
        row.iter().map(|(feature, weight)| f64::from(*weight) * direction[*feature as usize]).sum()
    };
    matrix.rows.iter().map(dot).collect()
}

fn back(matrix: &Matrix, image: &[f64]) -> Vec<f64> {
    let mut direction = vec![0.0; matrix.features];
    for (row, value) in matrix.rows.iter().zip(image) {
        row.iter().for_each(|(feature, weight)| direction[*feature as usize] += f64::from(*weight) * value);
    }
    direction
}

/// Modified Gram-Schmidt, twice; linearly dependent directions become zero.
fn orthonormalise(basis: &mut [Vec<f64>]) {
    for at in 0..basis.len() {
        let (before, rest) = basis.split_at_mut(at);
        let current = &mut rest[0];
        for _ in 0..2 {
            for earlier in before.iter() {
                let part = dot(earlier, current);
                current.iter_mut().zip(earlier).for_each(|(value, other)| *value -= part * other);
            }
        }
        let length = dot(current, current).sqrt();
        let scale = if length > 1e-10 { 1.0 / length } else { 0.0 };
        current.iter_mut().for_each(|value| *value *= scale);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Returns the `wanted` leading eigenvectors of the products of the images, as columns of weights.
///
/// Cyclic Jacobi; source: Golub & Van Loan (2013), "Matrix Computations", section 8.5.
fn principal(images: &[Vec<f64>], wanted: usize) -> Vec<Vec<f64>> {
    let width = images.len();
    let mut products: Vec<Vec<f64>> = images.iter().map(|a| images.iter().map(|b| dot(a, b)).collect()).collect();
    let mut vectors: Vec<Vec<f64>> =
        (0..width).map(|i| (0..width).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..12 {
        for p in 0..width {
            for q in p + 1..width {
                rotate(&mut products, &mut vectors, p, q);
            }
        }
    }
    let mut order: Vec<usize> = (0..width).collect();
    order.sort_by(|a, b| products[*b][*b].total_cmp(&products[*a][*a]).then(a.cmp(b)));
    order.into_iter().take(wanted).map(|at| vectors.iter().map(|row| row[at]).collect()).collect()
}

fn rotate(products: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    if products[p][q].abs() < 1e-12 {
        return;
    }
    let tau = (products[q][q] - products[p][p]) / (2.0 * products[p][q]);
    let tangent = tau.signum() / (tau.abs() + (1.0 + tau * tau).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let sine = tangent * cosine;
    for row in products.iter_mut().chain(vectors.iter_mut()) {
        let (a, b) = (row[p], row[q]);
        row[p] = cosine * a - sine * b;
        row[q] = sine * a + cosine * b;
    }
    let (upper, lower) = products.split_at_mut(q);
    for (x, y) in upper[p].iter_mut().zip(lower[0].iter_mut()) {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    }
}

fn unit(images: &[Vec<f64>], rotation: &[Vec<f64>], row: usize) -> Vec<f32> {
    let point: Vec<f64> = rotation
        .iter()
        .map(|weights| weights.iter().zip(images).map(|(weight, image)| weight * image[row]).sum())
        .collect();
    let length = dot(&point, &point).sqrt();
    let scale = if length > 1e-12 { 1.0 / length } else { 0.0 };
    point.into_iter().map(|value| (value * scale) as f32).collect()
}
