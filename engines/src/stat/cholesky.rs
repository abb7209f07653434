//! Cholesky decomposition of symmetric positive definite matrices.

use super::products::{TOGETHER, Work, dot, with_products};

/// Number of columns computed together per row, so that previous columns are read once. Equals the number of sums in
/// `dot`, so that each figure is summed in the order of `dot`.
const COLUMNS: usize = 8;

/// Lower triangle L of A = L L', stored by rows.
///
/// Source: Golub & Van Loan (2013), "Matrix computations", 4th edition, algorithm 4.2.1.
#[derive(Debug, Clone)]
pub struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Decomposes a matrix stored by rows; only its lower triangle is read. Returns `None` if it is not positive
    /// definite.
    pub fn of(matrix: &[f64], size: usize) -> Option<Self> {
        let mut lower = matrix.to_vec();
        with_products(Factor { lower: &mut lower, size })?;
        Some(Self { size, lower })
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.lower[row * self.size..row * self.size + row + 1]
    }

    /// Solves L z = b.
    pub fn forward(&self, b: &[f64]) -> Vec<f64> {
        let mut z = b.to_vec();
        for i in 0..self.size {
            let row = self.row(i);
            z[i] = (z[i] - dot(&row[..i], &z[..i])) / row[i];
        }
        z
    }

    /// Solves A x = b.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = self.forward(b);
        for i in (0..self.size).rev() {
            let row = self.row(i);
            x[i] /= row[i];
            let value = x[i];
            x[..i].iter_mut().zip(row).for_each(|(x, entry)| *x -= value * entry);
        }
        x
    }

    /// Logarithm of the determinant of A.
    pub fn ln_determinant(&self) -> f64 {
        2.0 * (0..self.size).map(|i| self.row(i)[i].ln()).sum::<f64>()
    }

    /// Diagonal of the inverse of A.
    pub fn inverse_diagonal(&self) -> Vec<f64> {
        with_products(InverseDiagonal(self))
    }
}

/// Decomposes a matrix in place.
struct Factor<'a> {
    lower: &'a mut [f64],
    size: usize,
}

impl Work for Factor<'_> {
    type Output = Option<()>;

    #[inline(always)]
    fn work(self, products: impl Fn(&[f64], [&[f64]; TOGETHER]) -> [f64; TOGETHER]) -> Option<()> {
        let size = self.size;
        for start in (0..size).step_by(COLUMNS) {
            let end = (start + COLUMNS).min(size);
            for i in start..size {
                let (above, here) = self.lower.split_at_mut(i * size);
                let (known, rest) = here[..size].split_at_mut(start);
                let columns = end.min(i);
                for first in (start..columns).step_by(TOGETHER) {
                    let other = |at: usize| &above[(first + at).min(columns - 1) * size..][..start];
                    let sums = products(known, std::array::from_fn(other));
                    for (j, sum) in (first..columns).zip(sums) {
                        let (other, at) = (&above[j * size + start..], j - start);
                        rest[at] = (rest[at] - (sum + dot(&rest[..at], &other[..at]))) / other[at];
                    }
                }
                if i < end {
                    finish(&mut here[..size], i)?;
                }
            }
        }
        Some(())
    }
}

/// Computes the diagonal entry of a row, and zeros after it.
fn finish(row: &mut [f64], i: usize) -> Option<()> {
    let pivot = row[i] - dot(&row[..i], &row[..i]);
    if !(pivot > 0.0 && pivot.is_finite()) {
        return None;
    }
    row[i] = pivot.sqrt();
    row[i + 1..].fill(0.0);
    Some(())
}

/// Computes the columns of the triangle's inverse and sums their squares.
struct InverseDiagonal<'a>(&'a Cholesky);

impl Work for InverseDiagonal<'_> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn work(self, products: impl Fn(&[f64], [&[f64]; TOGETHER]) -> [f64; TOGETHER]) -> Vec<f64> {
        let size = self.0.size;
        let mut columns: [Vec<f64>; TOGETHER] = std::array::from_fn(|_| vec![0.0; size]);
        let mut diagonal = Vec::with_capacity(size);
        for start in (0..size).step_by(TOGETHER) {
            for i in start..size {
                let row = self.0.row(i);
                let sums = products(&row[start..i], columns.each_ref().map(|column| &column[start..i]));
                for (at, (column, sum)) in columns.iter_mut().zip(sums).enumerate() {
                    let unit = if i == start + at { 1.0 } else { 0.0 };
                    column[i] = (unit - sum) / row[i];
                }
            }
            let squares = columns.each_ref().map(|column| dot(&column[start..], &column[start..]));
            diagonal.extend(squares.into_iter().take(size - start));
        }
        diagonal
    }
}
