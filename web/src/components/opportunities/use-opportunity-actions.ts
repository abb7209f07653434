import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { opportunityApi } from '@/api/opportunities';
import type { Opportunity } from '@/api/types';
import { plural } from '@/lib/format';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';

interface Lists {
  opportunities: Opportunity[];
}

type Status = Opportunity['status'];
type Change = Partial<Opportunity> & { id: string };

/** An operation on opportunities: the optimistic status, the call, and its messages. */
interface Deed {
  status: (opportunity: Opportunity) => Status;
  send: (opportunity: Opportunity) => Promise<Change>;
  /** Message afterwards, with Undo; empty for an undo itself. */
  done?: string;
  failure: string;
}

const KEY = ['opportunities', 'list'];

const setStatus = async (id: string, status: Status) => (await opportunityApi.update(id, { status })).opportunity;

const IMPLEMENT: Deed = {
  status: () => 'implementing',
  send: async ({ id }) => {
    const { opportunity, status } = await opportunityApi.implement(id);
    return { ...opportunity, id, status };
  },
  done: 'Being implemented',
  failure: failures.implementOpportunity,
};

const DISMISS: Deed = {
  status: () => 'dismissed',
  send: ({ id }) => setStatus(id, 'dismissed'),
  done: 'Dismissed',
  failure: failures.updateOpportunity,
};

/** Restores the previous status of the given records. */
const UNDO: Deed = {
  status: ({ status }) => status,
  send: ({ id, status }) => setStatus(id, status),
  failure: failures.updateOpportunity,
};

/**
 * Implements and dismisses one or several opportunities: shown at once; failed ones are reverted with the server's
 * message, the others can be undone together.
 */
export function useOpportunityActions() {
  const queries = useQueryClient();

  const patch = ({ id, ...change }: Change) =>
    queries.setQueriesData<Lists>({ queryKey: KEY }, (before) =>
      before
        ? {
            ...before,
            opportunities: before.opportunities.map((each) => (each.id === id ? { ...each, ...change } : each)),
          }
        : before,
    );

  const begin = async ({ deed, all }: { deed: Deed; all: readonly Opportunity[] }) => {
    await queries.cancelQueries({ queryKey: KEY });
    for (const opportunity of all) patch({ id: opportunity.id, status: deed.status(opportunity) });
    const answers = await Promise.allSettled(all.map(deed.send));
    for (const [index, answer] of answers.entries()) {
      const before = all[index];
      if (answer.status === 'fulfilled') patch(answer.value);
      else if (before) patch(before);
    }
    const done = all.filter((_, index) => answers[index]?.status === 'fulfilled');
    if (done.length > 0 && deed.done) showWithUndo(deed.done, done);
    const refused = answers.find((answer) => answer.status === 'rejected');
    if (refused) showFailure(deed.failure, refused.reason);
  };

  const showWithUndo = (title: string, all: readonly Opportunity[]) =>
    offerUndo({
      title,
      description: all.length === 1 ? all[0]?.title : plural(all.length, 'opportunity', 'opportunities'),
      altText: 'Undo this in the list of opportunities',
      undo: () => mutate({ deed: UNDO, all }),
    });

  const { mutate, isPending } = useMutation({ mutationFn: begin });
  return {
    isPending,
    implement: (...all: readonly Opportunity[]) => mutate({ deed: IMPLEMENT, all }),
    dismiss: (...all: readonly Opportunity[]) => mutate({ deed: DISMISS, all }),
  };
}

function showFailure(title: string, error: unknown): void {
  const text = errorText(error, title);
  showToast({ title, description: text === title ? undefined : text, variant: 'destructive' });
}
