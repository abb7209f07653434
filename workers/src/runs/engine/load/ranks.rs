//! Loads ranks of the website's keywords.

use std::collections::{BTreeMap, HashMap};

use engines::{
    common::Day,
    predictive::{RankPath, RankPoint},
};
use shared::{
    domain::{
        observation::{ObservationKind, Rank},
        sync::BatchPart,
    },
    store::import,
};

use super::super::market;
use crate::{context::RunContext, error::JobError};

/// Highest volume that an engine takes.
const MOST_VOLUME: f64 = 1e12;

/// Loads the rank path of each keyword with its search volume. The later import of a day counts.
pub(super) async fn paths(context: &RunContext) -> Result<Vec<RankPath>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let rows = import::observations(&context.db, context.run.workspace_id, website_id, ObservationKind::Rank).await?;
    let mut paths: BTreeMap<String, BTreeMap<Day, Option<f64>>> = BTreeMap::new();
    for row in rows {
        let rank: Rank = row.read()?;
        let Some(day) = Day::parse(&rank.date) else { continue };
        paths.entry(rank.keyword).or_default().insert(day, rank.position);
    }
    let volumes = if paths.is_empty() { HashMap::new() } else { volumes(context).await? };
    let path = |(keyword, points): (String, BTreeMap<Day, Option<f64>>)| RankPath {
        volume: volumes.get(&keyword.to_lowercase()).copied(),
        keyword,
        points: points.into_iter().map(|(date, rank)| RankPoint { date, rank }).collect(),
        ..RankPath::default()
    };
    Ok(paths.into_iter().map(path).collect())
}

/// Returns the monthly search volumes of the website's keyword tools by keyword in lower case. The newest import with a volume
/// of a keyword counts.
async fn volumes(context: &RunContext) -> Result<HashMap<String, f64>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(HashMap::new()) };
    let mut volumes = HashMap::new();
    let batches = import::batches(&context.db, context.run.workspace_id, website_id).await?;
    for batch in batches.iter().filter(|batch| batch.part == BatchPart::All) {
        let mut own = HashMap::new();
        market::each_row(context, batch.id, |row| {
            if let Some(volume) = row.tool.monthly_volume() {
                own.insert(row.keyword.to_lowercase(), middle(volume.low, volume.high));
            }
        })
        .await?;
        for (keyword, volume) in own {
            volumes.entry(keyword).or_insert(volume);
        }
    }
    Ok(volumes)
}

/// Returns the geometric mean of a range, which spans an order of magnitude if it is a bucket; the mean if it starts at 0.
#[expect(clippy::cast_precision_loss, reason = "volumes stay far below 2^53")]
fn middle(low: u64, high: u64) -> f64 {
    let (low, high) = (low as f64, high as f64);
    let middle = if low > 0.0 { (low * high).sqrt() } else { f64::midpoint(low, high) };
    middle.min(MOST_VOLUME)
}

#[cfg(test)]
mod tests {
    use super::middle;

    #[test]
    fn middle_of_a_bucket_is_geometric_and_of_a_single_value_itself() {
        for (low, high, expected) in [(90, 90, 90.0), (100, 1_000, 316.227_766), (0, 10, 5.0)] {
            assert!((middle(low, high) - expected).abs() < 1e-3, "{low} to {high}");
        }
    }
}
