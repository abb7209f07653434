import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { Link } from 'react-router';
import { type ActionFilter, type CampaignAction, campaignQueries } from '@/api/campaigns';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { cn } from '@/lib/cn';
import { formatDate, formatNumber, NO_VALUE } from '@/lib/format';
import { decisionState, dollars } from './campaign-words';

/** Decisions of a campaign's steps with their reasons, the latest first. */
export function ActionsLog({ id, filter = {} }: { id: string; filter?: ActionFilter }) {
  const query = useInfiniteQuery(campaignQueries.actions(id, filter));
  return (
    <QueryPanel
      query={query}
      fallback="Failed to load the decisions."
      isEmpty={({ pages }) => pages.every(({ actions }) => actions.length === 0)}
      empty={
        <EmptyPanel
          icon={ScrollText}
          title="No decisions yet"
          text="Each step writes here which markets got a site, which did not, and why."
          className="py-8"
        />
      }
    >
      {({ pages }) => (
        <>
          <Table stacked label="Decisions">
            <thead>
              <tr>
                <Th className="pl-5">Day (UTC)</Th>
                <Th>Market</Th>
                <Th>Decision</Th>
                <Th>Reason</Th>
                <Th numeric>Score</Th>
                <Th numeric className="pr-5">
                  Cost
                </Th>
              </tr>
            </thead>
            <tbody>
              {pages
                .flatMap(({ actions }) => actions)
                .map((action) => (
                  <Row key={action.id} action={action} />
                ))}
            </tbody>
          </Table>
          <LoadMore query={query} />
        </>
      )}
    </QueryPanel>
  );
}

function Row({ action }: { action: CampaignAction }) {
  const state = decisionState(action.decision);
  const market = `${action.verticalName} in ${action.place}`;
  return (
    <tr>
      <Td stack="end" className="pl-5 whitespace-nowrap max-sm:text-muted-foreground">
        {formatDate(action.day)}
      </Td>
      <Td stack="title" className="sm:min-w-48">
        {action.siteId ? (
          <Link
            to={`/dominator/sites/${action.siteId}`}
            className="inline-flex min-h-6 items-center font-medium underline underline-offset-4"
          >
            {market}
          </Link>
        ) : (
          <span className="font-medium">{market}</span>
        )}
      </Td>
      <Td stack="corner">
        <Badge tone={state.tone} dot>
          {state.label}
        </Badge>
      </Td>
      <Td stack="line" className="first-letter:uppercase sm:min-w-64">
        {action.reason}
      </Td>
      <Td numeric label="Score">
        {formatNumber(action.score, 1)}
      </Td>
      <Td numeric label="Cost" className={cn('pr-5', action.costCents === 0 && 'max-sm:hidden')}>
        {action.costCents > 0 ? dollars(action.costCents) : NO_VALUE}
      </Td>
    </tr>
  );
}
