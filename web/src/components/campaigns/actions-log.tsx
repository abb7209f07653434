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
import { formatDate, formatNumber, formatScore, NO_VALUE, plural } from '@/lib/format';
import { type ActionGroup, groupActions, scoresOf } from './action-groups';
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
      {({ pages }) => {
        const actions = pages.flatMap((page) => page.actions);
        const last = query.hasNextPage ? actions.at(-1) : undefined;
        return (
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
                {groupActions(actions).map((group) => (
                  <Row key={group.first.id} group={group} isOpen={group.actions.some((action) => action === last)} />
                ))}
              </tbody>
            </Table>
            <LoadMore query={query} />
          </>
        );
      }}
    </QueryPanel>
  );
}

/** One decision, or those of a day with the same reason. `isOpen`: decisions that are not loaded may belong to it. */
function Row({ group, isOpen }: { group: ActionGroup; isOpen: boolean }) {
  const { first, actions } = group;
  const state = decisionState(first.decision);
  const cost = actions.reduce((sum, { costCents }) => sum + costCents, 0);
  return (
    <tr>
      <Td stack="end" className="pl-5 whitespace-nowrap max-sm:text-muted-foreground">
        {formatDate(first.day)}
      </Td>
      <Td stack="title" className="sm:min-w-48">
        {actions.length > 1 ? <Markets actions={actions} isOpen={isOpen} /> : <Market action={first} />}
      </Td>
      <Td stack="corner">
        <Badge tone={state.tone} dot>
          {state.label}
        </Badge>
      </Td>
      <Td stack="line" className="first-letter:uppercase sm:min-w-64">
        {first.reason}
      </Td>
      <Td numeric label="Score">
        {scoreText(group)}
      </Td>
      <Td numeric label="Cost" className={cn('pr-5', cost === 0 && 'max-sm:hidden')}>
        {cost > 0 ? dollars(cost) : NO_VALUE}
      </Td>
    </tr>
  );
}

const marketOf = ({ verticalName, place }: CampaignAction) => `${verticalName} in ${place}`;

function Market({ action }: { action: CampaignAction }) {
  const market = marketOf(action);
  if (!action.siteId) return <span className="font-medium">{market}</span>;
  return (
    <Link
      to={`/dominator/sites/${action.siteId}`}
      className="inline-flex min-h-6 items-center font-medium underline underline-offset-4"
    >
      {market}
    </Link>
  );
}

function Markets({ actions, isOpen }: { actions: readonly CampaignAction[]; isOpen: boolean }) {
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-medium">
        {isOpen ? `${formatNumber(actions.length, 0)} or more markets` : plural(actions.length, 'market')}
      </summary>
      <ul className="mt-1 grid gap-0.5 text-[0.8125rem] font-normal">
        {actions.map((action) => (
          <li key={action.id}>{marketOf(action)}</li>
        ))}
      </ul>
    </details>
  );
}

function scoreText(group: ActionGroup): string {
  const scores = scoresOf(group);
  if (scores === null) return NO_VALUE;
  const [least, most] = scores.map((score) => formatScore(score));
  return least === most ? String(least) : `${least} to ${most}`;
}
