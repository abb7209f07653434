import type { VisitGroup, VisitReport } from '@/api/visits';
import { formatNumber, formatPercent, NO_VALUE, plural } from '@/lib/format';
import { humanise } from '@/lib/words';
import { channelName, groupName } from './visit-words';

export interface Cell {
  /** Value for the file. */
  raw: string | number | null;
  text: string;
  title?: string;
}

export interface BreakdownRow {
  id: string;
  name: string;
  /** Length of the bar, 0 to 1. */
  share: number;
  cells: readonly Cell[];
}

export interface Breakdown {
  headers: readonly string[];
  /** Number of columns of text before those of numbers. */
  texts: number;
  rows: readonly BreakdownRow[];
}

/** Breakdowns, as in the address. */
export const BREAKDOWNS = [
  { value: 'channels', label: 'Channels' },
  { value: 'sources', label: 'Sources' },
  { value: 'first-pages', label: 'First pages' },
  { value: 'pages', label: 'Pages' },
  { value: 'devices', label: 'Devices' },
] as const;
export type By = (typeof BREAKDOWNS)[number]['value'];

const FIGURES = ['Visits', 'Contacts', 'Conversions', 'Rate'];

/** Table of the visits by one property. */
export function breakdownOf(report: VisitReport, by: By): Breakdown {
  if (by === 'pages') return pages(report);
  if (by === 'sources') {
    const channel = (row: VisitGroup) => [text(row.channel === null ? NO_VALUE : channelName(row.channel))];
    return groups(report.sources, ['Source', 'Channel'], ({ name }) => groupName(name), channel);
  }
  if (by === 'first-pages') return groups(report.entryPages, ['First page'], ({ name }) => groupName(name));
  if (by === 'devices') return groups(report.devices, ['Device'], ({ name }) => humanise(name));
  return groups(report.channels, ['Channel'], ({ name }) => channelName(name));
}

function groups(
  all: readonly VisitGroup[],
  headers: readonly string[],
  nameOf: (row: VisitGroup) => string,
  texts: (row: VisitGroup) => Cell[] = () => [],
): Breakdown {
  const most = Math.max(1, ...all.map(({ visits }) => visits));
  const rows = all.map((row) => ({
    id: `${row.channel ?? ''} ${row.name}`,
    name: nameOf(row),
    share: row.visits / most,
    cells: [...texts(row), count(row.visits), count(row.contacts), count(row.conversions), rate(row)],
  }));
  return { headers: [...headers, ...FIGURES], texts: headers.length, rows };
}

function pages({ pages: all }: VisitReport): Breakdown {
  const most = Math.max(1, ...all.map(({ views }) => views));
  const rows = all.map(({ page, views, conversions }) => ({
    id: page,
    name: groupName(page),
    share: views / most,
    cells: [count(views), count(conversions)],
  }));
  return { headers: ['Page', 'Page views', 'Conversions on it'], texts: 1, rows };
}

const text = (value: string): Cell => ({ raw: value, text: value });
const count = (value: number): Cell => ({ raw: value, text: formatNumber(value, 0) });

function rate({ visits, conversions }: VisitGroup): Cell {
  if (visits === 0) return { raw: null, text: NO_VALUE };
  const share = conversions / visits;
  return {
    raw: Number(share.toPrecision(6)),
    text: formatPercent(share),
    title: `${formatNumber(conversions, 0)} of ${plural(visits, 'visit')}`,
  };
}
