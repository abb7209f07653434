import { useQuery } from '@tanstack/react-query';
import type { Engine, Insight, Run, Website } from '@/api/types';
import { feedQuery } from '@/components/insights/insight-feed';
import { MoneyRange } from '@/components/money/money-range';
import { usePlanThis } from '@/components/plans/use-plan-this';
import { Failed } from '@/components/states/failed';
import { Button } from '@/components/ui/button';
import { readable, readableTitle } from '@/lib/readable';

/** Steps shown; the tab with the insights lists all. */
const SHOWN = 3;

/** Recommended actions of the insights that a run found; without any, the data that would improve its result. */
export function NextSteps({
  engine,
  website,
  run,
  needs,
}: {
  engine: Engine;
  website: Website | null;
  run: Run;
  needs: readonly string[];
}) {
  const query = useQuery(feedQuery(engine.id, website));
  const steps = (query.data?.insights ?? []).filter((each) => each.runId === run.id && each.action).slice(0, SHOWN);
  return (
    <>
      {query.isError && !query.data ? (
        <p className="text-[0.8125rem] text-muted-foreground">
          What to do next: <Failed what="What to do next" query={query} />
        </p>
      ) : null}
      <Steps steps={steps} needs={needs} />
    </>
  );
}

function Steps({ steps, needs }: { steps: readonly Insight[]; needs: readonly string[] }) {
  if (steps.length === 0 && needs.length === 0) return null;
  const title = steps.length > 0 ? 'What to do next' : 'Improve these results';
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      {steps.length > 0 ? (
        <ol className="mt-1 divide-y divide-border">
          {steps.map((insight) => (
            <Step key={insight.id} insight={insight} isNamedByTitle={isRepeated(insight, steps)} />
          ))}
        </ol>
      ) : (
        <ul className="mt-1 grid list-disc gap-0.5 pl-5">
          {needs.map((need) => (
            <li key={need}>{readable(need)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Whether another step has the same label, so that only the titles differ. */
function isRepeated({ id, action }: Insight, steps: readonly Insight[]): boolean {
  return steps.some((other) => other.id !== id && other.action?.label === action?.label);
}

function Step({ insight, isNamedByTitle }: { insight: Insight; isNamedByTitle: boolean }) {
  const plan = usePlanThis();
  const names = [insight.action && readable(insight.action.label), readableTitle(insight.title)];
  const [name, rest] = isNamedByTitle ? names.toReversed() : names;
  return (
    <li className="grid items-center justify-items-start gap-x-4 gap-y-2 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{name}</span>
          {insight.impact ? (
            <span className="text-[0.8125rem]">
              <MoneyRange money={insight.impact} inline /> <span className="text-muted-foreground">a month</span>
            </span>
          ) : null}
        </span>
        <span className="text-[0.8125rem] wrap-anywhere text-muted-foreground">{rest}</span>
      </span>
      <Button
        variant="outline"
        size="sm"
        busy={plan.isPending}
        needsNetwork
        onClick={() => plan.mutate({ insightId: insight.id })}
      >
        Create plan<span className="sr-only">: {insight.title}</span>
      </Button>
    </li>
  );
}
