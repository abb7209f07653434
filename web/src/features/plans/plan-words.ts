import type { Tone } from '@/components/ui/badge';
import { humanise } from '@/lib/words';

const STATES: Record<string, { label: string; tone: Tone }> = {
  planning: { label: 'Being planned', tone: 'info' },
  waiting_for_approval: { label: 'Waits for a yes', tone: 'warning' },
  running: { label: 'At work', tone: 'info' },
  halted: { label: 'Halted', tone: 'danger' },
  finished: { label: 'Done', tone: 'success' },
  rolled_back: { label: 'Taken back', tone: 'danger' },
  rejected: { label: 'Rejected', tone: 'neutral' },
  undone: { label: 'Undone', tone: 'neutral' },
  blocked: { label: 'Cannot be done', tone: 'warning' },
};

export const PLAN_STATES = Object.keys(STATES);

export function planState(status: string): { label: string; tone: Tone } {
  return STATES[status] ?? { label: humanise(status), tone: 'neutral' };
}

const KINDS: Record<string, string> = {
  complete_task: 'Task for a person',
  set_opportunity_status: 'Set the state of an opportunity',
  add_annotation: 'Note a change',
  delete_annotation: 'Delete a note',
  add_schedule: 'Run an engine again and again',
  delete_schedule: 'Delete a schedule',
  start_experiment: 'Begin an experiment',
};

export function actionKind(kind: string): string {
  return KINDS[kind] ?? humanise(kind);
}

const RISKS: Record<string, { label: string; tone: Tone }> = {
  safe_auto: { label: 'safe', tone: 'success' },
  needs_approval: { label: 'needs a yes', tone: 'warning' },
  never_auto: { label: 'deletes: a yes of its own', tone: 'danger' },
};

export function riskWord(risk: string, kind = ''): { label: string; tone: Tone } {
  if (kind === 'complete_task') return { label: 'a person does it', tone: 'info' };
  return RISKS[risk] ?? { label: humanise(risk), tone: 'neutral' };
}

/** What became of a step, in words with a colour; what is said of it before that. */
export function stepState(step: { outcome?: string | null; decision?: string | null; takenBackAt?: string | null }): {
  label: string;
  tone: Tone;
} {
  if (step.takenBackAt) return { label: 'taken back', tone: 'neutral' };
  if (step.outcome === 'verified') return { label: 'done and seen', tone: 'success' };
  if (step.outcome === 'done') return { label: 'done', tone: 'info' };
  if (step.outcome === 'failed') return { label: 'could not be done', tone: 'danger' };
  if (step.outcome === 'not_verified') return { label: 'not as it must be', tone: 'danger' };
  if (step.decision === 'rejected') return { label: 'rejected', tone: 'neutral' };
  if (step.decision === 'approved') return { label: 'approved', tone: 'info' };
  return { label: 'open', tone: 'neutral' };
}
