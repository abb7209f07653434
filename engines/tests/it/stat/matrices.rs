//! Positive definite systems with solutions in closed form.

use engines::stat::{Cholesky, SplitMix64, dot, standard_normal};

use crate::table::assert_close;

/// The Hilbert matrix: 1 / (i + j + 1).
fn hilbert(size: usize) -> Vec<f64> {
    (0..size * size).map(|at| 1.0 / (at / size + at % size + 1) as f64).collect()
}

/// The smaller of row and column, both counted from 1: determinant 1, inverse tridiagonal with 2 on the diagonal, 1 last.
fn lesser(size: usize) -> Vec<f64> {
    (0..size * size).map(|at| ((at / size).min(at % size) + 1) as f64).collect()
}

fn times(matrix: &[f64], x: &[f64]) -> Vec<f64> {
    matrix.chunks_exact(x.len()).map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum()).collect()
}

/// A random matrix times its transpose, with `ridge` on the diagonal.
fn random(size: usize, ridge: f64, seed: u64) -> Vec<f64> {
    let mut numbers = SplitMix64::new(seed);
    let root: Vec<Vec<f64>> = (0..size).map(|_| (0..size).map(|_| standard_normal(&mut numbers)).collect()).collect();
    let entry = |at: usize| {
        let (i, j) = (at / size, at % size);
        let product: f64 = root[i].iter().zip(&root[j]).map(|(a, b)| a * b).sum();
        product + if i == j { ridge } else { 0.0 }
    };
    (0..size * size).map(entry).collect()
}

/// Determinants 1/12, 1/2160, 1/6048000 and 1/266716800000 (Hilbert 1894); inverses as `scipy.linalg.invhilbert`.
#[test]
fn hilbert_matrices_have_their_published_determinants_and_inverses() {
    let determinants = [(2, 12.0), (3, 2_160.0), (4, 6_048_000.0), (5, 266_716_800_000.0)];
    for (size, inverse) in determinants {
        let factor = Cholesky::of(&hilbert(size), size).unwrap();
        assert_close(factor.ln_determinant(), -f64::ln(inverse), 1e-9, &format!("size {size}"));
    }
    let diagonals: [&[f64]; 2] = [
        &[25.0, 4_800.0, 79_380.0, 179_200.0, 44_100.0],
        &[36.0, 14_700.0, 564_480.0, 3_628_800.0, 4_410_000.0, 698_544.0],
    ];
    for wanted in diagonals {
        let found = Cholesky::of(&hilbert(wanted.len()), wanted.len()).unwrap().inverse_diagonal();
        for (found, wanted) in found.iter().zip(wanted) {
            assert_close(*found, *wanted, 1e-8, "inverse diagonal");
        }
    }
}

#[test]
fn the_matrix_of_lesser_indices_has_determinant_one_at_every_size() {
    for size in 1..=40 {
        let factor = Cholesky::of(&lesser(size), size).unwrap();
        assert!(factor.ln_determinant().abs() < 1e-12, "size {size}");
        let mut wanted = vec![2.0; size];
        wanted[size - 1] = 1.0;
        for (found, wanted) in factor.inverse_diagonal().iter().zip(wanted) {
            assert_close(*found, wanted, 1e-12, &format!("size {size}"));
        }
        // L is a triangle of ones, so L z = (1, 2, 3 ...) has z = 1 everywhere.
        let counted: Vec<f64> = (1..=size).map(|at| at as f64).collect();
        assert_eq!(factor.forward(&counted), vec![1.0; size], "size {size}");
    }
}

#[test]
fn solutions_give_the_right_side_back_at_every_block_size() {
    for size in [1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 64, 65] {
        let matrix = random(size, 1.0, size as u64);
        let mut numbers = SplitMix64::new(1_000 + size as u64);
        let right: Vec<f64> = (0..size).map(|_| standard_normal(&mut numbers)).collect();
        let factor = Cholesky::of(&matrix, size).unwrap();
        let solution = factor.solve(&right);
        for (got, wanted) in times(&matrix, &solution).iter().zip(&right) {
            assert!((got - wanted).abs() < 1e-9, "size {size}: {got} is not {wanted}");
        }
        // b' A^-1 b is the squared length of z in L z = b.
        let z = factor.forward(&right);
        assert_close(dot(&z, &z), dot(&right, &solution), 1e-9, &format!("size {size}"));
    }
}

#[test]
fn diagonal_of_the_inverse_is_that_of_unit_solutions() {
    for size in [1, 3, 4, 6, 9, 13, 20] {
        let factor = Cholesky::of(&random(size, 0.5, 77 + size as u64), size).unwrap();
        for (at, found) in factor.inverse_diagonal().into_iter().enumerate() {
            let mut unit = vec![0.0; size];
            unit[at] = 1.0;
            assert_close(found, factor.solve(&unit)[at], 1e-9, &format!("size {size}, place {at}"));
        }
    }
}

#[test]
fn only_the_lower_triangle_is_read() {
    let size = 10;
    let matrix = random(size, 1.0, 4);
    let mut lower = matrix.clone();
    for row in 0..size {
        lower[row * size + row + 1..(row + 1) * size].fill(f64::NAN);
    }
    let right: Vec<f64> = (0..size).map(|at| at as f64).collect();
    let (whole, half) = (Cholesky::of(&matrix, size).unwrap(), Cholesky::of(&lower, size).unwrap());
    assert_eq!(whole.solve(&right), half.solve(&right));
    assert_eq!(whole.ln_determinant(), half.ln_determinant());
}

#[test]
fn scaling_a_matrix_shifts_its_determinant_and_divides_its_inverse() {
    let size = 6;
    let matrix = random(size, 1.0, 9);
    let scaled: Vec<f64> = matrix.iter().map(|entry| entry * 1e6).collect();
    let (one, million) = (Cholesky::of(&matrix, size).unwrap(), Cholesky::of(&scaled, size).unwrap());
    assert_close(million.ln_determinant(), one.ln_determinant() + 6.0 * f64::ln(1e6), 1e-12, "determinant");
    for (a, b) in one.inverse_diagonal().iter().zip(million.inverse_diagonal()) {
        assert_close(b * 1e6, *a, 1e-10, "inverse");
    }
}

#[test]
fn a_matrix_of_rank_one_less_has_no_factor() {
    for size in [2, 5, 9, 17] {
        let mut matrix = lesser(size);
        // The last row and column repeat those before, so the last pivot is 0.
        for at in 0..size {
            matrix[(size - 1) * size + at] = matrix[(size - 2) * size + at];
        }
        matrix[size * size - 1] = matrix[(size - 2) * size + size - 2];
        assert!(Cholesky::of(&matrix, size).is_none(), "size {size}");
    }
    assert!(Cholesky::of(&[f64::INFINITY], 1).is_none());
}
