import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { opportunityApi } from '@/api/opportunities';
import type { Opportunity } from '@/api/types';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';

interface Lists {
  opportunities: Opportunity[];
}

const KEY = ['opportunities', 'list'];

/** Implement and dismiss: shown at once, taken back with the server's text when it refuses, and undone on request. */
export function useOpportunityActions() {
  const queries = useQueryClient();

  const patch = (id: string, change: Partial<Opportunity>) =>
    queries.setQueriesData<Lists>({ queryKey: KEY }, (before) =>
      before
        ? {
            ...before,
            opportunities: before.opportunities.map((each) => (each.id === id ? { ...each, ...change } : each)),
          }
        : before,
    );

  const begin = async (id: string, status: string) => {
    await queries.cancelQueries({ queryKey: KEY });
    const before = queries.getQueriesData<Lists>({ queryKey: KEY });
    patch(id, { status });
    return before;
  };

  const takeBack = (before: [QueryKey, Lists | undefined][] | undefined) => {
    for (const [key, data] of before ?? []) queries.setQueryData(key, data);
  };

  const update = useMutation({
    mutationFn: ({ id, status }: { id: string; status: string }) =>
      opportunityApi.update(id, { status } as Partial<Opportunity>),
    onMutate: ({ id, status }) => begin(id, status),
    onSuccess: ({ opportunity }) => patch(opportunity.id, opportunity),
    onError: (error, _input, before) => {
      takeBack(before);
      tell(failures.updateOpportunity, error);
    },
  });

  const tellWithUndo = (title: string, opportunity: Opportunity) =>
    offerUndo({
      title,
      description: opportunity.title,
      altText: 'Undo this in the list of opportunities',
      undo: () => update.mutate({ id: opportunity.id, status: opportunity.status }),
    });

  const implement = useMutation({
    mutationFn: (opportunity: Opportunity) => opportunityApi.implement(opportunity.id),
    onMutate: (opportunity) => begin(opportunity.id, 'implementing'),
    onSuccess: (answer, opportunity) => {
      patch(opportunity.id, { ...answer.opportunity, status: answer.status });
      tellWithUndo('Being implemented', opportunity);
    },
    onError: (error, _opportunity, before) => {
      takeBack(before);
      tell(failures.implementOpportunity, error);
    },
  });

  const dismiss = (opportunity: Opportunity) =>
    update.mutate(
      { id: opportunity.id, status: 'dismissed' },
      { onSuccess: () => tellWithUndo('Dismissed', opportunity) },
    );

  return { implement, dismiss };
}

function tell(title: string, error: unknown): void {
  const text = errorText(error, title);
  showToast({ title, description: text === title ? undefined : text, variant: 'destructive' });
}
