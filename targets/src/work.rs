//! Work on many files at the same time, and its end by time or by the caller.

use std::time::Duration;

use futures::{StreamExt as _, TryStreamExt as _, future::BoxFuture, stream};
use tokio_util::sync::CancellationToken;

use crate::TargetError;

/// Work on one file.
pub(crate) type Job<'a, T> = BoxFuture<'a, Result<T, TargetError>>;

/// Does work, so much at a time, and returns the results in their order. The first error ends it.
pub(crate) async fn all<T: Send>(limit: usize, jobs: Vec<Job<'_, T>>) -> Result<Vec<T>, TargetError> {
    stream::iter(jobs).buffered(limit.max(1)).try_collect().await
}

/// Does work until the caller cancels it or its time is over; then it is dropped.
pub(crate) async fn within<T>(
    host: &str, limit: Duration, cancel: &CancellationToken, work: impl Future<Output = Result<T, TargetError>>,
) -> Result<T, TargetError> {
    let timeout = || TargetError::Timeout { host: host.to_owned(), seconds: limit.as_secs() };
    tokio::select! {
        biased;
        () = cancel.cancelled() => Err(TargetError::Cancelled),
        result = tokio::time::timeout(limit, work) => result.unwrap_or_else(|_| Err(timeout())),
    }
}
