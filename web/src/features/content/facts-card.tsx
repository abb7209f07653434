import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ContentDocument, Fact } from '@/api/documents';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { toastFailure } from '@/lib/failed';
import { plural } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { FactConflicts, factRow } from './fact-conflicts';
import { FactDialog } from './fact-dialog';
import { factsOfCsv, freeId } from './facts-csv';
import { kindName, VIEWER_REASON } from './words';

const NO_FACTS =
  'Add at least the service, then prices, hours, licences: what a customer asks. With a vertical and a place, their facts are added by themselves.';

/** Facts of the brief, and their import from CSV. */
export function FactsCard({
  facts,
  used,
  conflicts,
  opened,
  canChange,
  busy,
  onOpen,
  onSave,
}: {
  facts: readonly Fact[];
  /** Ids of the facts that the text cites; null without a text. */
  used: ReadonlySet<string> | null;
  conflicts: ContentDocument['conflicts'];
  /** The fact in the dialog; null while it is closed. */
  opened: Fact | null;
  canChange: boolean;
  busy: boolean;
  onOpen: (fact: Fact | null) => void;
  onSave: (facts: Fact[], done: () => void) => void;
}) {
  const [isUnusedOnly, setUnusedOnly] = useState(false);
  const unused = used ? facts.filter(({ id }) => !used.has(id ?? '')) : [];
  const shown = isUnusedOnly && unused.length > 0 ? unused : facts;
  const close = () => onOpen(null);
  const reason = canChange ? undefined : VIEWER_REASON;
  const add = () => onOpen({ kind: facts.length === 0 ? 'service' : 'statement', value: '', source: '' });
  const keep = (fact: Fact) => {
    const id = fact.id || freeId(fact.kind ?? 'statement', new Set(facts.map((each) => each.id ?? '')));
    const next = { ...fact, id };
    const isKnown = facts.some((each) => each.id === id);
    onSave(isKnown ? facts.map((each) => (each.id === id ? next : each)) : [...facts, next], close);
  };
  return (
    <Card aria-label="Facts">
      <CardHeader
        title={`Facts${facts.length > 0 ? ` (${facts.length})` : ''}`}
        actions={
          <>
            <CsvButton facts={facts} canChange={canChange} onSave={onSave} />
            <Button size="sm" needsNetwork disabled={!canChange} title={reason} onClick={add}>
              <Plus size={14} aria-hidden="true" />
              Add fact
            </Button>
          </>
        }
      />
      <FactConflicts conflicts={conflicts} facts={facts} onShow={() => setUnusedOnly(false)} />
      <UnusedFilter count={unused.length} isOn={isUnusedOnly} onChange={setUnusedOnly} />
      {facts.length === 0 ? (
        <p className="px-5 pt-3 pb-5 text-[0.8125rem] text-muted-foreground">{NO_FACTS}</p>
      ) : (
        <ul className="mt-3 max-h-[28rem] divide-y divide-border overflow-y-auto border-t border-border">
          {shown.map((fact) => (
            <FactRow
              key={fact.id}
              fact={fact}
              isUsed={used?.has(fact.id ?? '') ?? false}
              isContradicted={conflicts.some(({ factIds }) => factIds.includes(fact.id ?? ''))}
              canChange={canChange}
              onOpen={() => onOpen(fact)}
              onRemove={() =>
                onSave(
                  facts.filter(({ id }) => id !== fact.id),
                  close,
                )
              }
            />
          ))}
        </ul>
      )}
      <FactDialog fact={opened} busy={busy} onSave={keep} onClose={close} />
    </Card>
  );
}

/** How many facts the text does not state, and a filter for them. */
function UnusedFilter({ count, isOn, onChange }: { count: number; isOn: boolean; onChange: (isOn: boolean) => void }) {
  if (count === 0) return null;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 px-5 pt-3 text-[0.8125rem] text-muted-foreground">
      {plural(count, 'fact is', 'facts are')} not in the text.
      <Button
        variant="link"
        size="inline"
        className="min-h-6 text-[0.8125rem]"
        aria-pressed={isOn}
        onClick={() => onChange(!isOn)}
      >
        {isOn ? 'Show all facts' : count === 1 ? 'Show it' : 'Show them'}
      </Button>
    </p>
  );
}

function FactRow({
  fact,
  isUsed,
  isContradicted,
  canChange,
  onOpen,
  onRemove,
}: {
  fact: Fact;
  isUsed: boolean;
  isContradicted: boolean;
  canChange: boolean;
  onOpen: () => void;
  onRemove: () => void;
}) {
  const { kind, value, detail, source } = fact;
  return (
    <li {...factRow(fact.id)} className="flex items-start gap-2 px-5 py-2.5 text-[0.8125rem] focus:bg-accent">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-1.5">
          <Badge>{kindName(kind ?? 'statement')}</Badge>
          {isUsed ? <Badge tone="success">In the text</Badge> : null}
          {isContradicted ? <Badge tone="warning">Contradicted</Badge> : null}
        </div>
        <p className="mt-1 wrap-anywhere">
          {value}
          {detail ? <span className="text-muted-foreground">: {detail}</span> : null}
        </p>
        <p className="text-xs wrap-anywhere text-muted-foreground">{source}</p>
      </div>
      {canChange ? (
        <>
          <Button variant="ghost" size="icon-sm" aria-label={`Change ${value}`} onClick={onOpen}>
            <Pencil size={14} aria-hidden="true" />
          </Button>
          <Button variant="ghost" size="icon-sm" needsNetwork aria-label={`Remove ${value}`} onClick={onRemove}>
            <Trash2 size={14} aria-hidden="true" />
          </Button>
        </>
      ) : null}
    </li>
  );
}

function CsvButton({
  facts,
  canChange,
  onSave,
}: {
  facts: readonly Fact[];
  canChange: boolean;
  onSave: (facts: Fact[], done: () => void) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const result = factsOfCsv(await file.text(), facts);
    if (input.current) input.current.value = '';
    if ('error' in result) toastFailure('The file was not imported', result.error);
    else onSave(result.facts, () => showToast({ title: `${plural(result.count, 'fact')} imported` }));
  };
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        needsNetwork
        disabled={!canChange}
        title={
          canChange
            ? 'Columns: kind, value and source. Optional: id, detail, place, observed at (a date), owner supplied (yes or no)'
            : VIEWER_REASON
        }
        onClick={() => input.current?.click()}
      >
        <FileUp size={14} aria-hidden="true" />
        CSV
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file with facts"
        className="hidden"
        onChange={({ target }) => read(target.files?.[0])}
      />
    </>
  );
}
