//! Actions of the execution engine.

use super::{ApplyInput, Checked, Next, Parameters, PlanInput, UndoInput, Verification, VerifyInput};
use crate::action::{Data, Need, NoParameters, action, output, parameters};

parameters! { Parameters => Checked; }
output! {
    super::Plan { insights assumptions }
    Next { }
    Verification { }
    super::Undo { }
}

action! {
    /// Creates a plan of steps.
    Plan = Execution "plan", "An ordered, checked plan of actions with previews, checks and compensations.";
    PlanInput, Parameters => super::Plan;
    reads [Opportunities];
    needs [Need::any(Data::Opportunities)];
    |input, parameters, control| super::plan(input, parameters, control)
}

action! {
    /// Returns the next steps of a plan.
    Apply = Execution "apply", "The next steps of a plan, or its halt or rollback, given the results so far.";
    ApplyInput, Parameters => Next;
    reads [ApprovedPlan];
    |input, parameters, control| super::apply(input, parameters, control)
}

action! {
    /// Verifies a step.
    Verify = Execution "verify", "Compares the observed state after a step with the expected state.";
    VerifyInput, NoParameters => Verification;
    |input, _parameters, control| super::verify(input, control)
}

action! {
    /// Returns the inverse of a plan.
    Undo = Execution "undo", "Steps that undo an applied plan, last step first.";
    UndoInput, NoParameters => super::Undo;
    |input, _parameters, control| super::undo(input, control)
}
