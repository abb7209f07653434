import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { opportunityQueries } from '@/api/opportunities';
import type { Opportunity } from '@/api/types';
import { MoneyRange } from '@/components/money/money-range';
import { canImplement } from '@/components/opportunities/opportunity-impact';
import { useOpportunityActions } from '@/components/opportunities/use-opportunity-actions';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { StateBadge } from '@/components/ui/state-badge';
import { withWebsite } from '@/hooks/use-current-website';
import { useShortcut } from '@/hooks/use-shortcut';
import { readableTitle } from '@/lib/readable';
import { failures } from '@/lib/strings';
import { winName } from '@/lib/words';

/** Next actions: more would hide which one is next. */
const SHOWN = 3;

/** Open opportunities with the highest score. */
export function OpportunitiesCard({ websiteId }: { websiteId: string }) {
  const query = useQuery(opportunityQueries.list({ websiteId }));
  return (
    <Card aria-label="Opportunities" className="xl:min-h-106">
      <CardHeader
        title="Opportunities"
        description="The best three, with monthly value."
        actions={
          <Link
            to={withWebsite('/opportunities/discover', websiteId)}
            className="text-[0.8125rem] text-brand underline-offset-4 hover:underline"
          >
            Show all
          </Link>
        }
      />
      <CardBody className="py-2">
        <QueryPanel
          query={query}
          fallback={failures.opportunities}
          loading={<LoadingRows rows={6} className="px-0" />}
          isEmpty={({ opportunities }) => opportunities.length === 0}
          empty={
            <EmptyPanel
              className="py-8"
              title="No opportunities yet"
              text="Run the keyword engine to turn its quick wins into opportunities."
            />
          }
        >
          {({ opportunities }) => <List opportunities={best(opportunities)} />}
        </QueryPanel>
      </CardBody>
    </Card>
  );
}

/** Sorts by score; done and dismissed ones last. */
function best(opportunities: readonly Opportunity[]): Opportunity[] {
  const done = (each: Opportunity) => (['implemented', 'dismissed'].includes(each.status) ? 1 : 0);
  return [...opportunities].sort((a, b) => done(a) - done(b) || (b.score ?? 0) - (a.score ?? 0)).slice(0, SHOWN);
}

function List({ opportunities }: { opportunities: readonly Opportunity[] }) {
  const { implement } = useOpportunityActions();
  const top = opportunities.find(canImplement);
  useShortcut({
    id: 'implement-top',
    keys: 'i',
    label: 'Implement the top opportunity',
    group: 'On this page',
    run: top ? () => implement(top) : null,
  });
  return (
    <ul className="divide-y divide-border">
      {opportunities.map((opportunity) => (
        <Row key={opportunity.id} opportunity={opportunity} />
      ))}
    </ul>
  );
}

function Row({ opportunity }: { opportunity: Opportunity }) {
  const { implement, isPending } = useOpportunityActions();
  return (
    <li className="grid gap-1.5 py-2.5">
      <p className="font-medium text-pretty wrap-anywhere">{readableTitle(opportunity.title)}</p>
      <div className="flex items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <Badge>{winName(opportunity.category)}</Badge>
          <MoneyRange money={opportunity.impact} inline className="text-[0.8125rem]" />
        </div>
        {canImplement(opportunity) ? (
          <Button variant="outline" size="sm" busy={isPending} needsNetwork onClick={() => implement(opportunity)}>
            Implement
            <span className="sr-only">: {opportunity.title}</span>
          </Button>
        ) : (
          <StateBadge state={opportunity.status} />
        )}
      </div>
    </li>
  );
}
