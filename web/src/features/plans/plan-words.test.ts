import { describe, expect, it } from 'vitest';
import { actionKind, planState, riskWord, stepState } from './plan-words';

describe('words of plans', () => {
  it('step_outcome_takes_precedence_over_its_decision', () => {
    expect(stepState({ outcome: 'verified', decision: 'approved' }).label).toBe('Done and verified');
    expect(stepState({ outcome: 'verified', takenBackAt: '2026-11-01T00:00:00Z' }).label).toBe('Undone');
    expect(stepState({ decision: 'rejected' }).label).toBe('Rejected');
    expect(stepState({}).label).toBe('Open');
  });

  it('every_state_and_risk_has_a_word_and_unknown_ones_are_shown_unchanged', () => {
    expect(planState('waiting_for_approval').label).toBe('Awaiting approval');
    expect(planState('on_hold').label).toBe('On hold');
    expect(riskWord('never_auto').tone).toBe('danger');
    expect(actionKind('add_annotation')).toBe('Add a change log entry');
  });
});
