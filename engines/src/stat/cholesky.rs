//! Symmetric positive definite systems.

/// The lower triangle L of A = L L', row after row, and what can be solved with it.
///
/// Source: Golub & Van Loan (2013), "Matrix computations", 4th edition, algorithm 4.2.1.
#[derive(Debug, Clone)]
pub struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Of a matrix given row after row; only its lower triangle is read. `None` when it is not positive definite.
    pub fn of(matrix: &[f64], size: usize) -> Option<Self> {
        let mut lower = matrix.to_vec();
        for i in 0..size {
            let (above, here) = lower.split_at_mut(i * size);
            let row = &mut here[..size];
            for j in 0..i {
                let other = &above[j * size..j * size + j + 1];
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            }
            let pivot = row[i] - dot(&row[..i], &row[..i]);
            if !(pivot > 0.0 && pivot.is_finite()) {
                return None;
            }
            row[i] = pivot.sqrt();
            row[i + 1..].fill(0.0);
        }
        Some(Self { size, lower })
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.lower[row * self.size..row * self.size + row + 1]
    }

    /// The solution z of L z = b.
    pub fn forward(&self, b: &[f64]) -> Vec<f64> {
        let mut z = b.to_vec();
        for i in 0..self.size {
            let row = self.row(i);
            z[i] = (z[i] - dot(&row[..i], &z[..i])) / row[i];
        }
        z
    }

    /// The solution x of A x = b.
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

    /// The diagonal of the inverse of A.
    pub fn inverse_diagonal(&self) -> Vec<f64> {
        let mut diagonal = vec![0.0; self.size];
        let mut column = vec![0.0; self.size];
        for start in 0..self.size {
            column[start] = 1.0 / self.row(start)[start];
            for i in start + 1..self.size {
                let row = self.row(i);
                column[i] = -dot(&row[start..i], &column[start..i]) / row[i];
            }
            diagonal[start] = dot(&column[start..], &column[start..]);
        }
        diagonal
    }
}

/// The inner product, in four sums so that it runs in parallel within a core.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (a_chunks, b_chunks) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = a_chunks.remainder().iter().zip(b_chunks.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a_chunks.zip(b_chunks) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}
