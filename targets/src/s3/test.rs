//! Does once what a deploy does, with one small object, and deletes it.

use bytes::Bytes;

use super::client::{Bucket, Served};
use crate::{TargetError, Tested};

pub(super) async fn test(bucket: &Bucket<'_>) -> Result<Tested, TargetError> {
    let (first, second) = (bucket.own("test/1"), bucket.own("test/2"));
    let tried = attempt(bucket, &first, &second).await;
    // The first error is the one that helps.
    let cleared = match bucket.delete(&first).await {
        Ok(()) => bucket.delete(&second).await,
        Err(error) => Err(error),
    };
    tried?;
    cleared?;
    let detail = format!("Objects at {} can be written, read, listed and deleted.", bucket.place());
    Ok(Tested { detail, settings: None })
}

async fn attempt(bucket: &Bucket<'_>, first: &str, second: &str) -> Result<(), TargetError> {
    let served = Served { content_type: "text/plain", cache: "no-store" };
    let broken = |reason: &str| TargetError::Mismatch {
        place: bucket.place(),
        path: first.to_owned(),
        reason: reason.to_owned(),
    };
    // Some servers create what they are asked to write to; a list names a bucket that does not exist.
    bucket.list(&bucket.own("test/")).await?;
    bucket.put(first, Bytes::from_static(b"test"), &served).await?;
    if bucket.get(first).await?.as_deref() != Some(b"test") {
        return Err(broken("what was written cannot be read"));
    }
    if !bucket.copy(first, second, &served).await? {
        return Err(broken("what was written cannot be copied"));
    }
    let listed = bucket.list(&bucket.own("test/")).await?;
    if listed.iter().any(|object| object.key == second) {
        Ok(())
    } else {
        Err(broken("it does not appear in the list"))
    }
}
