import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { InOrder } from '@/components/ui/in-order';
import { humanise } from '@/lib/words';
import { type Draft, type Path, pathsOf, sentenceAt, withText } from './draft';
import type { Score } from './use-scoring';
import { goTo } from './use-sentences';

type Finding = Score['findings'][number];

/** Names of checks that their key does not say. */
const NAMES: Partial<Record<string, string>> = { words: 'Words to cover' };

/** Findings with their fix; one that is mechanical is applied with a button. */
export function FindingList({
  findings,
  draft,
  onEdit,
}: {
  findings: readonly Finding[];
  draft: Draft;
  /** Null for readers who cannot change the text. */
  onEdit: ((change: (draft: Draft) => Draft) => void) | null;
}) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label="Findings" className="divide-y divide-border border-t border-border">
      <InOrder items={findings}>{(finding) => <FindingLine finding={finding} draft={draft} onEdit={onEdit} />}</InOrder>
    </ul>
  );
}

/** The sentence that a finding is about, if the text still has it. */
function pathOf(draft: Draft, { subject, check, block, sentence }: Finding): Path | null {
  if (check === 'title' || check === 'description') return check;
  const wanted = subject?.trim();
  if (!wanted || wanted.length < 3) return null;
  const own = `blocks.${block}.sentences.${sentence}`;
  if (sentenceAt(draft, own)?.text === wanted) return own;
  const texts = pathsOf(draft).map((path) => ({ path, text: sentenceAt(draft, path)?.text ?? '' }));
  const exact = texts.find(({ text }) => text === wanted) ?? texts.find(({ text }) => text.includes(wanted));
  return exact?.path ?? null;
}

/** Applies the fix to the sentence as it was checked; null if there is none, or the sentence has changed. */
function fixOf(draft: Draft, path: Path | null, { replacement, subject }: Finding): ((draft: Draft) => Draft) | null {
  if (replacement === null || replacement === undefined || path === null) return null;
  const isAsChecked = sentenceAt(draft, path)?.text === subject?.trim();
  // Without its heading, a column of a table would take the next one's.
  const isPossible = replacement !== '' || (path.startsWith('blocks.') && !path.includes('.header.'));
  return isAsChecked && isPossible ? (now) => withText(now, path, replacement) : null;
}

function FindingLine({
  finding,
  draft,
  onEdit,
}: {
  finding: Finding;
  draft: Draft;
  onEdit: ((change: (draft: Draft) => Draft) => void) | null;
}) {
  const { check, detail, level, subject, fix, replacement } = finding;
  const path = pathOf(draft, finding);
  const apply = onEdit ? fixOf(draft, path, finding) : null;
  return (
    <li className="grid gap-1 py-2.5 text-[0.8125rem]">
      <p>
        <Badge tone={level === 'block' ? 'danger' : 'warning'}>{level === 'block' ? 'Error' : 'Warning'}</Badge>{' '}
        <span className="font-medium">{NAMES[check] ?? humanise(check)}</span>
      </p>
      <p className="wrap-anywhere">{detail}</p>
      {fix ? (
        <p className="wrap-anywhere">
          <span className="text-muted-foreground">Fix: </span>
          {fix}
        </p>
      ) : null}
      {path === null && subject ? <p className="wrap-anywhere text-muted-foreground">{subject}</p> : null}
      {path || apply ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {apply ? (
            <Button size="sm" variant="outline" onClick={() => onEdit?.(apply)}>
              {replacement === '' ? 'Remove the sentence' : 'Apply fix'}
            </Button>
          ) : null}
          {path ? (
            <Button variant="link" size="inline" className="min-h-6 text-[0.8125rem]" onClick={() => goTo(path)}>
              Go to the sentence
            </Button>
          ) : null}
        </p>
      ) : null}
    </li>
  );
}
