//! Work on many files at the same time.

use futures::{StreamExt as _, TryStreamExt as _, future::BoxFuture, stream};

use crate::TargetError;

/// Work on one file.
pub(crate) type Job<'a, T> = BoxFuture<'a, Result<T, TargetError>>;

/// Does work, so much at a time, and returns the results in their order. The first error ends it.
pub(crate) async fn all<T: Send>(limit: usize, jobs: Vec<Job<'_, T>>) -> Result<Vec<T>, TargetError> {
    stream::iter(jobs).buffered(limit.max(1)).try_collect().await
}
