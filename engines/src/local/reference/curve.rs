//! Published click-through curves.

use std::sync::LazyLock;

use super::csv::Table;

static CURVES: &str = include_str!("../../../data/reference/ctr_curve.csv");

/// Shares of clicks at positions 1 to 20.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Curves {
    /// Median of the studies since 2020.
    pub(crate) plain: [f64; 20],
    /// Where a map pack shows.
    pub(crate) pack: [f64; 20],
}

/// The derived curves of the reference data.
pub(crate) static CURVES_BUILT_IN: LazyLock<Curves> =
    LazyLock::new(|| Curves { plain: curve("composite_default"), pack: curve("composite_local_pack") });

fn curve(study: &str) -> [f64; 20] {
    let mut shares = [0.0; 20];
    for row in Table::read(CURVES).rows().filter(|row| row.text("study") == study) {
        if let (Some(position), Some(percent)) = (row.number("position"), row.number("ctr_pct"))
            && let Some(share) = shares.get_mut(position as usize - 1)
        {
            *share = percent / 100.0;
        }
    }
    shares
}
