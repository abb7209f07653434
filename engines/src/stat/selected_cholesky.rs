//! Cholesky decomposition of selected rows and columns of a symmetric matrix.

/// Lower factor of a positive definite matrix, by rows.
#[derive(Debug, Clone)]
pub(crate) struct SelectedCholesky {
    size: usize,
    factor: Vec<f64>,
}

impl SelectedCholesky {
    /// Decomposes the rows and columns `chosen` of the `stride`-wide matrix; returns `None` if it is not positive
    /// definite.
    pub(crate) fn of(matrix: &[f64], stride: usize, chosen: &[usize]) -> Option<Self> {
        let size = chosen.len();
        let mut factor = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let (above, below) = factor.split_at(row * size);
                let left = if column < row { &above[column * size..column * size + column] } else { &below[..column] };
                let sum: f64 = below[..column].iter().zip(left).map(|(a, b)| a * b).sum();
                let value = matrix[chosen[row] * stride + chosen[column]] - sum;
                let scaled = if row == column { value.sqrt() } else { value / factor[column * size + column] };
                // The comparison also rejects NaN.
                if row == column && !(scaled > 0.0 && scaled.is_finite()) {
                    return None;
                }
                factor[row * size + column] = scaled;
            }
        }
        Some(Self { size, factor })
    }

    /// Logarithm of the determinant.
    pub(crate) fn log_determinant(&self) -> f64 {
        self.leading_log_determinant(self.size)
    }

    /// Logarithm of the determinant of the first `count` rows and columns.
    pub(crate) fn leading_log_determinant(&self, count: usize) -> f64 {
        (0..count).map(|row| 2.0 * self.at(row, row).ln()).sum()
    }

    /// Element of the lower factor.
    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.factor[row * self.size + column]
    }

    /// Solves L z = b in place.
    pub(crate) fn forward(&self, values: &mut [f64]) {
        for row in 0..self.size {
            let line = &self.factor[row * self.size..row * self.size + row];
            let sum: f64 = line.iter().zip(values.iter()).map(|(a, b)| a * b).sum();
            values[row] = (values[row] - sum) / self.factor[row * self.size + row];
        }
    }

    /// Solves L' x = z in place.
    pub(crate) fn backward(&self, values: &mut [f64]) {
        for row in (0..self.size).rev() {
            let known = values.iter().enumerate().skip(row + 1);
            let sum: f64 = known.map(|(below, value)| self.factor[below * self.size + row] * value).sum();
            values[row] = (values[row] - sum) / self.factor[row * self.size + row];
        }
    }
}
