import type { DocumentStatus, Intent, VersionInfo } from '@/api/documents';
import type { Tone } from '@/components/ui/badge';
import { humanise } from '@/lib/words';

export const STATUSES: readonly { value: DocumentStatus; label: string; tone: Tone }[] = [
  { value: 'draft', label: 'Draft', tone: 'neutral' },
  { value: 'ready', label: 'Ready', tone: 'info' },
  { value: 'published', label: 'Published', tone: 'success' },
];

export const INTENTS: readonly { value: Intent; label: string }[] = [
  { value: 'informational', label: 'Informational' },
  { value: 'commercial', label: 'Commercial' },
  { value: 'transactional', label: 'Transactional' },
  { value: 'navigational', label: 'Navigational' },
  { value: 'local', label: 'Local' },
];

const ORIGINS: Record<VersionInfo['origin'], string> = {
  composed: 'Composed',
  generated: 'Written by a model',
  edited: 'Edited',
  restored: 'Restored',
};

export const originName = (origin: VersionInfo['origin']) => ORIGINS[origin] ?? origin;

export const VIEWER_REASON = 'Viewers cannot change documents. Ask an owner of this workspace.';

/** Lines of a text field, without empty ones. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const KINDS: Record<string, string> = { licence: 'License', neighbourhood: 'Neighborhood' };

/** Name of a kind of facts; the wire has British spellings. */
export const kindName = (kind: string) => KINDS[kind] ?? humanise(kind);
