import type { Demo } from '@/api/types';
import { engineInfo } from '@/components/engines/engine-words';
import { actionLabel } from '@/components/insights/action-label';
import { MoneyRange } from '@/components/money/money-range';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { SimulatedBadge } from '@/components/websites/simulated-badge';
import { readableTitle } from '@/lib/readable';

type Insight = Demo['insights'][number];

/** As many as the hub recommends. */
const SHOWN = 3;

/** The most valuable actions that the engines recommend for the market. */
export function NextActionsCard({ insights }: { insights: readonly Insight[] }) {
  const best = nextActions(insights);
  if (best.length === 0) return null;
  return (
    <Card aria-label="Next actions">
      <CardHeader
        title="Next actions"
        description="The most valuable action of each engine, with its monthly value."
        actions={<SimulatedBadge />}
      />
      <ol className="divide-y divide-border px-5 py-2">
        {best.map((insight) => (
          <li key={insight.id} className="grid gap-1 py-2.5">
            <p className="font-medium text-pretty wrap-anywhere">{actionLabel(insight.action)}</p>
            <p className="text-[0.8125rem] text-pretty wrap-anywhere text-muted-foreground">
              {readableTitle(insight.title)}
            </p>
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[0.8125rem]">
              <Badge>{engineInfo(insight.engineId).name}</Badge>
              <MoneyRange money={insight.impact} inline />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Returns the insight with an action and the highest monthly value of each engine, the most valuable first. */
export function nextActions(insights: readonly Insight[]): readonly Insight[] {
  const worthDoing = insights
    .filter((insight) => actionLabel(insight.action) !== null && insight.impact)
    .toSorted((a, b) => value(b) - value(a));
  const engines = new Set<string>();
  const first = worthDoing.filter(({ engineId }) => !engines.has(engineId) && engines.add(engineId));
  return first.slice(0, SHOWN);
}

const value = ({ impact }: Insight): number => impact?.midCents ?? 0;
