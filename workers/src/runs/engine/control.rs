//! Control of an engine by its run.

use engines::common::{Control, EngineError};

use crate::{context::RunContext, error::JobError};

/// Forwards the engine's progress to watchers and cancellation to the engine.
pub(in crate::runs) struct RunControl<'a>(pub(in crate::runs) &'a RunContext);

impl Control for RunControl<'_> {
    fn progress(&self, percent: f64, stage: &str, message: &str) {
        #[expect(clippy::cast_possible_truncation, reason = "0 to 100")]
        let percent = percent.clamp(0.0, 100.0) as i32;
        self.0.progress(percent, stage, message);
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// Converts an engine's error, which concerns its input, so that a retry cannot succeed.
pub(in crate::runs) fn engine_error(error: &EngineError) -> JobError {
    match error {
        EngineError::Cancelled => JobError::Cancelled,
        other => JobError::permanent(other.kind(), capital(&format!("{other}."))),
    }
}

pub(in crate::runs) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
