//! Deletes what this product wrote: visible files, then stored bytes, the mark of the site last.

use super::{
    activate::delete_all,
    client::Bucket,
    records::{LIVE, Live, SITE},
};
use crate::{SiteKey, TargetError, release::HOME};

pub(super) async fn remove(bucket: &Bucket<'_>, site: &SiteKey) -> Result<(), TargetError> {
    if !bucket.is_claimed(site).await? {
        return Ok(());
    }
    let live: Live = bucket.record(LIVE).await?.unwrap_or_default();
    if live.files.contains_key(HOME) {
        bucket.delete(&bucket.visible(HOME)).await?;
    }
    delete_all(bucket, live.files.keys().map(|path| bucket.visible(path)).collect()).await?;
    let mark = bucket.own(SITE);
    let own = bucket.list(&bucket.own("")).await?;
    let others = own.into_iter().map(|object| object.key).filter(|key| *key != mark);
    delete_all(bucket, others.collect()).await?;
    bucket.delete(&mark).await
}
