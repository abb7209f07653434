//! Reserved money of an attempt, settled exactly once.

use tokio::runtime::Handle;

use super::{Charge, Estimate, Hooks, Intent, Outcome, Refusal, Reservation};
use crate::error::OverBudget;

/// Money held for an attempt. Dropped without settlement, it is settled as cancelled: in full if the request was sent.
pub(super) struct Held {
    reservation: Option<Box<dyn Reservation>>,
    estimate: Estimate,
    is_sent: bool,
}

impl Held {
    /// Reserves the estimate.
    pub(super) async fn reserve(hooks: &Hooks, intent: &Intent) -> Result<Self, Refusal> {
        let reservation = match &hooks.purse {
            Some(purse) => Some(purse.reserve(intent).await?),
            None if intent.estimate.amount.0 == 0 => None,
            None => return Err(OverBudget { estimate: intent.estimate.amount, left: 0.into() }.into()),
        };
        Ok(Self { reservation, estimate: intent.estimate, is_sent: false })
    }

    /// Notes that the provider may receive the request from now on.
    pub(super) const fn send(&mut self) {
        self.is_sent = true;
    }

    /// Returns the cost if the outcome is unknown.
    pub(super) const fn unknown(&self) -> Charge {
        if self.is_sent { Charge::assumed(self.estimate.amount) } else { Charge::NONE }
    }

    /// Settles in a task of its own, so that it happens even if the caller stops waiting.
    pub(super) async fn settle(mut self, charge: Charge, outcome: Outcome) {
        if let Some(reservation) = self.reservation.take() {
            let _ = tokio::spawn(reservation.settle(charge, outcome)).await;
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(reservation) = self.reservation.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(reservation.settle(self.unknown(), Outcome::Cancelled));
        }
    }
}
