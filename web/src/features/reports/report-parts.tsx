import type { Schemas } from '@/api/types';
import { LineFigure } from '@/components/charts/line-figure';
import {
  formatChange,
  formatDate,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPosition,
  plural,
} from '@/lib/format';
import { humanise } from '@/lib/words';
import { Figures, Rows } from './report-table';
import { changeOf } from './report-words';

type Search = Schemas['ReportSearch'];

/** Change versus the previous period; empty without one. */
const versus = (current: number, previous: number | null | undefined) => {
  const change = changeOf(current, previous);
  return change === null ? '' : `${formatChange(change)} vs previous`;
};

/** Difference of two figures, such as positions; empty if one is unknown. */
function difference(now: number | null | undefined, before: number | null | undefined, unit: string): string {
  if (now == null || before == null) return '';
  const by = now - before;
  return `${by > 0 ? '+' : ''}${formatNumber(by, 1)}${unit} vs previous`;
}

export function SearchPart({ part }: { part: Search }) {
  const { current, previous, days } = part;
  const points = (ctr: number | null | undefined) => (ctr == null ? null : ctr * 100);
  return (
    <>
      <Figures
        figures={[
          ['Clicks', formatNumber(current.clicks, 0), versus(current.clicks, previous?.clicks)],
          ['Impressions', formatNumber(current.impressions, 0), versus(current.impressions, previous?.impressions)],
          ['CTR', formatPercent(current.ctr), difference(points(current.ctr), points(previous?.ctr), ' points')],
          ['Average position', formatPosition(current.position), difference(current.position, previous?.position, '')],
        ]}
      />
      <LineFigure
        title="Clicks per day"
        description={`${plural(days.length, 'day')} with data.`}
        fileName="report-clicks"
        xs={days.map((_, index) => index)}
        xText={(index) => formatDate(days[index]?.day)}
        yText={(value) => formatNumber(value, 0)}
        lines={[{ name: 'Clicks', values: days.map((day) => day.clicks), tone: 1 }]}
        height={220}
        zero
      />
      <TopRows name="Query" rows={part.queries} isCompared={previous != null} />
      <TopRows name="Page" rows={part.pages} isCompared={previous != null} />
    </>
  );
}

/** Without a covered previous period, no change is shown. */
function TopRows({ name, rows, isCompared }: { name: string; rows: Search['queries']; isCompared: boolean }) {
  if (rows.length === 0) return null;
  return (
    <Rows
      label={`${name === 'Query' ? 'Queries' : 'Pages'} with the most clicks`}
      head={[name, 'Clicks', 'Change', 'Impressions', 'Position']}
      rows={rows.map((row) => [
        row.name,
        formatNumber(row.current.clicks, 0),
        !isCompared
          ? '–'
          : row.previous.clicks === 0
            ? 'new'
            : formatChange(changeOf(row.current.clicks, row.previous.clicks)),
        formatNumber(row.current.impressions, 0),
        formatPosition(row.current.position),
      ])}
    />
  );
}

export function VisitsPart({ part: { current, previous } }: { part: Schemas['ReportVisits'] }) {
  return (
    <Figures
      figures={[
        ['Visits', formatNumber(current.visits, 0), versus(current.visits, previous?.visits)],
        ['Conversions', formatNumber(current.conversions, 0), versus(current.conversions, previous?.conversions)],
      ]}
    />
  );
}

const rankText = (rank: number | null | undefined) => (rank == null ? 'not found' : String(rank));

export function RanksPart({ part }: { part: Schemas['ReportRanks'] }) {
  return (
    <>
      <p>
        {formatNumber(part.checked, 0)} of {plural(part.tracked, 'tracked keyword')} checked.
      </p>
      {(['won', 'lost'] as const).map((side) =>
        part[side].length === 0 ? null : (
          <Rows
            key={side}
            label={side === 'won' ? 'Ranks won' : 'Ranks lost'}
            head={['Keyword', 'From', 'To']}
            rows={part[side].map((move) => [`${move.keyword} (${move.at})`, rankText(move.from), rankText(move.to)])}
          />
        ),
      )}
      {part.won.length + part.lost.length === 0 ? (
        <p className="text-muted-foreground">No rank moved by more than its usual volatility.</p>
      ) : null}
    </>
  );
}

export function IssuesPart({ part }: { part: Schemas['ReportIssues'] }) {
  return (
    <>
      <Rows
        label="Issues by severity"
        head={['Severity', 'Open', 'New', 'Fixed']}
        rows={part.severities.map((one) => [
          humanise(one.severity),
          ...[one.open, one.new, one.fixed].map((count) => formatNumber(count, 0)),
        ])}
      />
      {part.top.length > 0 ? (
        <Rows
          label="Most frequent issues"
          head={['Issue', 'Severity', 'Pages']}
          rows={part.top.map((one) => [one.title, humanise(one.severity), formatNumber(one.pages, 0)])}
        />
      ) : null}
    </>
  );
}

export function ChangesPart({ part }: { part: Schemas['ReportChanges'] }) {
  return (
    <>
      {part.changes.length > 0 ? (
        <Rows
          label="Changes"
          head={['Change', 'Date']}
          rows={part.changes.map((one) => [one.title, formatDate(one.day)])}
        />
      ) : null}
      {part.effects.length > 0 ? (
        <Rows
          label="Measured effects"
          head={['Experiment', 'Effect', '95% interval', 'Verdict']}
          rows={part.effects.map((one) => [
            one.title,
            formatChange(one.relative),
            `${formatChange(one.lo)} to ${formatChange(one.hi)}`,
            humanise(one.verdict),
          ])}
        />
      ) : null}
    </>
  );
}

export function RevenuePart({ part }: { part: Schemas['ReportRevenue'] }) {
  const money = part.revenue.map((one): [string, string, string] => [
    `Revenue (${one.currency})`,
    formatMoney(one.currentCents, one.currency, { exact: true }),
    versus(one.currentCents, one.previousCents),
  ]);
  return (
    <Figures figures={[['Leads', formatNumber(part.leads, 0), versus(part.leads, part.previousLeads)], ...money]} />
  );
}

export function ActionsPart({ part }: { part: Schemas['ReportActions'] }) {
  return (
    <>
      <Rows
        label="Next actions"
        head={['Action', 'Monthly value']}
        rows={part.next.map((one) => [
          one.title,
          one.value ? `${formatMoney(one.value.midCents, one.value.currency)} a month` : 'unknown',
        ])}
      />
      <p className="text-xs text-muted-foreground">
        {plural(part.open, 'open opportunity', 'open opportunities')}. Values are estimates.
      </p>
    </>
  );
}
