import { useQuery } from '@tanstack/react-query';
import { runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { compareResults, type FigureChange, type TableChange } from '@/components/engines/result/compare-results';
import type { Figure } from '@/components/engines/result/result-model';
import { figureText } from '@/components/engines/result/result-view';
import { formatValue, isScalar, type JsonObject } from '@/components/engines/result/value';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDateTime, formatNumber, NO_VALUE } from '@/lib/format';

/** Names of rows that are listed. */
const SHOWN = 30;

/** How the result of a run differs from that of an earlier one of the same action. */
export default function Comparison({
  beforeId,
  after,
  onEnd,
}: {
  beforeId: string;
  after: { run: Run; result: JsonObject };
  onEnd: () => void;
}) {
  const query = useQuery(runQueries.result<JsonObject | null>(beforeId));
  return (
    <QueryPanel query={query}>
      {({ run, result }) => (
        <div className="grid gap-6">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted-foreground">Compared with the run that ended {formatDateTime(run.finishedAt)}.</p>
            <Button variant="outline" size="sm" onClick={onEnd}>
              End the comparison
            </Button>
          </div>
          {result ? <Differences before={result} after={after.result} /> : <p>That run left no result.</p>}
        </div>
      )}
    </QueryPanel>
  );
}

function Differences({ before, after }: { before: JsonObject; after: JsonObject }) {
  const { figures, tables, currency } = compareResults(before, after);
  const changed = tables.filter(
    (table) => table.added?.length || table.removed?.length || table.before !== table.after,
  );
  return (
    <>
      <FigureChanges figures={figures} currency={currency} />
      {changed.length === 0 ? (
        <p>The tables of both runs hold the same rows.</p>
      ) : (
        changed.map((table) => <RowChanges key={table.id} table={table} />)
      )}
    </>
  );
}

function FigureChanges({ figures, currency }: { figures: readonly FigureChange[]; currency: string }) {
  const text = (figure: Figure | null) => (figure ? figureText(figure, currency) : NO_VALUE);
  if (figures.length === 0) return null;
  return (
    <Table label="Figures of both runs">
      <thead>
        <tr>
          <Th>Figure</Th>
          <Th numeric>Before</Th>
          <Th numeric>Now</Th>
          <Th numeric>Change</Th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ id, before, after, change }) => (
          <tr key={id}>
            <Td>{(after ?? before)?.name}</Td>
            <Td numeric>{text(before)}</Td>
            <Td numeric>{text(after)}</Td>
            <Td numeric>{changeText(after ?? before, change, currency)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function changeText(figure: Figure | null, change: number | null, currency: string): string {
  if (figure === null || change === null) return NO_VALUE;
  if (change === 0) return 'none';
  const key = isScalar(figure.value) || !figure.value.isMoney ? figure.key : `${figure.key}Cents`;
  return `${change > 0 ? '+' : '−'}${formatValue(key, Math.abs(change), currency)}`;
}

function RowChanges({ table }: { table: TableChange }) {
  return (
    <section aria-label={table.title}>
      <h3 className="font-semibold">
        {table.title}: {formatNumber(table.before, 0)} rows before, {formatNumber(table.after, 0)} now
      </h3>
      <div className="mt-1 grid gap-4 text-[0.8125rem] sm:grid-cols-2">
        <Names title="Only now" names={table.added} />
        <Names title="Only before" names={table.removed} />
      </div>
    </section>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] | null }) {
  if (!names || names.length === 0) return null;
  return (
    <div>
      <p className="text-muted-foreground">
        {title} ({formatNumber(names.length, 0)})
      </p>
      <ul>
        {names.slice(0, SHOWN).map((name) => (
          <li key={name} className="truncate" title={name}>
            {name}
          </li>
        ))}
        {names.length > SHOWN ? <li>and {formatNumber(names.length - SHOWN, 0)} more</li> : null}
      </ul>
    </div>
  );
}
