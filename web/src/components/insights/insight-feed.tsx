import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { engineQueries } from '@/api/engines';
import type { Insight, Website } from '@/api/types';
import { ENGINES } from '@/components/engines/engine-words';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { ArrivalsPill } from '@/components/ui/arrivals-pill';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { useArrivals } from '@/hooks/use-arrivals';
import { INSIGHTS_KEPT } from '@/lib/constants';
import { failures } from '@/lib/strings';
import { InsightItem } from './insight-item';

/** Number of insights shown initially, and added with each "Show more". */
const STEP = 10;

/** Query of the feed, which other components can share without another request. */
export function feedQuery(engineId: string, website: Website | null) {
  const params = {
    ...(engineId ? { engineId } : {}),
    ...(website ? { websiteId: website.id } : {}),
    limit: INSIGHTS_KEPT,
  };
  return engineQueries.insights(params);
}

/** Insights, newest first. New ones wait behind a "3 new" button, to avoid layout shifts under the pointer. */
export function InsightFeed({
  engineId,
  website,
  onEngine,
  step = STEP,
}: {
  /** Only of this engine; empty for all. */
  engineId: string;
  /** Only for this website (and for none in particular). */
  website: Website | null;
  /** Called with the selected engine; without it the filter is hidden. */
  onEngine?: (engineId: string) => void;
  /** Number of insights that are shown at once. */
  step?: number;
}) {
  const query = useQuery(feedQuery(engineId, website));
  const wanted = useMemo(
    () => query.data && about(query.data.insights, website?.id ?? null, engineId),
    [query.data, website, engineId],
  );
  const { shown, arrived, accept } = useArrivals(wanted, `${engineId}|${website?.id ?? ''}`);
  const [count, setCount] = useState(step);
  const refresh = async () => {
    await query.refetch();
    accept();
  };
  return (
    <Card aria-label="Insights" className="overflow-clip">
      <CardHeader
        title="Insights"
        description="Findings of the engines with their evidence, newest first."
        className="pb-3"
        actions={
          <>
            {onEngine ? <EngineFilter engineId={engineId} onEngine={onEngine} /> : null}
            <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={refresh} />
          </>
        }
      />
      <ArrivalsPill count={arrived} onShow={accept} />
      <QueryPanel
        query={query}
        fallback={failures.engineInsights}
        loading={<LoadingRows rows={5} />}
        isEmpty={() => shown.length === 0}
        empty={<NoInsights filtered={engineId !== ''} onAll={onEngine ? () => onEngine('') : undefined} />}
      >
        {() => (
          <>
            <ul className="divide-y divide-border border-t border-border">
              {shown.slice(0, count).map((insight) => (
                <InsightItem key={insight.id} insight={insight} />
              ))}
            </ul>
            {count < shown.length ? (
              <div className="flex justify-center border-t border-border p-3">
                <Button variant="outline" size="sm" onClick={() => setCount(count + step)}>
                  Show more of {shown.length}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </QueryPanel>
    </Card>
  );
}

/** Insights of an engine for a website, including those for none in particular; at most a hundred. */
export function about(insights: readonly Insight[], websiteId: string | null, engineId: string): Insight[] {
  const ofEngine = insights.filter((each) => engineId === '' || each.engineId === engineId);
  const found = ofEngine.filter((each) => !websiteId || !each.websiteId || each.websiteId === websiteId);
  return found.slice(0, INSIGHTS_KEPT);
}

function EngineFilter({ engineId, onEngine }: { engineId: string; onEngine: (engineId: string) => void }) {
  return (
    <Select
      aria-label="Engine"
      className="h-8 w-auto"
      value={engineId}
      onChange={(event) => onEngine(event.target.value)}
    >
      <option value="">All engines</option>
      {ENGINES.map((engine) => (
        <option key={engine.id} value={engine.id}>
          {engine.name}
        </option>
      ))}
    </Select>
  );
}

function NoInsights({ filtered, onAll }: { filtered: boolean; onAll?: () => void }) {
  if (filtered && onAll) {
    return (
      <EmptyPanel
        title="No insights from this engine yet"
        text="Its insights appear here after its first run."
        action={
          <Button variant="outline" size="sm" onClick={onAll}>
            Show all engines
          </Button>
        }
      />
    );
  }
  return <EmptyPanel title="No insights yet" text="Run an engine. Its findings appear here, each with its evidence." />;
}
