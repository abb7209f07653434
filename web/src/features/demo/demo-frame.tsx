import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { demoQueries } from '@/api/demo';
import type { Demo } from '@/api/types';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { PublicFrame } from '@/components/ui/public-frame';
import { SimulatedBadge } from '@/components/websites/simulated-badge';
import { useAuth } from '@/hooks/use-auth';
import { formatDate, formatNumber } from '@/lib/format';
import { landing } from '@/lib/strings';

/** Frame of the demo's pages, with the link to the other one. */
export function DemoFrame({
  title,
  description,
  other,
  children,
}: {
  title: string;
  description: string;
  other: { label: string; to: string };
  children: (demo: Demo) => ReactNode;
}) {
  const query = useQuery(demoQueries.get());
  return (
    <PublicFrame>
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6">
        <PageHeader
          title={title}
          eyebrow={<SimulatedBadge />}
          description={description}
          actions={
            <>
              <ButtonLink to={other.to} variant="outline">
                {other.label}
              </ButtonLink>
              <Start />
            </>
          }
        />
        <QueryPanel query={query} fallback="Failed to load the demo." loading={<LoadingRows rows={18} />}>
          {(demo) => <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{children(demo)}</div>}
        </QueryPanel>
      </div>
    </PublicFrame>
  );
}

function Start() {
  const { isAuthenticated } = useAuth();
  if (isAuthenticated) {
    return (
      <ButtonLink to="/projects" variant="outline">
        Open your projects
      </ButtonLink>
    );
  }
  return <ButtonLink to="/register">{landing.startTrial}</ButtonLink>;
}

/** The way from the demo to the reader's own data. */
export function YourOwn() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-border px-5 py-4">
      <p className="text-pretty">
        The same engines run on your own site: import a Search Console export, or crawl it first.
      </p>
      <Start />
    </div>
  );
}

/** The simulated market in one line. */
export function MarketLine({ market }: { market: Demo['market'] }) {
  return (
    <p
      className="text-[0.8125rem] text-muted-foreground"
      title={`Simulated by ${market.methodVersion} with seed ${market.seed}`}
    >
      {market.site}: {market.pages} pages in {market.places} fictional places, {market.searches} queries,{' '}
      {formatNumber(market.clicks, 0)} clicks and {formatNumber(market.impressions, 0)} impressions from{' '}
      {formatDate(market.firstDay)} to {formatDate(market.lastDay)}.
    </p>
  );
}
