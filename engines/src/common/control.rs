//! Progress and cancellation.

use super::EngineError;

/// The caller's side of a run: receives progress and can cancel.
pub trait Control {
    /// Called at each stage and periodically in long ones.
    ///
    /// `percent` is 0 to 100 and never decreases within a run; `stage` is a stable identifier such
    /// as `cluster`; `message` is a sentence for people.
    fn progress(&self, percent: f64, stage: &str, message: &str);

    /// Returns true if the caller cancelled; the engine then returns [`EngineError::Cancelled`].
    fn is_cancelled(&self) -> bool;
}

/// A control that ignores progress and never cancels, for tests and the command line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unattended;

impl Control for Unattended {
    fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Stops the run if the caller cancelled it.
///
/// # Errors
/// Returns [`EngineError::Cancelled`] after a cancellation.
pub fn checkpoint(control: &dyn Control) -> Result<(), EngineError> {
    if control.is_cancelled() {
        return Err(EngineError::Cancelled);
    }
    Ok(())
}
