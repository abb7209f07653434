import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { Link } from 'react-router';
import { type Deployment, deploymentQueries } from '@/api/deployments';
import { type Site, siteQueries } from '@/api/sites';
import { deploymentState, isAtWork } from '@/components/sites/site-words';
import { SiteStatusBadge } from '@/components/sites/status-badge';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMoney, formatNumber } from '@/lib/format';
import { readable } from '@/lib/readable';

const SHOWN = 10;

/** Sites by revenue, and the deployments at work. */
export function DeployedCard() {
  const sites = useQuery(siteQueries.board());
  return (
    <Card aria-label="Sites">
      <CardHeader
        title="Sites"
        description="Your sites with the highest revenue, and the deployments at work."
        actions={
          <ButtonLink to="/dominator/sites" variant="outline" size="sm">
            All sites
          </ButtonLink>
        }
      />
      <AtWork />
      <QueryPanel
        query={sites}
        fallback="Failed to load the sites."
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyPanel
            icon={Globe}
            title="No sites yet"
            text="Deploy scored markets to build the first ones."
            className="py-8"
          />
        }
      >
        {(all) => <SiteRows sites={bestOf(all)} />}
      </QueryPanel>
    </Card>
  );
}

function bestOf(sites: readonly Site[]): Site[] {
  return [...sites].sort((one, other) => other.currentRevenueCents - one.currentRevenueCents).slice(0, SHOWN);
}

function SiteRows({ sites }: { sites: Site[] }) {
  return (
    <Table stacked label="Sites by revenue">
      <thead>
        <tr>
          <Th className="pl-5">Site</Th>
          <Th>Status</Th>
          <Th numeric>Leads</Th>
          <Th numeric className="pr-5">
            Revenue
          </Th>
        </tr>
      </thead>
      <tbody>
        {sites.map((site) => (
          <tr key={site.id}>
            <Td stack="title" className="pl-5">
              <Link to={`/dominator/sites/${site.id}`} className="font-medium underline-offset-4 hover:underline">
                {site.name}
              </Link>
            </Td>
            <Td stack="corner">
              <SiteStatusBadge site={site} />
            </Td>
            <Td numeric label="Leads">
              {formatNumber(site.leads, 0)}
            </Td>
            <Td numeric label="Revenue" className="pr-5">
              {formatMoney(site.currentRevenueCents, site.currency)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Deployments that are not finished; nothing without one. */
function AtWork() {
  const { data } = useInfiniteQuery(deploymentQueries.list());
  const active = (data?.pages ?? []).flatMap((page) => page.deployments).filter(({ status }) => isAtWork(status));
  if (active.length === 0) return null;
  return (
    <ul aria-label="Deployments at work" className="mx-5 mt-4 grid gap-3 rounded-md bg-muted/60 px-4 py-3">
      {active.map((deployment) => (
        <ActiveDeployment key={deployment.id} deployment={deployment} />
      ))}
    </ul>
  );
}

function ActiveDeployment({
  deployment: { name, status, progress, sitesDeployed, sitesPlanned },
}: {
  deployment: Deployment;
}) {
  const { label, tone } = deploymentState(status);
  return (
    <li className="grid gap-x-4 gap-y-1.5 text-[0.8125rem] sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center">
      <span className="flex flex-wrap items-center gap-2">
        <Link
          to="/dominator/goldmine-deployment"
          className="inline-flex min-h-6 items-center font-medium underline-offset-4 hover:underline"
        >
          {readable(name)}
        </Link>
        <Badge tone={tone} dot>
          {label}
        </Badge>
        <span className="text-xs text-muted-foreground">
          {formatNumber(sitesDeployed, 0)} of {formatNumber(sitesPlanned, 0)} deployed
        </span>
      </span>
      {status === 'waiting' ? null : <Progress value={progress} label={`Progress of ${name}`} />}
    </li>
  );
}
