import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ActionResult } from '@/api/engine-results';
import { siteQueries } from '@/api/sites';
import { SiteStatusBadge } from '@/components/sites/status-badge';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardHeader } from '@/components/ui/card';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMoney, formatNumber, formatPercent } from '@/lib/format';
import { humanise } from '@/lib/words';

type Learned = NonNullable<ActionResult<'local.explain'>['ownSites']>;

/** The user's sites in a market with what they earned. */
export function SitesHere({ vertical, placeId }: { vertical: string; placeId: string }) {
  const sites = useQuery(siteQueries.inMarket(vertical, placeId));
  return (
    <Card>
      <CardHeader
        title="Your sites in this market"
        description="Revenue after refunds since the launch, from the ledger."
      />
      <div className="px-5 py-4 text-[0.8125rem]">
        <QueryPanel
          query={sites}
          fallback="Failed to load the sites."
          isEmpty={(all) => all.length === 0}
          empty={<p className="text-muted-foreground">No site yet. Deploy this market to build one.</p>}
        >
          {(all) => (
            <Table stacked label="Your sites in this market">
              <thead>
                <tr>
                  <Th>Site</Th>
                  <Th>Status</Th>
                  <Th numeric>Leads</Th>
                  <Th numeric>Revenue</Th>
                </tr>
              </thead>
              <tbody>
                {all.map((site) => (
                  <tr key={site.id}>
                    <Td stack="title">
                      <Link className="text-brand underline" to={`/dominator/sites/${site.id}`}>
                        {site.name}
                      </Link>
                    </Td>
                    <Td stack="corner">
                      <SiteStatusBadge site={site} />
                    </Td>
                    <Td numeric label="Leads">
                      {formatNumber(site.leads, 0)}
                    </Td>
                    <Td numeric label="Revenue">
                      {formatMoney(site.currentRevenueCents, site.currency)}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </QueryPanel>
      </div>
    </Card>
  );
}

const NAMES: Record<string, string> = {
  winChance: 'Chance of ranking (odds)',
  clickThrough: 'Visits per search',
  conversion: 'Leads per visit',
};

/** What the outcomes of the user's sites changed in the figures of a market. */
export function OwnOutcomes({ own }: { own: Learned | null | undefined }) {
  if (!own) return null;
  return (
    <section aria-label="Outcomes of your sites" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">Outcomes of your sites</h3>
      <ul className="grid gap-1 text-[0.8125rem]">
        {own.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {own.factors.length > 0 ? (
        <Table stacked label="Figures changed by your sites">
          <thead>
            <tr>
              <Th>Figure</Th>
              <Th numeric>Sites</Th>
              <Th numeric>Multiplier (80% interval)</Th>
              <Th numeric>Weight of your sites</Th>
              <Th numeric>Before</Th>
              <Th numeric>Now</Th>
            </tr>
          </thead>
          <tbody>
            {own.factors.map(({ name, sites, multiplier, credibility, before, after }) => (
              <tr key={name}>
                <Td stack="title">{NAMES[name] ?? humanise(name)}</Td>
                <Td numeric label="Sites">
                  {formatNumber(sites, 0)}
                </Td>
                <Td numeric label="Multiplier" className="whitespace-nowrap">
                  {formatNumber(multiplier.mean, 2)} ({formatNumber(multiplier.p10, 2)} to{' '}
                  {formatNumber(multiplier.p90, 2)})
                </Td>
                <Td numeric label="Weight of your sites">
                  {formatPercent(credibility, 0)}
                </Td>
                <Td numeric label="Before">
                  {formatPercent(before, 1)}
                </Td>
                <Td numeric label="Now">
                  {formatPercent(after, 1)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
    </section>
  );
}
