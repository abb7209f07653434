import { Download } from 'lucide-react';
import type { Website } from '@/api/types';
import type { VisitReport } from '@/api/visits';
import { EmptyPanel } from '@/components/states/panels';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Table, Td, Th } from '@/components/ui/table';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { toCsv } from '@/lib/csv';
import { saveText } from '@/lib/save-file';
import { BREAKDOWNS, type Breakdown, type BreakdownRow, type By, breakdownOf } from './breakdowns';

const DEFAULTS = { by: 'channels' };
/** Maximum number of rows that the server returns. */
const MOST_ROWS = 50;

const NOTES: Partial<Record<By, string>> = {
  channels:
    "Visits from Google's AI overviews arrive as Search. Many apps send no referrer: their visits are in Direct, so AI assistants is a minimum.",
  sources: 'A source is the referring host or utm_source. Visits without either have None.',
  pages: 'Page views, not visits: a visit to three pages counts three times.',
};

/** Where visits came from and where they began, as tables. */
export function SourcesCard({ website, report }: { website: Website; report: VisitReport }) {
  const [{ by: wanted }, setUrl] = useUrlState(DEFAULTS);
  const { value: by, label } = BREAKDOWNS.find(({ value }) => value === wanted) ?? BREAKDOWNS[0];
  const table = breakdownOf(report, by);
  const save =
    table.rows.length > 0 ? () => saveTable(table, `${website.host}-visits-${by}-${report.from}-${report.to}`) : null;
  useShortcut({ id: 'export', keys: 'e', label: 'Export the table as CSV', group: 'On this page', run: save });
  return (
    <Card aria-label="Sources">
      <CardHeader
        title="Sources"
        description="Where visits came from, and how many of them converted."
        actions={
          save ? (
            <Button variant="outline" size="sm" onClick={save}>
              <Download size={14} aria-hidden="true" />
              Export CSV
            </Button>
          ) : null
        }
      />
      <Tabs value={by} onValueChange={(to) => setUrl({ by: to })} className="px-2 pt-2 pb-5">
        <TabList aria-label="Group visits by" className="mx-3">
          {BREAKDOWNS.map((each) => (
            <Tab key={each.value} value={each.value}>
              {each.label}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={by} className="min-h-60 pt-2">
          {table.rows.length === 0 ? (
            <EmptyPanel title="No visits in this period" text="Choose a longer period." className="py-6" />
          ) : (
            <Rows label={label} table={table} />
          )}
          <Notes by={by} rows={table.rows.length} />
        </TabPanel>
      </Tabs>
    </Card>
  );
}

function saveTable({ headers, rows }: Breakdown, name: string): void {
  const cells = rows.map((row) => [row.name, ...row.cells.map(({ raw }) => raw)]);
  saveText(toCsv(headers, cells), `${name}.csv`, 'text/csv;charset=utf-8');
}

function Rows({ label, table: { headers, texts, rows } }: { label: string; table: Breakdown }) {
  return (
    <Table stacked label={label}>
      <thead>
        <tr>
          {headers.map((header, at) => (
            <Th key={header} numeric={at >= texts}>
              {header}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} texts={texts} headers={headers} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row, texts, headers }: { row: BreakdownRow; texts: number; headers: readonly string[] }) {
  return (
    <tr>
      <th
        scope="row"
        data-stack="line"
        className="border-b border-border px-3 py-2.5 text-left font-normal in-[tr:last-child]:border-b-0 sm:w-1/2 sm:min-w-40"
      >
        <span className="wrap-anywhere">{row.name}</span>
        <span aria-hidden="true" className="mt-1 block h-1.5 rounded-sm bg-muted">
          <span className="block h-full rounded-sm bg-chart-1" style={{ width: `${row.share * 100}%` }} />
        </span>
      </th>
      {row.cells.map((cell, at) => (
        <Td
          key={headers[at + 1]}
          label={headers[at + 1]}
          numeric={at + 1 >= texts}
          title={cell.title}
          className="whitespace-nowrap"
        >
          {cell.text}
        </Td>
      ))}
    </tr>
  );
}

function Notes({ by, rows }: { by: By; rows: number }) {
  const most = rows >= MOST_ROWS ? `The ${MOST_ROWS} most frequent are listed.` : '';
  const text = [NOTES[by] ?? '', most].filter((each) => each !== '').join(' ');
  return text === '' ? null : <p className="px-3 pt-3 text-[0.8125rem] text-pretty text-muted-foreground">{text}</p>;
}
