import { describe, expect, it } from 'vitest';
import { actionKind, planState, riskWord, stepState } from './plan-words';

describe('words of plans', () => {
  it('tells what became of a step before what was said of it', () => {
    expect(stepState({ outcome: 'verified', decision: 'approved' }).label).toBe('done and verified');
    expect(stepState({ outcome: 'verified', takenBackAt: '2026-11-01T00:00:00Z' }).label).toBe('undone');
    expect(stepState({ decision: 'rejected' }).label).toBe('rejected');
    expect(stepState({}).label).toBe('open');
  });

  it('has a word for every state and risk, and shows an unknown one as it stands', () => {
    expect(planState('waiting_for_approval').label).toBe('Awaiting approval');
    expect(planState('on_hold').label).toBe('On hold');
    expect(riskWord('never_auto').tone).toBe('danger');
    expect(actionKind('add_annotation')).toBe('Add a change log entry');
  });
});
