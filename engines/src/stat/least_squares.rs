//! Linear regression by normal equations.

/// Sums of squares and products of a regression, filled row by row.
#[derive(Debug, Clone)]
pub struct NormalEquations {
    width: usize,
    /// X'X, lower triangle by rows.
    gram: Vec<f64>,
    /// X'y.
    moment: Vec<f64>,
    /// y'y.
    square: f64,
    rows: usize,
}

impl NormalEquations {
    /// Creates empty equations for `width` terms.
    pub fn new(width: usize) -> Self {
        Self { width, gram: vec![0.0; width * width], moment: vec![0.0; width], square: 0.0, rows: 0 }
    }

    /// Adds a weighted row.
    pub fn add(&mut self, terms: &[f64], target: f64, weight: f64) {
        for (row, &left) in terms.iter().enumerate() {
            let scaled = left * weight;
            let line = &mut self.gram[row * self.width..row * self.width + row + 1];
            for (cell, &right) in line.iter_mut().zip(terms) {
                *cell += scaled * right;
            }
            self.moment[row] += scaled * target;
        }
        self.square += weight * target * target;
        self.rows += 1;
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns coefficients and residual sum of squares for the first `terms` terms with a ridge: `penalty[j]` is added
    /// to the j-th diagonal of X'X, relative to its mean diagonal. `None` if there is no solution.
    ///
    /// Source: Hoerl & Kennard (1970), "Ridge regression", eq. 2.1; Cholesky (Golub & Van Loan 2013, 4.2).
    pub fn solve(&self, terms: usize, penalty: impl Fn(usize) -> f64) -> Option<(Vec<f64>, f64)> {
        let mut lower = vec![0.0; terms * terms];
        for row in 0..terms {
            for column in 0..=row {
                let mut sum = self.gram[row * self.width + column];
                if row == column {
                    sum += sum * 1e-10 + penalty(row);
                }
                for k in 0..column {
                    sum -= lower[row * terms + k] * lower[column * terms + k];
                }
                if row == column {
                    if !(sum > 0.0 && sum.is_finite()) {
                        return None;
                    }
                    lower[row * terms + row] = sum.sqrt();
                } else {
                    lower[row * terms + column] = sum / lower[column * terms + column];
                }
            }
        }
        let coefficients = self.substitute(&lower, terms);
        let rss = self.residual(&coefficients);
        coefficients.iter().all(|c| c.is_finite()).then_some((coefficients, rss))
    }

    fn substitute(&self, lower: &[f64], terms: usize) -> Vec<f64> {
        let mut x = self.moment[..terms].to_vec();
        for row in 0..terms {
            for k in 0..row {
                x[row] -= lower[row * terms + k] * x[k];
            }
            x[row] /= lower[row * terms + row];
        }
        for row in (0..terms).rev() {
            for k in row + 1..terms {
                x[row] -= lower[k * terms + row] * x[k];
            }
            x[row] /= lower[row * terms + row];
        }
        x
    }

    /// y'y - 2 b'X'y + b'X'X b, never negative.
    fn residual(&self, coefficients: &[f64]) -> f64 {
        let mut rss = self.square;
        for (row, b) in coefficients.iter().enumerate() {
            rss -= 2.0 * b * self.moment[row];
            for (column, c) in coefficients.iter().enumerate().take(row + 1) {
                let twice = if row == column { 1.0 } else { 2.0 };
                rss += twice * b * c * self.gram[row * self.width + column];
            }
        }
        rss.max(0.0)
    }

    /// Diagonal of X'X.
    pub fn diagonal(&self, term: usize) -> f64 {
        self.gram[term * self.width + term]
    }
}
