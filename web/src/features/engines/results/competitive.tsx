import type { ActionResult } from '@/api/engine-results';
import { type Bar, BarList } from '@/components/charts/bar-list';
import { Badge } from '@/components/ui/badge';
import { Table, Td, Th } from '@/components/ui/table';
import { engineName, shareText } from '@/lib/answer-words';
import { formatNumber, formatPercent, plural } from '@/lib/format';
import { periodWords } from '@/lib/period-words';
import type { PlotProps } from './plot-props';

const SHOWN = 20;

/** Shares of clicks, with the own share marked. */
export function SharePlots({ result }: PlotProps<'competitive.share'>) {
  const bars = result.domains.map(({ domain, isOwn, share, clicks }) => ({
    id: domain,
    label: domain,
    note: isOwn ? 'yours' : undefined,
    isMarked: isOwn,
    value: share,
    text: `${formatPercent(share)}, ${formatNumber(clicks, 0)} clicks`,
  }));
  const own = bars.findIndex((bar) => bar.isMarked);
  const shown = bars.filter((_, index) => index < SHOWN || index === own);
  return <Bars title="Share of clicks" bars={shown} />;
}

/** Competitors by overlap of their rankings with yours. */
export function RivalPlots({ result }: PlotProps<'competitive.discover'>) {
  const bars = result.rivals.map(({ domain, overlap, shared, above }) => ({
    id: domain,
    label: domain,
    value: overlap,
    text: `${formatNumber(shared, 0)} common queries, above you in ${formatPercent(above, 0)}`,
  }));
  return <Bars title="Common queries" bars={bars.slice(0, SHOWN)} />;
}

/** Clicks that the best competitor of each query gets in excess of yours. */
export function GapPlots({ result }: PlotProps<'competitive.gap'>) {
  const bars = result.queries.flatMap(({ query, clicks, rival, rivalPosition, ownPosition, standing }) => {
    if (clicks == null) return [];
    const own = ownPosition == null ? (standing ?? 'not in the SERP') : `at ${formatNumber(ownPosition, 0)}`;
    return [
      {
        id: query,
        label: query,
        note: `${rival} at position ${formatNumber(rivalPosition, 0)}, you ${own}`,
        value: clicks,
        text: `${formatNumber(clicks, 0)} clicks`,
      },
    ];
  });
  return <Bars title="Monthly clicks lost to competitors" bars={bars.slice(0, SHOWN)} />;
}

/** Sites in AI answers, one table for each engine and surface, next to their share of the clicks. */
export function AnswerPlots({ result }: PlotProps<'competitive.answers'>) {
  return result.engines.map(({ engine, answers, prompts, from, to }) => (
    <section key={engine} aria-label={engineName(engine)}>
      <h3 className="font-semibold wrap-anywhere">{engineName(engine)}</h3>
      <p className="mb-2 text-sm text-muted-foreground">
        {formatNumber(answers, 0)} answers to {formatNumber(prompts, 0)} prompts, {periodWords(from, to)}. Intervals are
        95% intervals.
      </p>
      <AnswerSites engine={engineName(engine)} sites={result.sites.filter((site) => site.engine === engine)} />
    </section>
  ));
}

function AnswerSites({ engine, sites }: { engine: string; sites: ActionResult<'competitive.answers'>['sites'] }) {
  return (
    <Table label={`Sites in answers of ${engine}`}>
      <thead>
        <tr>
          <Th>Site</Th>
          <Th numeric>Share of clicks in search results</Th>
          <Th numeric>Share of citations</Th>
          <Th numeric>Answers that cite it</Th>
          <Th numeric>Answers that mention it</Th>
        </tr>
      </thead>
      <tbody>
        {sites.slice(0, SHOWN).map((site) => (
          <tr key={site.domain}>
            <Td className="wrap-anywhere">
              {site.domain} {siteNote(site)}
            </Td>
            <Td numeric>{formatPercent(site.organicShare)}</Td>
            <Td numeric>{shareText(citationShare(site))}</Td>
            <Td numeric>{shareText(site.cited)}</Td>
            <Td numeric>{shareText(site.mentioned)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

type AnswerSite = ActionResult<'competitive.answers'>['sites'][number];

function siteNote({ isOwn, onlyInAnswers }: AnswerSite) {
  if (isOwn) return <Badge tone="info">Yours</Badge>;
  return onlyInAnswers ? <Badge tone="neutral">Only in answers</Badge> : null;
}

function citationShare({ citationShare: mid, citationLow: low, citationHigh: high }: AnswerSite) {
  return low == null || high == null ? null : { mid, low, high };
}

/** Strength of each site by cluster. */
export function StrengthPlots({ result }: PlotProps<'competitive.explain'>) {
  return result.clusters.slice(0, 6).map(({ cluster, sites }) => (
    <Bars
      key={cluster}
      title={`Strength (log-odds of ranking above an average site): ${cluster}`}
      bars={sites.slice(0, 10).map(({ domain, isOwn, strength, standardError, commonPages }) => ({
        id: domain,
        label: domain,
        note: isOwn ? 'yours' : commonPages == null ? undefined : `${plural(commonPages, 'SERP')} with you`,
        isMarked: isOwn,
        value: strength,
        low: strength - 1.96 * standardError,
        high: strength + 1.96 * standardError,
        text: formatNumber(strength, 2),
      }))}
    />
  ));
}

function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  if (bars.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <BarList label={title} bars={bars} />
    </section>
  );
}
