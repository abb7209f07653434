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
  /** Said when it is saved, with an offer to undo it; nothing where it is an undoing itself. */
  done?: string;
}

const KEY = ['engines', 'insights'];

/**
 * Says what came of an insight: shown at once, taken back with the server's text when it refuses. One after another for
 * each insight, so that the last word counts.
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
      // How often the engine was right follows from it.
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
