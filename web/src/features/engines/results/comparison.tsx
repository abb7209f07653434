import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { engineQueries, type RunComparison } from '@/api/engines';
import { runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { compareResults, type FigureChange, type TableChange } from '@/components/engines/result/compare-results';
import type { Figure } from '@/components/engines/result/result-model';
import { figureText } from '@/components/engines/result/result-view';
import { formatValue, isScalar, type JsonObject, jsonResult } from '@/components/engines/result/value';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDateTime, formatNumber, formatPercent, NO_VALUE } from '@/lib/format';

/** Maximum number of listed rows. */
const SHOWN = 30;

/** Comparison of a run's result with an earlier one of the same action. */
export default function Comparison({
  beforeId,
  after,
  onEnd,
  children,
}: {
  beforeId: string;
  after: { run: Run; result: JsonObject };
  onEnd: () => void;
  /** What follows the comparison; it would move if it were shown while that loads. */
  children: ReactNode;
}) {
  const query = useQuery(runQueries.result(beforeId));
  const { engineId } = after.run;
  const fields = useQuery({
    ...engineQueries.comparison(engineId ?? '', beforeId, after.run.id),
    enabled: engineId !== null,
  });
  if (query.isPending || fields.isLoading) return <LoadingRows rows={6} className="min-h-dvh content-start" />;
  return (
    <div className="grid gap-6">
      <QueryPanel query={query} fallback="Failed to load the comparison.">
        {({ run, result }) => (
          <div className="grid gap-6">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-muted-foreground">Compared with the run finished {formatDateTime(run.finishedAt)}.</p>
              <Button variant="outline" size="sm" onClick={onEnd}>
                End the comparison
              </Button>
            </div>
            <Earlier result={jsonResult(result)} after={after.result} />
            {result && engineId ? <FieldChanges query={fields} /> : null}
          </div>
        )}
      </QueryPanel>
      {children}
    </div>
  );
}

function Earlier({ result, after }: { result: JsonObject | null; after: JsonObject }) {
  return result ? <Differences before={result} after={after} /> : <p>That run has no result.</p>;
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
        <p>The tables of both runs have the same rows.</p>
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
    <Table label="Values of both runs">
      <thead>
        <tr>
          <Th>Value</Th>
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
            <Td numeric>{changeText(after ?? before, change ?? sameness(before, after), currency)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** No change of two equal texts or days, which have no difference to calculate; null if they differ. */
function sameness(before: Figure | null, after: Figure | null): 0 | null {
  return before !== null && after !== null && before.value === after.value ? 0 : null;
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
        {table.title}: {formatNumber(table.before, 0)} rows previously, {formatNumber(table.after, 0)} now
      </h3>
      <div className="mt-1 grid gap-4 text-[0.8125rem] sm:grid-cols-2">
        <Names title="Added" names={table.added} />
        <Names title="Removed" names={table.removed} />
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

/** Changed values in rows of both runs, largest changes first, matched by the server. */
function FieldChanges({ query }: { query: UseQueryResult<RunComparison> }) {
  return (
    <QueryPanel query={query} fallback="Failed to load the comparison.">
      {({ changed, counts }) => {
        const rows = changed.filter((each) => each.key !== '');
        return (
          <section aria-label="Changed rows">
            <h3 className="font-semibold">Changed rows</h3>
            <p className="text-[0.8125rem] text-muted-foreground">
              {formatNumber(counts.appeared, 0)} rows added, {formatNumber(counts.vanished, 0)} removed,{' '}
              {formatNumber(counts.unchanged, 0)} unchanged.
            </p>
            {rows.length === 0 ? <p className="mt-1">No common rows changed.</p> : <Fields rows={rows} />}
          </section>
        );
      }}
    </QueryPanel>
  );
}

function Fields({ rows }: { rows: RunComparison['changed'] }) {
  return (
    <Table label="Changed fields">
      <thead>
        <tr>
          <Th>Row</Th>
          <Th>Field</Th>
          <Th numeric>Before</Th>
          <Th numeric>Now</Th>
          <Th numeric>Change</Th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, SHOWN).map((each) => (
          <tr key={`${each.table} ${each.key} ${each.field}`}>
            <Td className="max-w-64 break-words">{each.key}</Td>
            <Td>{each.field}</Td>
            <Td numeric>{fieldText(each.before)}</Td>
            <Td numeric>{fieldText(each.after)}</Td>
            <Td numeric>{each.share == null ? NO_VALUE : formatPercent(each.share, 1)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function fieldText(value: unknown): string {
  if (value === null || value === undefined) return NO_VALUE;
  return typeof value === 'number' ? formatNumber(value, 2) : String(value);
}
