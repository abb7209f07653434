import { useMutation, useQueryClient } from '@tanstack/react-query';
import { engineApi, type InsightVerdict } from '@/api/engines';
import { errorText } from '@/api/errors';
import type { Insight } from '@/api/types';
import { toastFailure } from '@/lib/failed';
import { failures } from '@/lib/strings';
import { offerUndo } from '@/lib/undo';

interface Lists {
  insights: Insight[];
}

interface Judging {
  verdict: InsightVerdict;
  /** Message after saving, with Undo; empty for an undo itself. */
  done?: string;
}

const KEY = ['engines', 'insights'];

/**
 * Records the outcome of an insight: shown at once, reverted with the server's message on an error. Changes of the same
 * insight are sent in order.
 */
export function useVerdict({ id, title }: Insight) {
  const queries = useQueryClient();

  const show = (verdict: Insight['verdict']) =>
    queries.setQueriesData<Lists>({ queryKey: KEY }, (lists) =>
      lists
        ? { ...lists, insights: lists.insights.map((each) => (each.id === id ? { ...each, verdict } : each)) }
        : lists,
    );

  const { mutate } = useMutation({
    scope: { id: `verdict:${id}` },
    mutationFn: ({ verdict }: Judging) => engineApi.judge(id, verdict),
    onMutate: async ({ verdict }) => {
      const before = shownVerdict(queries.getQueriesData<Lists>({ queryKey: KEY }), id);
      await queries.cancelQueries({ queryKey: KEY });
      show(verdict);
      return { before };
    },
    onSuccess: ({ insight }, { done }, { before }) => {
      show(insight.verdict);
      // The engine's calibration depends on it.
      for (const queryKey of [['forecasts'], ['engines', 'status']]) queries.invalidateQueries({ queryKey });
      if (!done) return;
      const undo = () => mutate({ verdict: before === 'confirmed' || before === 'refuted' ? before : 'open' });
      offerUndo({ title: done, description: title, altText: 'Undo this in the details of the insight', undo });
    },
    onError: (error, _judging, context) => {
      show(context?.before ?? 'open');
      toastFailure(failures.judgeInsight, errorText(error, failures.judgeInsight));
    },
  });
  return mutate;
}

function shownVerdict(all: [unknown, Lists | undefined][], id: string): Insight['verdict'] {
  const found = all.flatMap(([, lists]) => lists?.insights ?? []).find((insight) => insight.id === id);
  return found?.verdict ?? 'open';
}
