//! Possible seasons of a series.

use super::Frequency;
use crate::predictive::model::season::peak;

/// Days of a mean Gregorian year.
const YEAR_DAYS: f64 = 365.2425;

/// Seasons in steps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Calendar {
    /// The main season; 1 for none.
    pub(crate) period: usize,
    /// A week that contains the main season: 168 if that is 24.
    pub(crate) week: Option<usize>,
    /// A year in addition to the main season.
    pub(crate) year: Option<f64>,
}

impl Calendar {
    /// Determines the seasons by the step; if unknown, by the season, otherwise from the values.
    pub(super) fn of(season: usize, freq: Option<Frequency>, values: &[f64]) -> Self {
        let plain = |period: usize| Self { period, week: None, year: None };
        let week = |period: usize| (values.len() >= 3 * 7 * period).then_some(7 * period);
        match (freq, season) {
            (Some(Frequency::Hourly), _) | (_, 24) => Self { week: week(24), ..plain(24) },
            (Some(Frequency::Daily), _) | (_, 7) => Self { year: Some(YEAR_DAYS), ..plain(7) },
            (Some(Frequency::Weekly), _) | (_, 52 | 53) => Self { year: Some(YEAR_DAYS / 7.0), ..plain(1) },
            (Some(Frequency::Monthly), 1) => plain(12),
            (Some(Frequency::Quarterly), 1) => plain(4),
            (None | Some(Frequency::Other), 1) => Self::found(values),
            _ => plain(season),
        }
    }

    /// Days of the week and the year.
    pub(crate) const DAYS: Self = Self { period: 7, week: None, year: Some(YEAR_DAYS) };

    /// Detects the common season with the clearest autocorrelation; none if there is none.
    fn found(values: &[f64]) -> Self {
        let steps: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let plain = |period: usize| Self { period, week: None, year: None };
        let shown = [4, 7, 12, 24, 52].into_iter().filter_map(|period| Some((peak(&steps, period)?, period)));
        match shown.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((_, 52)) => Self { year: Some(YEAR_DAYS / 7.0), ..plain(1) },
            Some((_, period)) => plain(period),
            None => plain(1),
        }
    }
}
