//! Progress out, cancellation in.

use super::EngineError;

/// The caller's side of a run: hears of progress, may ask the run to stop.
pub trait Control {
    /// Called at each stage and now and then inside long ones.
    ///
    /// `percent` is 0 to 100 and never falls within one run; `stage` is a stable word such as
    /// `cluster`; `message` is a sentence for people.
    fn progress(&self, percent: f64, stage: &str, message: &str);

    /// True once the caller wants the run to end; the engine then returns [`EngineError::Cancelled`].
    fn is_cancelled(&self) -> bool;
}

/// A control that hears nothing and never cancels, for tests and the command line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unattended;

impl Control for Unattended {
    fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Stops the run when the caller has cancelled it.
///
/// # Errors
/// [`EngineError::Cancelled`] after a cancellation.
pub fn checkpoint(control: &dyn Control) -> Result<(), EngineError> {
    if control.is_cancelled() {
        return Err(EngineError::Cancelled);
    }
    Ok(())
}
