//! The live hub.

use axum::Router;

use crate::state::AppState;

/// Which port a router is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// The main port.
    Main,
    /// The live port, where channel 1 is at `/` as well.
    Live,
}

/// The hub.
#[derive(Debug, Clone)]
pub struct Live;

impl Live {
    /// Starts the hub.
    #[must_use]
    pub fn start(_state: &AppState) -> Self {
        Self
    }

    /// Adds the live channels to a port's router.
    #[must_use]
    pub fn mount(&self, router: Router, _door: Door) -> Router {
        router
    }

    /// Ends all live connections.
    pub async fn close(&self) {}
}
