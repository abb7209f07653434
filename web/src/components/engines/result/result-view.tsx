import { type ReactNode, useMemo } from 'react';
import { formatNumber, plural } from '@/lib/format';
import { Folded } from './folded';
import { type Figure, type ResultTable as Model, partsOf, type ResultParts } from './result-model';
import { ResultTable } from './result-table';
import { formatInterval, formatValue, isScalar, type JsonObject } from './value';

/** Figures shown at once; the others are folded. */
const SHOWN = 8;

/**
 * Generic view of an engine's result: sentences, values, lists, tables and notes. `omit` names fields that `children`,
 * shown first, display better.
 */
export function ResultView({
  result,
  fileName,
  omit,
  children,
}: {
  result: JsonObject;
  /** Prefix of the names of saved files. */
  fileName: string;
  omit?: readonly string[];
  children?: ReactNode;
}) {
  const parts = useMemo(() => partsOf(result, omit), [result, omit]);
  // Without plots the longest table is the result.
  const tables = children === undefined ? longestFirst(parts.tables) : parts.tables;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {parts.sentences.map(({ id, name, text }) => (
        <p key={id} className="max-w-prose">
          <span className="text-muted-foreground">{name}:</span> {text}
        </p>
      ))}
      {children}
      <KeyFigures figures={parts.figures} currency={parts.currency} />
      {parts.lists.map(({ id, title, items }) => (
        <section key={id} aria-label={title}>
          <h3 className="font-semibold">{title}</h3>
          <ul className="mt-1 grid list-disc gap-0.5 pl-5">
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries of a result have no identity and never move
              <li key={index}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
      {parts.tables.length > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {tables.map((table, index) => (
            <ResultTable
              key={table.id}
              table={table}
              currency={parts.currency}
              fileName={fileName}
              folded={children !== undefined || index > 0}
            />
          ))}
        </div>
      ) : null}
      <Remarks parts={parts} />
    </div>
  );
}

function longestFirst(tables: readonly Model[]): readonly Model[] {
  return [...tables].sort((one, other) => other.rows.length - one.rows.length);
}

/** The first values; the others are folded. */
function KeyFigures({ figures, currency }: { figures: readonly Figure[]; currency: string }) {
  if (figures.length === 0) return null;
  const ranked = [...figures].sort((one, other) => rankOf(one) - rankOf(other));
  const more = ranked.slice(SHOWN);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Figures figures={ranked.slice(0, SHOWN)} currency={currency} />
      {more.length > 0 ? (
        <Folded title={`${plural(more.length, 'more value', 'more values')}`}>
          <Figures figures={more} currency={currency} />
        </Folded>
      ) : null}
    </div>
  );
}

/** Money and intervals first, then other numbers, words, and what is not there. */
function rankOf({ id, value }: Figure): number {
  if (!isScalar(value)) return 0;
  if (value === null || value === 'none' || value === '') return 4;
  if (typeof value === 'number') return id.startsWith('totals.') ? 1 : 2;
  return 3;
}

/** Single values of a result with their names. */
export function Figures({ figures, currency }: { figures: readonly Figure[]; currency: string }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(11.5rem,45%),1fr))] overflow-hidden rounded-md border border-border">
      {figures.map((figure) => (
        <div key={figure.id} className="-mr-px -mb-px border-r border-b border-border px-3.5 py-2.5">
          <dt className="text-xs text-muted-foreground">{figure.name}</dt>
          <dd className="tabular mt-0.5 font-medium break-words" title={exact(figure)}>
            {figureText(figure, currency)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats a value. */
export function figureText({ key, value }: Figure, currency: string): string {
  return isScalar(value) ? formatValue(key, value, currency) : formatInterval(key, value, currency);
}

function exact({ value }: Figure): string | undefined {
  return typeof value === 'number' ? formatNumber(value, 10) : undefined;
}

/** Notes on a result: caveats, assumptions, data that would improve it, and the method. */
function Remarks({ parts }: { parts: ResultParts }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-y-4 text-[0.8125rem]">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Remark title="Notes" texts={parts.notes} />
        <Remark title="Improve these results" texts={parts.needs} />
      </div>
      {parts.assumptions.length > 0 || parts.method ? (
        <Folded title={`Assumptions (${parts.assumptions.length}) and method`}>
          <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            <Remark title="Assumptions" texts={parts.assumptions} />
            <Remark title="Method" texts={parts.method ? [parts.method] : []} />
          </div>
        </Folded>
      ) : null}
    </div>
  );
}

function Remark({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="text-xs text-muted-foreground">{title}</h3>
      <ul className="mt-1 grid gap-1">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
