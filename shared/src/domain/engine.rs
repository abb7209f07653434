//! Status of engines. The crate `engines` defines the engines.

use super::text_enum;

text_enum! {
    /// Status of an engine in a workspace.
    EngineStatus {
        /// Ready.
        Idle = "idle",
        /// A run is queued.
        Queued = "queued",
        /// A run is running.
        Running = "running",
        /// A run is paused.
        Paused = "paused",
        /// Required data are missing; `needs` lists them.
        NeedsData = "needs_data",
        /// Its last run failed.
        Error = "error",
    }
}
