import { type ReactNode, useMemo, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { formatNumber } from '@/lib/format';
import { readable } from '@/lib/readable';
import { type Figure, type ResultTable as Model, partsOf, type ResultParts } from './result-model';
import { ResultTable } from './result-table';
import { formatInterval, formatValue, isScalar, type JsonObject } from './value';

/** Values shown above the tabs; the tab lists all. */
const SHOWN = 4;

/** Tab below a result. */
export interface ResultPanel {
  id: string;
  label: string;
  content: ReactNode;
}

/**
 * Generic view of an engine's result: sentences and `children` first, then its tables, values, assumptions and method in
 * tabs. `omit` names fields that `children` displays better. `panels` are further tabs.
 */
export function ResultView({
  result,
  fileName,
  omit,
  lead,
  table,
  next,
  panels = [],
  panel,
  onPanel,
  children,
}: {
  result: JsonObject;
  /** Prefix of the names of saved files. */
  fileName: string;
  omit?: readonly string[];
  /** Shown before everything else. */
  lead?: ReactNode;
  /** Table of the action, shown before the generic ones. */
  table?: ReactNode;
  /** Shown before the tabs. */
  next?: ReactNode;
  panels?: readonly ResultPanel[];
  /** Tab that is open; the first one if there is none of this name. */
  panel?: string | undefined;
  onPanel?: ((id: string) => void) | undefined;
  children?: ReactNode;
}) {
  const parts = useMemo(() => partsOf(result, omit), [result, omit]);
  const hasPlots = children !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {lead}
      <Sentences sentences={parts.sentences.filter(isOuter)} />
      {children}
      {hasPlots ? null : <KeyFigures figures={parts.figures} currency={parts.currency} />}
      {next}
      <Panels
        panels={[...ownPanels({ parts, fileName, hasPlots, table }), ...panels]}
        panel={panel}
        onPanel={onPanel}
      />
    </div>
  );
}

/** Whether a sentence is about the whole result; those about a part of it are listed with the values. */
function isOuter({ id }: { id: string }): boolean {
  return !id.includes('.');
}

function Sentences({ sentences }: { sentences: ResultParts['sentences'] }) {
  return sentences.map(({ id, name, text }) => (
    <p key={id} className="max-w-prose">
      <span className="text-muted-foreground">{name}:</span> {readable(text)}
    </p>
  ));
}

/** Tabs of which one is open; `panel` is the name in the address. */
export function Panels({
  panels,
  panel,
  onPanel,
}: {
  panels: readonly ResultPanel[];
  panel?: string | undefined;
  onPanel?: ((id: string) => void) | undefined;
}) {
  const [own, setOwn] = useState('');
  const wanted = panel ?? own;
  const open = panels.find(({ id }) => id === wanted) ?? panels[0];
  if (!open) return null;
  const first = panels[0]?.id;
  return (
    <Tabs value={open.id} onValueChange={(id) => (onPanel ?? setOwn)(id === first ? '' : id)}>
      <TabList aria-label="Details">
        {panels.map(({ id, label }) => (
          <Tab key={id} value={id}>
            {label}
          </Tab>
        ))}
      </TabList>
      {panels.map(({ id, content }) => (
        <TabPanel key={id} value={id} className="pt-4">
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}

interface Own {
  parts: ResultParts;
  fileName: string;
  hasPlots: boolean;
  table?: ReactNode;
}

function ownPanels({ parts, fileName, hasPlots, table }: Own): ResultPanel[] {
  const { tables, figures, lists, sentences, notes, needs, assumptions, method } = parts;
  const count = tables.length + (table ? 1 : 0);
  const remarks = notes.length + needs.length + assumptions.length + (method ? 1 : 0);
  return [
    ...(count > 0
      ? [
          {
            id: 'tables',
            label: count === 1 ? 'Table' : 'Tables',
            content: <TableList parts={parts} fileName={fileName} hasPlots={hasPlots} table={table} />,
          },
        ]
      : []),
    ...(figures.length + lists.length + sentences.filter((each) => !isOuter(each)).length > 0
      ? [{ id: 'values', label: 'Values', content: <Values parts={parts} /> }]
      : []),
    ...(remarks > 0 ? [{ id: 'method', label: 'Assumptions and method', content: <Remarks parts={parts} /> }] : []),
  ];
}

function TableList({ parts, fileName, hasPlots, table = null }: Own) {
  // Without plots the longest table is the result.
  const tables = hasPlots ? parts.tables : longestFirst(parts.tables);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {table}
      {tables.map((each, index) => (
        <ResultTable
          key={each.id}
          table={each}
          currency={parts.currency}
          fileName={fileName}
          folded={table !== null || (tables.length > 1 && (hasPlots || index > 0))}
        />
      ))}
    </div>
  );
}

/** All single values and lists. */
function Values({ parts: { figures, lists, sentences, currency } }: { parts: ResultParts }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Sentences sentences={sentences.filter((each) => !isOuter(each))} />
      {figures.length > 0 ? <Figures figures={ranked(figures)} currency={currency} /> : null}
      {lists.map(({ id, title, items }) => (
        <section key={id} aria-label={title}>
          <h3 className="font-semibold">{title}</h3>
          <ul className="mt-1 grid list-disc gap-0.5 pl-5">
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries of a result have no identity and never move
              <li key={index}>{readable(item)}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function longestFirst(tables: readonly Model[]): readonly Model[] {
  return [...tables].sort((one, other) => other.rows.length - one.rows.length);
}

/** The most important values of a result without plots. */
function KeyFigures({ figures, currency }: { figures: readonly Figure[]; currency: string }) {
  if (figures.length === 0) return null;
  const known = ranked(figures).filter(({ value }) => value !== 0 && value !== null && value !== 'none');
  return <Figures figures={known.slice(0, SHOWN)} currency={currency} />;
}

function ranked(figures: readonly Figure[]): Figure[] {
  return [...figures].sort((one, other) => rankOf(one) - rankOf(other) || sizeOf(other) - sizeOf(one));
}

/** Money and intervals first, then other numbers, words, and what is not there. */
function rankOf({ id, value }: Figure): number {
  if (!isScalar(value)) return 0;
  if (value === null || value === 'none' || value === '') return 4;
  if (typeof value === 'number') return id.startsWith('totals.') ? 1 : 2;
  return 3;
}

/** Totals are ordered by size: the largest are those that a reader knows, such as clicks. */
function sizeOf({ id, value }: Figure): number {
  return id.startsWith('totals.') && typeof value === 'number' ? value : 0;
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
    <div className="grid gap-x-8 gap-y-4 text-[0.8125rem] sm:grid-cols-2">
      <Remark title="Assumptions" texts={parts.assumptions} />
      <Remark title="Method" texts={parts.method ? [parts.method] : []} />
      <Remark title="Notes" texts={parts.notes} />
      <Remark title="Improve these results" texts={parts.needs} />
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
          <li key={text}>{readable(text)}</li>
        ))}
      </ul>
    </section>
  );
}
