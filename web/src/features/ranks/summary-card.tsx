import { useMemo } from 'react';
import type { RankSummary } from '@/api/ranks';
import { LineFigure } from '@/components/charts/line-figure';
import type { Mark } from '@/components/charts/line-plot';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { cn } from '@/lib/cn';
import { formatDate, formatNumber, formatPercent, plural } from '@/lib/format';

const PERIODS = ['30', '90', '365'].map((value) => ({ value, label: `${value}d` }));
/** A line needs two days. */
const LEAST_DAYS = 2;

/** Share of voice, visibility and distribution of the ranks, and the share by day. */
export function SummaryCard({
  summary,
  days,
  onDays,
}: {
  summary: RankSummary;
  days: string;
  onDays: (to: string) => void;
}) {
  return (
    <Card aria-label="Summary" className="overflow-clip">
      <CardHeader
        className="pb-4"
        title={titleOf(summary)}
        description={noteOf(summary)}
        actions={<Segmented label="Period" value={days} options={PERIODS} onChange={onDays} />}
      />
      <Tiles summary={summary} />
      <CardBody className="grid gap-6">
        <DistributionBar summary={summary} />
        {summary.days.length >= LEAST_DAYS ? (
          <ShareByDay summary={summary} />
        ) : (
          <p className="text-muted-foreground">The chart begins with the second day of checks.</p>
        )}
      </CardBody>
    </Card>
  );
}

function titleOf({ shareOfVoice, checked }: RankSummary): string {
  if (shareOfVoice === null || checked === 0) return 'Not checked yet';
  return `${formatPercent(shareOfVoice.mid, 1)} share of voice`;
}

function noteOf({ keywords, checked, failed, shareOfVoice }: RankSummary): string {
  const parts = [`${plural(checked, 'keyword')} of ${formatNumber(keywords, 0)} checked.`];
  if (failed > 0) parts.push(`The latest check of ${plural(failed, 'keyword')} failed; the last ranks are shown.`);
  if (checked > 0 && shareOfVoice?.weighted === 0) {
    parts.push('No search volume is known, so all keywords count equally. Run the keyword finder to weight them.');
  } else if (shareOfVoice && shareOfVoice.weighted < checked) {
    parts.push(`${plural(checked - shareOfVoice.weighted, 'keyword')} without a search volume are left out.`);
  }
  return parts.join(' ');
}

function Tiles({ summary }: { summary: RankSummary }) {
  const { shareOfVoice: share, distribution, checked } = summary;
  const first10 = distribution.top3 + distribution.top10;
  const tiles: [string, string, string][] = [
    [
      'Share of voice',
      share && checked > 0 ? formatPercent(share.mid, 1) : '—',
      share && checked > 0
        ? `80% interval ${formatPercent(share.low, 1)} to ${formatPercent(share.high, 1)}, for the unknown CTR`
        : 'after the first check',
    ],
    ['Visibility', formatPercent(summary.visibility, 1), 'of the clicks with rank 1 everywhere'],
    ['First ten results', formatNumber(first10, 0), `of ${plural(checked, 'checked keyword')}`],
    ['AI overviews', formatNumber(summary.withOverview, 0), `${formatNumber(summary.cited, 0)} cite your website`],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px border-y border-border bg-border xl:grid-cols-4">
      {tiles.map(([name, value, note]) => (
        <div key={name} className="bg-card px-5 py-4">
          <dt className="text-[0.8125rem] text-muted-foreground">{name}</dt>
          <dd className="tabular mt-0.5 text-xl font-semibold">{value}</dd>
          <dd className="mt-0.5 text-xs text-muted-foreground">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

const RANGES = [
  { key: 'top3', label: '1 to 3', style: 'bg-chart-1' },
  { key: 'top10', label: '4 to 10', style: 'bg-chart-1/75' },
  { key: 'top20', label: '11 to 20', style: 'bg-chart-1/50' },
  { key: 'top50', label: '21 to 50', style: 'bg-chart-1/30' },
  { key: 'top100', label: '51 to 100', style: 'bg-chart-1/20' },
  { key: 'beyond', label: 'Beyond the checked depth', style: 'bg-muted-foreground/30' },
] as const;

/** Keywords by range of ranks, as one bar with its figures. */
function DistributionBar({ summary }: { summary: RankSummary }) {
  const { distribution, checked } = summary;
  if (checked === 0) return null;
  return (
    <section aria-label="Distribution of ranks">
      <h3 className="mb-2 font-semibold">Distribution of ranks</h3>
      <div aria-hidden="true" className="flex h-4 overflow-hidden rounded-sm border border-border">
        {RANGES.map(({ key, style }) => (
          <span key={key} className={style} style={{ width: `${(distribution[key] / checked) * 100}%` }} />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem]">
        {RANGES.map(({ key, label, style }) => (
          <li key={key} className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={cn('size-3 rounded-xs border border-border', style)} />
            <span className="text-muted-foreground">{label}</span>
            <span className="tabular font-medium">{formatNumber(distribution[key], 0)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShareByDay({ summary }: { summary: RankSummary }) {
  const { days, marks } = summary;
  const chart = useMemo(() => {
    const indexOf = new Map(days.map(({ day }, index) => [day, index]));
    const first = days[0]?.day ?? '';
    const shown: Mark[] = marks.flatMap(({ from, to, name, kind }) => {
      const at = indexOf.get(from < first && to >= first ? first : from);
      return at === undefined ? [] : [{ at, text: name, tone: kind === 'update' ? 3 : 4 }];
    });
    return {
      xs: days.map((_, index) => index),
      marks: shown,
      lines: [
        { name: 'Share of voice', values: days.map(({ share }) => share), tone: 1 as const },
        { name: 'Visibility', values: days.map(({ visibility }) => visibility), tone: 2 as const, dashed: true },
      ],
      bands: [
        {
          name: '80% interval of the share',
          low: days.map(({ shareLow }) => shareLow),
          high: days.map(({ shareHigh }) => shareHigh),
          tone: 1 as const,
        },
      ],
    };
  }, [days, marks]);
  return (
    <LineFigure
      title="Share of voice by day"
      description="Share of the clicks on ordinary results for your keywords. Marks are your changes and announced updates of the search engine."
      fileName="share-of-voice"
      {...chart}
      zero
      xText={(index) => formatDate(days[index]?.day)}
      yText={(value) => formatPercent(value, value < 0.1 ? 1 : 0)}
    />
  );
}
