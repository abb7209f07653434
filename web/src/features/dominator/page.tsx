import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { deploymentQueries } from '@/api/deployments';
import { ledgerQueries } from '@/api/leads';
import { pipelineQueries } from '@/api/pipeline';
import { siteQueries } from '@/api/sites';
import type { Schemas, Website } from '@/api/types';
import { BarList } from '@/components/charts/bar-list';
import { Attribution } from '@/components/markets/attribution';
import { TIERS } from '@/components/markets/market-words';
import { RevenueAnswer } from '@/components/money/revenue-answer';
import { DominatorNav } from '@/components/sites/dominator-nav';
import { useSiteUpdates } from '@/components/sites/use-site-updates';
import { FirstLoad } from '@/components/states/first-load';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { CardBody } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { useShortcut } from '@/hooks/use-shortcut';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { formatMoney, formatNumber, formatPercent, NO_VALUE, plural } from '@/lib/format';
import { navigation } from '@/lib/strings';
import { Board } from './board';
import { DeployedCard } from './deployed-card';
import { inCountryOf, NoHomeMarkets } from './home-markets';
import { MoneyCards } from './money-cards';
import { useRemove } from './use-remove';

/** Markets that the dashboard lists, the best first. */
const LISTED = 50;
const SHOWN = 10;

/** Dashboard of the pipeline: its stages, the best markets and places, and what provider calls cost. */
export default function DominatorPage() {
  const status = useQuery(pipelineQueries.status());
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const remove = useRemove();
  const sites = useQuery(siteQueries.board());
  const revenue = useQuery(ledgerQueries.revenue());
  const deployments = useInfiniteQuery(deploymentQueries.list());
  const best = useQuery(pipelineQueries.highValue(LISTED));
  const navigate = useNavigate();
  useSiteUpdates();
  useShortcut({
    id: 'deploy-goldmines',
    keys: 'd',
    label: 'Deploy goldmines',
    group: 'On this page',
    run: () => void navigate('/dominator/goldmine-deployment'),
  });
  return (
    <>
      <DominatorNav />
      <PageHeader
        title={navigation.dominator}
        description="Markets on their way from scan to revenue, with the profit expected when they were added."
        actions={
          <>
            <ButtonLink to="/dominator/opportunity-discovery" variant="outline">
              Find markets
            </ButtonLink>
            <ButtonLink to="/dominator/goldmine-deployment">Deploy goldmines</ButtonLink>
          </>
        }
      />
      <FirstLoad queries={[status, sites, revenue, deployments]}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <RevenueAnswer metrics={revenue.data?.metrics} />
          <QueryPanel query={status} fallback="Failed to load the pipeline.">
            {(data) => (
              <Board
                status={data}
                sites={sites.data ?? []}
                canChange={canChange}
                onRemove={(market) => remove.mutate(market)}
              />
            )}
          </QueryPanel>
          <MoneyCards />
          <DeployedCard />
          <BestCards best={best} />
        </div>
      </FirstLoad>
    </>
  );
}

/** The best markets and cities, and what provider calls cost. */
function BestCards({ best }: { best: UseQueryResult<Schemas['HighValueOpportunities']> }) {
  const { current } = useCurrentWebsite();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
      <FoldingCard
        title="Best markets"
        description="All verticals and cities, the highest expected profit of the first year first."
      >
        <QueryPanel query={best} fallback="Failed to fetch goldmines">
          {(data) => <BestMarkets website={current} markets={inCountryOf(current, data.topOpportunities)} />}
        </QueryPanel>
        <div className="px-5 py-3">
          <Attribution />
        </div>
      </FoldingCard>
      <div className="grid gap-6">
        <FoldingCard title="Best cities" description={`Expected monthly profit of the best ${LISTED} markets by city.`}>
          <CardBody>
            <QueryPanel query={best} fallback="Failed to fetch goldmines">
              {(data) => <BestCities website={current} places={inCountryOf(current, data.goldmineLocations)} />}
            </QueryPanel>
          </CardBody>
        </FoldingCard>
        <FoldingCard title="Provider calls" description="Calls of data providers by this workspace, in US dollars.">
          <CardBody>
            <QueryPanel query={best} fallback="Failed to fetch goldmines">
              {(data) => <Calls stats={data.scraperStats} />}
            </QueryPanel>
          </CardBody>
        </FoldingCard>
      </div>
    </div>
  );
}

function BestMarkets({ website, markets }: { website: Website | null; markets: Schemas['MarketOpportunity'][] }) {
  if (markets.length === 0) return <NoHomeMarkets website={website} />;
  return (
    <Table label="Best markets">
      <thead>
        <tr>
          <Th className="pl-5">Market</Th>
          <Th>Tier</Th>
          <Th numeric className="pr-5">
            Profit a month
          </Th>
        </tr>
      </thead>
      <tbody>
        {markets.slice(0, SHOWN).map(({ vertical, verticalName, place, tier, profitMonth }) => (
          <tr key={`${vertical} ${place.id}`}>
            <Td className="pl-5">
              {verticalName} in {place.name}
              {place.state ? `, ${place.state}` : ''}
            </Td>
            <Td className="whitespace-nowrap">{TIERS.find(({ value }) => value === tier)?.label ?? 'No tier'}</Td>
            <Td numeric className="pr-5">
              {formatMoney(profitMonth?.typicalCents, 'USD', { compact: true })}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function BestCities({ website, places }: { website: Website | null; places: Schemas['GoldmineLocation'][] }) {
  if (places.length === 0) return <NoHomeMarkets website={website} />;
  return (
    <BarList
      label="Best cities"
      bars={places.slice(0, SHOWN).map(({ place, profitCents, markets }) => ({
        id: place.id,
        label: `${place.name}${place.state ? `, ${place.state}` : ''}`,
        note: plural(markets, 'market'),
        value: profitCents,
        text: formatMoney(profitCents, 'USD', { compact: true }),
      }))}
    />
  );
}

function Calls({ stats }: { stats: Schemas['ScraperStats'] }) {
  if (stats.totalCalls === 0) {
    return (
      <p className="text-[0.8125rem] text-muted-foreground">
        No provider was called yet. Scans use built-in data; a connection adds search results and volumes.
      </p>
    );
  }
  const dollars = (value: number | null) => (value === null ? NO_VALUE : formatMoney(value * 100));
  const facts = [
    { label: 'Calls', value: formatNumber(stats.totalCalls, 0) },
    { label: 'Success rate', value: formatPercent(stats.successRate) },
    { label: 'Cost per call', value: dollars(stats.costPerCall) },
    { label: 'Today', value: dollars(stats.dailySpend) },
    { label: 'This month', value: dollars(stats.monthlySpend) },
    {
      label: 'Mean duration',
      value: stats.avgResponseTime === null ? NO_VALUE : `${formatNumber(stats.avgResponseTime, 0)} ms`,
    },
    { label: 'Last call', value: <RelativeTime at={stats.lastUsed} /> },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 text-[0.8125rem] sm:grid-cols-4">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="tabular font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
