import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerApi, answerQueries } from '@/api/answers';
import { errorText } from '@/api/errors';
import { runQueries } from '@/api/runs';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { engineName } from '@/lib/answer-words';
import { toastFailure } from '@/lib/failed';
import { formatMicros, formatNumber } from '@/lib/format';
import { AnswerPriceNote } from './answer-price-note';

/** Shows what a check costs before it is started. */
export function CheckDialog({ websiteId, open, onClose }: { websiteId: string; open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const query = useQuery({ ...answerQueries.estimate(websiteId), enabled: open });
  const check = useMutation({
    mutationFn: () => answerApi.check(websiteId),
    onSuccess: ({ run }) => {
      queries.setQueryData(runQueries.detail(run.id).queryKey, { success: true, run });
      queries.invalidateQueries({ queryKey: answerQueries.all() });
      queries.invalidateQueries({ queryKey: ['runs', 'list'] });
      onClose();
    },
    onError: (error) => toastFailure('The check was not started', errorText(error)),
  });
  const canStart = query.data?.engines.some(({ firstMicros }) => firstMicros != null) ?? false;
  const leastReserved = Math.min(...(query.data?.engines.flatMap(({ mostMicros }) => mostMicros ?? []) ?? []));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Check AI answers"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button needsNetwork disabled={!canStart} busy={check.isPending} onClick={() => check.mutate()}>
            Start check
          </Button>
        </>
      }
    >
      <QueryPanel query={query} fallback="Failed to estimate the cost." loading={<Skeleton className="h-32" />}>
        {({ prompts, engines, firstMicros, mostMicros, budgetMicros }) => (
          <div className="grid gap-4 text-[0.8125rem]">
            <p>
              {formatNumber(prompts, 0)} {prompts === 1 ? 'prompt' : 'prompts'}: five answers of each engine first,
              about {formatMicros(firstMicros)}. Then further answers where value and uncertainty are largest, up to{' '}
              {formatMicros(mostMicros)} in total.
            </p>
            <p>
              The budget of a check is {formatMicros(budgetMicros)}. It is never exceeded: a question is asked only if
              the budget covers the most that the answer can cost.
            </p>
            <ul className="grid gap-2">
              {engines.map(({ engine, firstMicros: first, mostMicros: most, meanMicros, price, problem }) => (
                <li key={engine}>
                  <span className="font-medium wrap-anywhere">{engineName(engine)}</span>:{' '}
                  {problem ? (
                    <span className="text-destructive">{problem}</span>
                  ) : (
                    <>
                      about {formatMicros(first)} for the first answers; {formatMicros(most)} must be left for each
                      answer
                      {meanMicros == null ? '' : `; an answer cost ${formatMicros(meanMicros)} on average so far`}
                      {price ? <AnswerPriceNote price={price} /> : null}
                    </>
                  )}
                </li>
              ))}
            </ul>
            {Number.isFinite(leastReserved) && leastReserved > budgetMicros ? (
              <Callout tone="warning" title="The budget does not cover an answer">
                <p>
                  An answer can cost up to {formatMicros(leastReserved)}. Raise the budget in the settings, or choose a
                  cheaper model or one without web search.
                </p>
              </Callout>
            ) : firstMicros > budgetMicros ? (
              <Callout tone="warning" title="The budget may not cover five answers of every prompt">
                <p>Prompts of the highest value are asked first. Raise the budget in the settings to ask all.</p>
              </Callout>
            ) : null}
          </div>
        )}
      </QueryPanel>
    </Dialog>
  );
}
