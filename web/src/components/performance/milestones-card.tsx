import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { type Milestone, performanceApi, performanceQueries } from '@/api/performance';
import type { Website } from '@/api/types';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { Progress } from '@/components/ui/progress';
import { formatDate, formatNumber } from '@/lib/format';
import { oneOf } from '@/lib/one-of';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';
import { humanise } from '@/lib/words';

type Status = Milestone['status'];

const STATES: readonly Status[] = ['pending', 'in_progress', 'completed', 'missed'];

/** Milestones of a website; their status can be changed. */
export function MilestonesCard({ website }: { website: Website }) {
  const query = useQuery(performanceQueries.milestones(website.id));
  const change = useChange(website.id);
  return (
    <Card aria-label="Milestones">
      <CardHeader title="Milestones" description="Targets from your first import. Each later import updates them." />
      <QueryPanel
        query={query}
        fallback={failures.milestones}
        isEmpty={(milestones) => milestones.length === 0}
        empty={
          <EmptyPanel
            title="No milestones yet"
            text="Import a Search Console export of this website to set them."
            className="py-8"
          />
        }
      >
        {(milestones) => (
          <ul className="divide-y divide-border px-5 py-2">
            {milestones.map((milestone) => (
              <Row
                key={milestone.id}
                milestone={milestone}
                onState={(status) => change.mutate({ id: milestone.id, status })}
              />
            ))}
          </ul>
        )}
      </QueryPanel>
    </Card>
  );
}

/** Changes a milestone at once, and reverts it on an error. */
function useChange(websiteId: string) {
  const queries = useQueryClient();
  const { queryKey } = performanceQueries.milestones(websiteId);
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: Status }) => performanceApi.changeMilestone(id, { status }),
    onMutate: ({ id, status }) => {
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (now) =>
        now ? { ...now, milestones: now.milestones.map((each) => (each.id === id ? { ...each, status } : each)) } : now,
      );
      return { before };
    },
    onError: (error, _change, context) => {
      queries.setQueryData(queryKey, context?.before);
      const description = errorText(error, failures.updateMilestone);
      showToast({ title: failures.updateMilestone, description, variant: 'destructive' });
    },
    onSuccess: ({ milestone }) =>
      queries.setQueryData(queryKey, (now) =>
        now ? { ...now, milestones: now.milestones.map((each) => (each.id === milestone.id ? milestone : each)) } : now,
      ),
  });
}

/** Separators in the numbers of a title, which the server writes as plain digits. */
const grouped = (title: string) => title.replace(/\d{5,}/g, (digits) => formatNumber(Number(digits), 0));

function Row({ milestone, onState }: { milestone: Milestone; onState: (status: Status) => void }) {
  const { description, status, target, current, unit, dueAt, completedAt } = milestone;
  const title = grouped(milestone.title);
  const share = target > 0 ? (100 * current) / target : null;
  const states = STATES.includes(status) ? STATES : [...STATES, status];
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">{title}</p>
          <p className="text-[0.8125rem] text-muted-foreground">{description}</p>
        </div>
        <Select
          aria-label={`State of "${title}"`}
          className="h-8 w-36 text-[0.8125rem]"
          value={status}
          onChange={(event) => onState(oneOf(STATES, event.target.value) ?? status)}
        >
          {states.map((state) => (
            <option key={state} value={state}>
              {humanise(state)}
            </option>
          ))}
        </Select>
      </div>
      <Progress value={share} label={`${title}: ${formatNumber(share, 0)} %`} />
      <p className="tabular text-xs text-muted-foreground">
        {formatNumber(current, 0)} of {formatNumber(target, 0)} {unit}
        {completedAt ? `, reached ${formatDate(completedAt)}` : dueAt ? `, due ${formatDate(dueAt)}` : ''}
      </p>
    </li>
  );
}
