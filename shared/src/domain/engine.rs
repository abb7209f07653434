//! How an engine stands. Which engines there are, the crate `engines` knows.

use super::text_enum;

text_enum! {
    /// Status of an engine in a workspace.
    EngineStatus {
        /// Ready.
        Idle = "idle",
        /// A run of it waits.
        Queued = "queued",
        /// A run of it is at work.
        Running = "running",
        /// A run of it is held back.
        Paused = "paused",
        /// What it eats is missing; `needs` says what.
        NeedsData = "needs_data",
        /// Its last run failed.
        Error = "error",
    }
}
