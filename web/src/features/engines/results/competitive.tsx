import { type Bar, BarList } from '@/components/charts/bar-list';
import { formatNumber, formatPercent } from '@/lib/format';
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
  const bars = result.queries.flatMap(({ query, clicks, rival, rivalPosition, ownPosition }) => {
    if (clicks == null) return [];
    const own = ownPosition == null ? 'not ranking' : `at ${formatNumber(ownPosition, 0)}`;
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

/** Strength of each site by cluster. */
export function StrengthPlots({ result }: PlotProps<'competitive.explain'>) {
  return result.clusters.slice(0, 6).map(({ cluster, sites }) => (
    <Bars
      key={cluster}
      title={`Strength: ${cluster}`}
      bars={sites.slice(0, 10).map(({ domain, isOwn, strength, standardError }) => ({
        id: domain,
        label: domain,
        note: isOwn ? 'yours' : undefined,
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
