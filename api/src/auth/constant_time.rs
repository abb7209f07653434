//! Uniform response times, which do not reveal whether an address has an account.

use std::{future::Future, time::Duration};

/// Longer than the slowest case.
const FLOOR: Duration = Duration::from_millis(250);

/// Returns the result of `work`, not before a fixed time has passed.
pub async fn answer<T>(work: impl Future<Output = T>) -> T {
    let (outcome, ()) = tokio::join!(work, tokio::time::sleep(FLOOR));
    outcome
}
