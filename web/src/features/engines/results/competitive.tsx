import { BarList } from '@/components/charts/bar-list';
import { formatNumber, formatPercent } from '@/lib/format';
import type { ResultProps } from './result';
import { numberAt, rowsAt, textAt } from './shapes';

const SHOWN = 20;

/** Shares of the clicks, one's own marked. */
export function SharePlots({ result }: ResultProps) {
  const bars = rowsAt(result, 'domains').map((site) => ({
    id: textAt(site, 'domain'),
    label: textAt(site, 'domain'),
    note: site.isOwn === true ? 'yours' : undefined,
    isMarked: site.isOwn === true,
    value: numberAt(site, 'share') ?? 0,
    text: `${formatPercent(numberAt(site, 'share'))}, ${formatNumber(numberAt(site, 'clicks'), 0)} clicks`,
  }));
  const own = bars.findIndex((bar) => bar.isMarked);
  const shown = bars.filter((_, index) => index < SHOWN || index === own);
  return <Bars title="Share of clicks" bars={shown} />;
}

/** Rivals by how much they stand where you stand. */
export function RivalPlots({ result }: ResultProps) {
  const bars = rowsAt(result, 'rivals').map((rival) => ({
    id: textAt(rival, 'domain'),
    label: textAt(rival, 'domain'),
    value: numberAt(rival, 'overlap') ?? 0,
    text: `${formatNumber(numberAt(rival, 'shared'), 0)} common queries, above you in ${formatPercent(numberAt(rival, 'above'), 0)}`,
  }));
  return <Bars title="Common queries" bars={bars.slice(0, SHOWN)} />;
}

/** Clicks that the best rival of each search gets more than you. */
export function GapPlots({ result }: ResultProps) {
  const bars = rowsAt(result, 'queries').flatMap((query) => {
    const clicks = numberAt(query, 'clicks');
    if (clicks === null) return [];
    const own = numberAt(query, 'ownPosition');
    return [
      {
        id: textAt(query, 'query'),
        label: textAt(query, 'query'),
        note: `${textAt(query, 'rival')} at position ${formatNumber(numberAt(query, 'rivalPosition'), 0)}, you ${own === null ? 'not ranking' : `at ${formatNumber(own, 0)}`}`,
        value: clicks,
        text: `${formatNumber(clicks, 0)} clicks`,
      },
    ];
  });
  return <Bars title="Monthly clicks lost to competitors" bars={bars.slice(0, SHOWN)} />;
}

/** How strong each site is, cluster by cluster. */
export function StrengthPlots({ result }: ResultProps) {
  return rowsAt(result, 'clusters')
    .slice(0, 6)
    .map((cluster) => (
      <Bars
        key={textAt(cluster, 'cluster')}
        title={`Strength: ${textAt(cluster, 'cluster')}`}
        bars={rowsAt(cluster, 'sites')
          .slice(0, 10)
          .map((site) => {
            const [strength, error] = [numberAt(site, 'strength') ?? 0, numberAt(site, 'standardError') ?? 0];
            return {
              id: textAt(site, 'domain'),
              label: textAt(site, 'domain'),
              note: site.isOwn === true ? 'yours' : undefined,
              isMarked: site.isOwn === true,
              value: strength,
              low: strength - 1.96 * error,
              high: strength + 1.96 * error,
              text: formatNumber(strength, 2),
            };
          })}
      />
    ));
}

function Bars({ title, bars }: { title: string; bars: Parameters<typeof BarList>[0]['bars'] }) {
  if (bars.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <BarList label={title} bars={bars} />
    </section>
  );
}
