import type { ListedPlan } from '@/api/plans';
import type { Tone } from '@/components/ui/badge';
import { humanise } from '@/lib/words';

interface State {
  label: string;
  tone: Tone;
}

type PlanStatus = ListedPlan['status'];

const STATES: Record<PlanStatus, State> = {
  planning: { label: 'Planning', tone: 'info' },
  waiting_for_approval: { label: 'Awaiting approval', tone: 'warning' },
  running: { label: 'In progress', tone: 'info' },
  halted: { label: 'Halted', tone: 'danger' },
  finished: { label: 'Done', tone: 'success' },
  rolled_back: { label: 'Rolled back', tone: 'danger' },
  rejected: { label: 'Rejected', tone: 'neutral' },
  undone: { label: 'Undone', tone: 'neutral' },
  blocked: { label: 'Blocked', tone: 'warning' },
};

export const PLAN_STATES = Object.keys(STATES) as PlanStatus[];

/** Unknown statuses are shown unchanged. */
export function planState(status: string): State {
  return (STATES as Partial<Record<string, State>>)[status] ?? { label: humanise(status), tone: 'neutral' };
}

const KINDS: Record<string, string> = {
  complete_task: 'Task for a person',
  set_opportunity_status: 'Set the status of an opportunity',
  add_annotation: 'Add a change log entry',
  delete_annotation: 'Delete a change log entry',
  add_schedule: 'Schedule an engine',
  delete_schedule: 'Delete a schedule',
  start_experiment: 'Start an experiment',
};

export function actionKind(kind: string): string {
  return KINDS[kind] ?? humanise(kind);
}

const RISKS: Record<string, { label: string; tone: Tone }> = {
  safe_auto: { label: 'Safe', tone: 'success' },
  needs_approval: { label: 'Needs approval', tone: 'warning' },
  never_auto: { label: 'Deletes: needs its own approval', tone: 'danger' },
};

export function riskWord(risk: string, kind = ''): { label: string; tone: Tone } {
  if (kind === 'complete_task') return { label: 'A person does it', tone: 'info' };
  return RISKS[risk] ?? { label: humanise(risk), tone: 'neutral' };
}

/** Outcome of a step as label and colour; before it, the pending state. */
export function stepState(step: { outcome?: string | null; decision?: string | null; takenBackAt?: string | null }): {
  label: string;
  tone: Tone;
} {
  if (step.takenBackAt) return { label: 'Undone', tone: 'neutral' };
  if (step.outcome === 'verified') return { label: 'Done and verified', tone: 'success' };
  if (step.outcome === 'done') return { label: 'Done', tone: 'info' };
  if (step.outcome === 'failed') return { label: 'Failed', tone: 'danger' };
  if (step.outcome === 'not_verified') return { label: 'Verification failed', tone: 'danger' };
  if (step.decision === 'rejected') return { label: 'Rejected', tone: 'neutral' };
  if (step.decision === 'approved') return { label: 'Approved', tone: 'info' };
  return { label: 'Open', tone: 'neutral' };
}
