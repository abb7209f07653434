import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type SessionFilter, type SessionGroup, sourceApi, sourceQueries } from '@/api/sources';
import type { Website } from '@/api/types';
import { Sparkline } from '@/components/charts/sparkline';
import { ExportButton } from '@/components/records/export-button';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Input } from '@/components/ui/field';
import { Segmented } from '@/components/ui/segmented';
import { Table, Td, Th } from '@/components/ui/table';
import { addDays, localDay } from '@/lib/days';
import { formatNumber, formatPercent } from '@/lib/format';
import { periodWords } from '@/lib/period-words';

const PERIODS = [
  { value: '28', label: '28 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const;
const GROUPS = [
  { value: 'pages', label: 'Landing pages' },
  { value: 'sources', label: 'Sources' },
] as const;

type Period = (typeof PERIODS)[number]['value'];
type Group = (typeof GROUPS)[number]['value'];

function firstDay(period: Period): string {
  return addDays(localDay(new Date()), 1 - Number(period));
}

/** Sessions as Google Analytics reports them, by landing page and by source. */
export function SessionsCard({ website }: { website: Website }) {
  const [period, setPeriod] = useState<Period>('28');
  const [group, setGroup] = useState<Group>('pages');
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const search = group === 'pages' ? { page: wanted } : { source: wanted };
  const filter: SessionFilter = { from: firstDay(period), ...(wanted ? search : {}) };
  const sessions = useQuery(sourceQueries.sessions(website.id, filter));
  return (
    <Card aria-label="Analytics" className="overflow-clip">
      <CardHeader
        title="Analytics"
        description="Sessions as Google Analytics reports them. The last three days may still change."
        actions={
          <>
            <Segmented label="Period" value={period} options={PERIODS} onChange={setPeriod} />
            <ExportButton address={sourceApi.sessionsFile(website.id, filter)} name="sessions.csv" />
          </>
        }
      />
      <QueryPanel query={sessions} fallback="Failed to load the sessions." loading={<LoadingRows rows={3} />}>
        {(report) => (
          <>
            <CardBody className="grid gap-4">
              <Totals totals={report.totals} days={report.days} />
              <p className="text-[0.8125rem] text-muted-foreground">
                Source: Google Analytics, {periodWords(report.from, report.to)}.
              </p>
              <div className="flex flex-wrap items-center gap-2">
                <Segmented label="Group by" value={group} options={GROUPS} onChange={setGroup} />
                <Input
                  type="search"
                  className="max-w-64"
                  aria-label={group === 'pages' ? 'Filter landing pages' : 'Filter sources'}
                  placeholder={group === 'pages' ? 'Filter landing pages' : 'Filter sources'}
                  maxLength={200}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              </div>
            </CardBody>
            <Groups group={group} rows={report[group]} />
          </>
        )}
      </QueryPanel>
    </Card>
  );
}

function Totals({ totals, days }: { totals: SessionGroup; days: readonly SessionGroup[] }) {
  const figures = [
    { label: 'Sessions', value: totals.sessions, series: days.map((day) => day.sessions) },
    { label: 'Engaged sessions', value: totals.engagedSessions, series: days.map((day) => day.engagedSessions) },
    { label: 'Key events', value: totals.keyEvents, series: days.map((day) => day.keyEvents) },
  ];
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      {figures.map(({ label, value, series }) => (
        <div key={label} className="grid gap-1">
          <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
          <dd className="flex items-center gap-3 text-xl font-semibold tabular">
            {formatNumber(value, 1)}
            <Sparkline values={series} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Groups({ group, rows }: { group: Group; rows: readonly SessionGroup[] }) {
  if (rows.length === 0) {
    return (
      <EmptyPanel
        className="border-t border-border py-8"
        title="No sessions"
        text="Google Analytics reported none for this period and filter."
      />
    );
  }
  const name = group === 'pages' ? 'Landing page' : 'Source and medium';
  return (
    <Table label={`Sessions by ${name.toLowerCase()}`} className="border-t border-border">
      <thead>
        <tr>
          <Th className="pl-5">{name}</Th>
          <Th numeric>Sessions</Th>
          <Th numeric>Engaged</Th>
          <Th numeric className="pr-5">
            Key events
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <Td className="max-w-44 truncate sm:max-w-96 pl-5" title={row.name}>
              {row.name}
            </Td>
            <Td numeric>{formatNumber(row.sessions, 0)}</Td>
            <Td numeric>{formatPercent(row.sessions > 0 ? row.engagedSessions / row.sessions : null)}</Td>
            <Td numeric className="pr-5">
              {formatNumber(row.keyEvents, 1)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
