import type { EditStatus, ListedEdit, PageChange } from '@/api/edits';
import type { Tone } from '@/components/ui/badge';
import { plural } from '@/lib/format';
import { humanise } from '@/lib/words';

interface State {
  label: string;
  tone: Tone;
}

const STATES: Record<EditStatus, State> = {
  draft: { label: 'Draft', tone: 'neutral' },
  preparing: { label: 'Preparing', tone: 'info' },
  ready: { label: 'Awaiting approval', tone: 'warning' },
  applying: { label: 'Applying', tone: 'info' },
  applied: { label: 'Applied', tone: 'success' },
  checking: { label: 'Checking', tone: 'info' },
  waiting: { label: 'Waiting for you', tone: 'warning' },
  rolled_back: { label: 'Rolled back', tone: 'danger' },
  failed: { label: 'Failed', tone: 'danger' },
  undone: { label: 'Undone', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

export const EDIT_STATUSES = Object.keys(STATES) as EditStatus[];

/** Unknown statuses are shown unchanged. */
export function editState(status: string): State {
  return (STATES as Partial<Record<string, State>>)[status] ?? { label: humanise(status), tone: 'neutral' };
}

/** How the changes reach the website, as a short label. */
export function wayName(way: string | null): string {
  if (way === 'release') return 'By a release of the site';
  if (way === 'access') return 'By access to the live files';
  if (way === 'person') return 'By a person';
  return 'Not prepared yet';
}

/** What the removal of a change does. */
const REMOVALS: Partial<Record<PageChange['kind'], string>> = {
  set_title: 'Remove the title',
  set_description: 'Remove the meta description',
  add_link: 'Remove a link',
  set_structured_data: 'Remove structured data',
  set_canonical: 'Remove the canonical address',
  set_alternate: 'Remove a language version',
  set_alternative_text: 'Remove an alternative text',
  add_redirect: 'Remove a redirect',
};

/** What a change does, where, and its new text. */
export function changeWords(change: PageChange): { action: string; path: string; text: string } {
  switch (change.kind) {
    case 'set_title':
      return { action: 'Set the title', path: change.path, text: change.title };
    case 'set_description':
      return { action: 'Set the meta description', path: change.path, text: change.description };
    case 'set_heading':
      return { action: 'Set the first heading', path: change.path, text: change.heading };
    case 'add_link':
      return { action: 'Add a link', path: change.path, text: `“${change.anchor}” to ${change.target}` };
    case 'set_structured_data':
      return { action: 'Set structured data', path: change.path, text: JSON.stringify(change.json, null, 2) };
    case 'set_canonical':
      return { action: 'Set the canonical address', path: change.path, text: change.address };
    case 'set_alternate':
      return {
        action: 'Name a language version',
        path: change.path,
        text: `${change.language}: ${change.address}`,
      };
    case 'set_alternative_text':
      return { action: 'Set an alternative text', path: change.path, text: `${change.image}: “${change.text}”` };
    case 'replace_link':
      return { action: 'Replace links', path: change.path, text: `${change.from} becomes ${change.to}` };
    case 'remove': {
      const { action, path, text } = changeWords(change.change);
      return { action: REMOVALS[change.change.kind] ?? `Remove: ${action}`, path, text };
    }
    case 'add_redirect':
      return {
        action: change.permanent === false ? 'Redirect temporarily' : 'Redirect permanently',
        path: change.from,
        text: `to ${change.to}`,
      };
  }
}

/** The status of an edit and the next action in a sentence or two. */
export function nextSentence(edit: ListedEdit): string {
  switch (edit.status) {
    case 'draft':
      return 'Prepare it to compare the pages with the changes. Nothing is written yet.';
    case 'preparing':
      return 'The pages are being read and compared with the changes.';
    case 'ready':
      return edit.way === 'person'
        ? 'Download the patch or copy the changes, and make them in your system.'
        : 'Read the differences below. Nothing is written before you approve it.';
    case 'applying':
      return edit.step === 'undo'
        ? 'The changes are being undone.'
        : 'The changes are being made and verified at the public address.';
    case 'applied':
      return edit.undoEditId
        ? 'The website shows the changes. Another edit undoes them once it is applied.'
        : 'The website shows the changes.';
    case 'checking':
      return 'The pages are being compared with the changes.';
    case 'waiting':
      return 'Make the changes in your system, then check the pages.';
    case 'rolled_back':
      return 'A page did not show its changes, so everything written was restored.';
    case 'failed':
      return 'The changes could not be made.';
    case 'undone':
      return 'The changes were undone.';
    case 'cancelled':
      return 'It was cancelled before anything was written.';
    default:
      return `Status: ${editState(edit.status).label}.`;
  }
}

/** Progress of the first files on trial, in words; null without one. */
export function canaryText({ canary, status }: Pick<ListedEdit, 'canary' | 'status'>): string | null {
  if (canary === null || status !== 'applying') return null;
  const first = canary.pages === 1 ? 'The first one is' : `The first ${canary.pages} are`;
  return `${canary.written} of ${plural(canary.of, 'file')} written. ${first} verified before the rest is written.`;
}

/** What a person can do with an edit in its status. */
export function actionsOf(edit: ListedEdit) {
  const isBusy = edit.runId !== null;
  const written = edit.canary?.written ?? 0;
  const has = (...statuses: EditStatus[]) => !isBusy && statuses.includes(edit.status);
  const isKept = edit.way === 'release' && edit.status === 'applied';
  return {
    canChange: has('draft', 'ready'),
    canPrepare: has('draft', 'ready', 'rolled_back') || (has('failed') && written === 0),
    canApprove: has('ready'),
    canCheck: has('waiting', 'applied', 'checking'),
    canUndo: !isBusy && edit.canBeUndone,
    canCancel: has('draft', 'ready', 'waiting') || (isBusy && edit.status === 'applying' && edit.way === 'access'),
    canDelete: !isBusy && edit.status !== 'applying' && written === 0 && !isKept,
  };
}
