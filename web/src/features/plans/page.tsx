import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type ListedPlan, planQueries } from '@/api/plans';
import { KillSwitchButton, StoppedNotice } from '@/components/plans/kill-switch-card';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Answer } from '@/components/ui/answer';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { LoadMore } from '@/components/ui/load-more';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useUrlState } from '@/hooks/use-url-state';
import { plural } from '@/lib/format';
import { oneOf } from '@/lib/one-of';
import { PLAN_STATES, planState } from './plan-words';

const STATUS_OPTIONS = PLAN_STATES.map((value) => ({ value, label: planState(value).label }));

const DEFAULTS = { status: '' };

/** Plans that wait for approval, are running, or have finished. */
export default function PlansPage() {
  const [url, setUrl] = useUrlState(DEFAULTS);
  const query = useInfiniteQuery(planQueries.list({ status: oneOf(PLAN_STATES, url.status) }));
  const plans = query.data?.pages.flatMap((page) => page.plans) ?? [];
  // Answer and list appear together, or the empty state in their place: nothing moves.
  const isFirstLoad = query.isPending && !url.status;
  return (
    <>
      <PageHeader
        title="Approvals"
        description="Plans wait for your approval. Each step shows what it changes and can be undone."
        actions={
          <>
            <Choice
              label="Status"
              any="All statuses"
              value={url.status}
              options={STATUS_OPTIONS}
              onChange={(status) => setUrl({ status })}
            />
            <KillSwitchButton />
          </>
        }
      />
      <StoppedNotice />
      {url.status ? null : <PlansAnswer plans={plans} hasMore={query.hasNextPage} />}
      <Card key={String(isFirstLoad)} aria-label="Plans">
        <QueryPanel
          query={query}
          fallback="Failed to load the plans."
          isEmpty={() => plans.length === 0}
          empty={
            <EmptyPanel
              title={url.status ? 'No plans with this status' : 'No plans yet'}
              text="Choose “Create plan” on an insight or an opportunity. Its steps appear here for review."
              action={
                <ButtonLink to="/opportunities/discover" size="sm">
                  Open opportunities
                </ButtonLink>
              }
            />
          }
        >
          {() => (
            <>
              <ul className="divide-y divide-border">
                {plans.map((plan) => (
                  <Item key={plan.id} plan={plan} />
                ))}
              </ul>
            </>
          )}
        </QueryPanel>
        <LoadMore query={query} />
      </Card>
    </>
  );
}

/** How many plans wait for a decision. */
function PlansAnswer({ plans, hasMore }: { plans: readonly ListedPlan[]; hasMore: boolean }) {
  if (plans.length === 0) return null;
  const waiting = plans.filter(({ status }) => status === 'waiting_for_approval').length;
  const steps = plans
    .filter(({ status }) => status === 'waiting_for_approval')
    .reduce((sum, { actions }) => sum + actions, 0);
  return (
    <Answer
      className="mb-5"
      note={`Of ${hasMore ? 'the latest ' : ''}${plural(plans.length, 'plan')}. Nothing that needs approval is executed before you approve it.`}
    >
      {waiting === 0
        ? 'No plan waits for your approval.'
        : `${plural(waiting, 'plan')} with ${plural(steps, 'step')} ${waiting === 1 ? 'waits' : 'wait'} for your approval.`}
    </Answer>
  );
}

function Item({ plan }: { plan: ListedPlan }) {
  const state = planState(plan.status);
  return (
    <li>
      <Link
        to={`/plans/${plan.id}`}
        className="grid gap-x-6 gap-y-1.5 px-5 py-3.5 -outline-offset-2 hover:bg-accent/60 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="min-w-0">
          <span className="block font-medium text-pretty">{plan.title}</span>
          <span className="mt-0.5 block text-[0.8125rem] text-muted-foreground">{plan.detail}</span>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted-foreground sm:justify-end">
          <span>{plural(plan.actions, 'step')}</span>
          <RelativeTime at={plan.updatedAt} />
          <Badge tone={state.tone} dot>
            {state.label}
          </Badge>
        </span>
      </Link>
    </li>
  );
}
