import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { type RankCheck, rankQueries, type TrackedKeyword } from '@/api/ranks';
import { LineFigure } from '@/components/charts/line-figure';
import { QueryPanel } from '@/components/states/query-panel';
import { Callout } from '@/components/ui/callout';
import { Drawer } from '@/components/ui/dialog';
import { Table, Td, Th } from '@/components/ui/table';
import {
  formatDate,
  formatDateTime,
  formatMicros,
  formatMoney,
  formatNumber,
  formatPercent,
  NO_VALUE,
} from '@/lib/format';
import { serpProviderName } from '@/lib/words';
import { changeText, featureName, featureText, isAtLeast, placeText, rankText } from './rank-words';

/** History of a keyword and its latest results; closed without an id. */
export function KeywordDrawer({ id, currency, onClose }: { id: string | null; currency: string; onClose: () => void }) {
  const query = useQuery({ ...rankQueries.keyword(id ?? ''), enabled: id !== null });
  const keyword = id === null ? undefined : query.data?.keyword;
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      title={keyword?.keyword ?? 'Keyword'}
      description={
        keyword ? `${placeText(keyword)} · ${keyword.device === 'mobile' ? 'Mobile' : 'Desktop'}` : undefined
      }
      className="w-[min(40rem,100vw)]"
    >
      <QueryPanel query={query} fallback="Failed to load the keyword.">
        {({ keyword: shown, checks }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 text-[0.8125rem]">
            {shown.error === null ? null : (
              <Callout tone="warning" title="The latest check failed">
                <p>{shown.error}. The rank of the last successful check is shown.</p>
              </Callout>
            )}
            <Figures keyword={shown} currency={currency} />
            <History checks={checks} />
            <Results check={checks[0]} />
            <Overview check={checks[0]} />
            <Checks checks={checks} />
          </div>
        )}
      </QueryPanel>
    </Drawer>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Figures({ keyword, currency }: { keyword: TrackedKeyword; currency: string }) {
  const figures: [string, string][] = [
    ['Rank', rankText(keyword.rank, keyword.depth)],
    ['Change', changeText(keyword.change, isAtLeast(keyword))],
    ['Among all elements', formatNumber(keyword.absoluteRank, 0)],
    ['Best rank', formatNumber(keyword.bestRank, 0)],
    ['Checked', keyword.checkedAt === null ? NO_VALUE : formatDateTime(keyword.checkedAt)],
    ['Next check', keyword.nextAt === null ? NO_VALUE : formatDate(keyword.nextAt)],
    ['Daily volatility', keyword.volatility === null ? NO_VALUE : formatPercent(keyword.volatility, 0)],
    ['Volume', formatNumber(keyword.volume, 0)],
    ['Monthly value', keyword.valueCents === null ? NO_VALUE : formatMoney(keyword.valueCents, currency)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="tabular font-medium">{value}</dd>
        </div>
      ))}
      <div className="col-span-full">
        <dt className="text-xs text-muted-foreground">Page</dt>
        <dd className="wrap-anywhere">{keyword.url ?? 'None within the checked depth'}</dd>
      </div>
      {keyword.features.length > 0 ? (
        <div className="col-span-full">
          <dt className="text-xs text-muted-foreground">Features of the results</dt>
          <dd>{keyword.features.map((feature) => featureText(feature, keyword.ownedFeatures)).join(', ')}</dd>
        </div>
      ) : null}
    </dl>
  );
}

/** Ranks over time, the best at the top: the axis shows places below rank 1. */
function History({ checks }: { checks: readonly RankCheck[] }) {
  const points = useMemo(() => [...checks].reverse(), [checks]);
  if (points.length < 2) return null;
  const xs = points.map((_, index) => index);
  return (
    <LineFigure
      title="Rank over time"
      description="Rank 1 is at the top. Checks that did not find the website within their depth are gaps."
      fileName="rank-history"
      height={200}
      xs={xs}
      xText={(index) => formatDate(points[index]?.checkedAt)}
      yText={(value) => String(Math.max(1, Math.round(-value)))}
      lines={[{ name: 'Rank', values: points.map(({ rank }) => (rank === null ? null : -rank)), tone: 1 }]}
    />
  );
}

function Results({ check }: { check: RankCheck | undefined }) {
  if (!check?.results || check.results.length === 0) return null;
  return (
    <Part title={`First results on ${formatDate(check.checkedAt)}`}>
      <ol className="grid gap-2">
        {check.results.map(({ position, url, host, title }) => (
          <li key={position} className="grid grid-cols-[1.75rem_minmax(0,1fr)]">
            <span className="tabular text-muted-foreground">{position}</span>
            <span>
              <span className={url === check.url ? 'font-semibold text-brand' : 'font-medium'}>
                {title || host}
                {url === check.url ? ' (yours)' : ''}
              </span>
              <span className="block text-xs wrap-anywhere text-muted-foreground">{url}</span>
            </span>
          </li>
        ))}
      </ol>
      {check.features.length > 0 ? (
        <p className="mt-3 text-muted-foreground">Also shown: {check.features.map(featureName).join(', ')}.</p>
      ) : null}
    </Part>
  );
}

function Overview({ check }: { check: RankCheck | undefined }) {
  if (check === undefined) return null;
  const text = {
    unknown: 'Not known: this provider reports no AI overviews. DataForSEO and SerpApi do.',
    absent: 'The results have no AI overview.',
    not_loaded: 'The results have an AI overview. Its sources were not loaded; switch that on in the settings.',
    present: check.isCited ? 'The AI overview cites your website.' : 'The AI overview does not cite your website.',
  }[check.aiOverview];
  return (
    <Part title="AI overview">
      <p>{text}</p>
      <ul className="mt-1 grid gap-0.5 text-xs text-muted-foreground">
        {check.aiUrls.map((url) => (
          <li key={url} className="wrap-anywhere">
            {url}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Checks({ checks }: { checks: readonly RankCheck[] }) {
  if (checks.length === 0) return <p className="text-muted-foreground">Not checked yet.</p>;
  return (
    <Part title="Checks">
      <Table label="Checks">
        <thead>
          <tr>
            <Th>Time</Th>
            <Th numeric>Rank</Th>
            <Th>Source</Th>
            <Th numeric>Cost</Th>
          </tr>
        </thead>
        <tbody>
          {checks.slice(0, 30).map((check) => (
            <tr key={check.checkedAt}>
              <Td className="whitespace-nowrap">{formatDateTime(check.checkedAt)}</Td>
              <Td numeric>{rankText(check.rank, check.depth)}</Td>
              <Td>{serpProviderName(check.provider) ?? check.provider}</Td>
              <Td numeric>{formatMicros(check.costMicros)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Part>
  );
}
