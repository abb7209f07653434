import { useQuery } from '@tanstack/react-query';
import { demoQueries } from '@/api/demo';
import type { Demo } from '@/api/types';
import { InsightItem } from '@/components/insights/insight-item';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { PublicFrame } from '@/components/ui/public-frame';
import { SimulatedBadge } from '@/components/websites/simulated-badge';
import { useAuth } from '@/hooks/use-auth';
import { formatDate, formatNumber } from '@/lib/format';
import { landing } from '@/lib/strings';
import { ChangesCard } from './changes-card';
import { ChecksCard } from './checks-card';
import { EnginesCard } from './engines-card';
import { ForecastCard } from './forecast-card';
import { KeywordsCard } from './keywords-card';
import { NextActionsCard } from './next-actions-card';
import { ScoresRow } from './scores-row';
import { Section } from './section';
import { useFirst } from './use-first';

/** Public demo on a simulated market: engine results compared with the known truth. */
export default function DemoPage() {
  const query = useQuery(demoQueries.get());
  return (
    <PublicFrame>
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6">
        <PageHeader
          title="Demo"
          eyebrow={<SimulatedBadge />}
          description="Engine results on simulated data with known effects, so that you can check their accuracy. Read-only."
          actions={<Start />}
        />
        <QueryPanel query={query} fallback="Failed to load the demo." loading={<LoadingRows rows={18} />}>
          {(demo) => <Shown demo={demo} />}
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

/** Insights shown at first. */
const FIRST = 10;

function Shown({ demo }: { demo: Demo }) {
  const [insights, more] = useFirst(demo.insights, FIRST);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Accuracy demo={demo} />
      <ScoresRow scores={demo.scores} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ForecastCard forecast={demo.forecast} />
        <NextActionsCard insights={demo.insights} />
      </div>
      <ChangesCard changes={demo.changes} scores={demo.scores} />
      <ChecksCard checks={demo.checks} />
      <EnginesCard engines={demo.engines} />
      <KeywordsCard keywords={demo.keywords} market={demo.market} />
      <Section title="Insights" description="The most important findings of each engine with their evidence.">
        <ul className="divide-y divide-border">
          {insights.map((insight) => (
            <InsightItem key={insight.id} insight={insight} plannable={false} />
          ))}
        </ul>
        {more}
      </Section>
      <YourOwn />
    </div>
  );
}

/** The way from the demo to the reader's own data. */
function YourOwn() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-border px-5 py-4">
      <p className="text-pretty">
        The same engines run on your own site: import a Search Console export, or crawl it first.
      </p>
      <Start />
    </div>
  );
}

/** How many planted changes the engines found, and the market that they were planted in. */
function Accuracy({ demo: { scores, market, changes } }: { demo: Demo }) {
  return (
    <div>
      <p className="text-lg font-semibold text-pretty">
        The engines found {scores.found} of {scores.planted} planted changes, with {scores.falseAlarms} false{' '}
        {scores.falseAlarms === 1 ? 'alarm' : 'alarms'} among {changes.length}.
      </p>
      <MarketLine market={market} />
    </div>
  );
}

function MarketLine({ market }: { market: Demo['market'] }) {
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
