import type { ContentDocument, Fact } from '@/api/documents';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { kindName } from './words';

type Conflict = ContentDocument['conflicts'][number];

const rowId = (id: string) => `fact-${id}`;

/** Attributes of a fact's row, so that `goToFact` finds it. */
export const factRow = (id: string | undefined) => ({ id: rowId(id ?? ''), tabIndex: -1 });

function goToFact(id: string): void {
  const row = document.getElementById(rowId(id));
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}

const saidBy = ({ kind, value, detail }: Fact) => (kind === 'question' ? (detail ?? '') : (value ?? ''));

function verdict(stated: Fact | undefined): string {
  return stated
    ? `The composed page states “${saidBy(stated)}”.`
    : 'The composed page states none of them. Change or remove the wrong ones.';
}

/** Facts of the brief that cannot all be true, each with a way to it. */
export function FactConflicts({
  conflicts,
  facts,
  onShow,
}: {
  conflicts: readonly Conflict[];
  facts: readonly Fact[];
  /** Called before the focus moves to a fact, which may be filtered out. */
  onShow: () => void;
}) {
  if (conflicts.length === 0) return null;
  const byId = new Map(facts.map((fact) => [fact.id ?? '', fact]));
  const go = (id: string) => {
    onShow();
    // Once the row is there.
    requestAnimationFrame(() => goToFact(id));
  };
  return (
    <Callout tone="warning" title="Facts contradict each other" className="mx-5 mt-3">
      <ul className="mt-1 grid gap-2.5">
        {conflicts.map(({ factIds, stated }) => {
          const shown = factIds.flatMap((id) => byId.get(id) ?? []);
          const [first] = shown;
          return (
            <li key={factIds.join(' ')} className="grid gap-1">
              <p>
                <strong className="font-medium">
                  {kindName(first?.kind ?? 'statement')}
                  {subjectOf(first)}:
                </strong>{' '}
                {verdict(byId.get(stated ?? ''))}
              </p>
              <p className="flex flex-wrap gap-x-4 gap-y-1">
                {shown.map((fact) => (
                  <Button
                    key={fact.id}
                    variant="link"
                    size="inline"
                    className="min-h-6 max-w-full text-left text-[0.8125rem] wrap-anywhere whitespace-normal"
                    aria-label={`Go to the fact ${saidBy(fact)}`}
                    onClick={() => go(fact.id ?? '')}
                  >
                    {saidBy(fact)}
                  </Button>
                ))}
              </p>
            </li>
          );
        })}
      </ul>
    </Callout>
  );
}

/** What a conflict is about, where its kind does not say it: the thing with two prices, the question with two answers. */
function subjectOf(fact: Fact | undefined): string {
  if (fact?.kind === 'question') return ` “${fact.value}”`;
  return (fact?.kind === 'price' || fact?.kind === 'duration') && fact.detail ? ` of ${fact.detail}` : '';
}
