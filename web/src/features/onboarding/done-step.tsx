import { useQuery } from '@tanstack/react-query';
import { engineQueries } from '@/api/engines';
import type { Insight } from '@/api/types';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { formatConfidence, formatMoneyRange } from '@/lib/format';
import { readableTitle } from '@/lib/readable';
import { failures } from '@/lib/strings';
import { KEYWORD_ENGINE } from './keyword-engine';
import { NextActions } from './next-actions';

const SHOWN = 3;
/** Number of loaded insights: enough to include more than the first notes about the data. */
const ASKED = 50;

/** Opportunities before notes, each in the engine's order. */
function firstFindings(insights: readonly Insight[]): Insight[] {
  const [opportunities, rest] = [true, false].map((wanted) =>
    insights.filter(({ severity }) => (severity === 'opportunity') === wanted),
  );
  return [...(opportunities ?? []), ...(rest ?? [])].slice(0, SHOWN);
}

/** First insights, and three actions to go on with. */
export function DoneStep({
  websiteId,
  crawlId,
  busy,
  onFinish,
}: {
  websiteId: string;
  /** Empty without a crawl. */
  crawlId: string;
  busy: boolean;
  onFinish: (to: string | null) => void;
}) {
  return (
    <>
      {crawlId ? (
        <PageHeader title="Your crawl is running" description="Its page shows the issues that it finds." />
      ) : (
        <PageHeader
          title="Your first findings"
          description="The most important findings of the engine. The dashboard shows all of them with their data."
        />
      )}
      {/* Above the findings, so that they do not move under the pointer when the findings arrive. */}
      <div className="mb-6 flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => onFinish(null)}>
          Open the dashboard
        </Button>
        <Button
          variant="outline"
          disabled={busy}
          onClick={() => onFinish(websiteId ? `/keyword-finder?website=${websiteId}` : '/keyword-finder')}
        >
          Open the keyword finder
        </Button>
      </div>
      <NextActions websiteId={websiteId} crawlId={crawlId} busy={busy} onChoose={onFinish} />
      {crawlId ? null : <Findings />}
    </>
  );
}

function Findings() {
  const insights = useQuery(engineQueries.insights({ engineId: KEYWORD_ENGINE, limit: ASKED }));
  return (
    <QueryPanel
      query={insights}
      fallback={failures.engineInsights}
      isEmpty={(page) => page.insights.length === 0}
      empty={
        <EmptyPanel
          title="No insights"
          text="The engine found nothing significant. The keyword finder lists all keywords with their metrics."
        />
      }
    >
      {(page) => (
        <ul className="grid gap-3">
          {firstFindings(page.insights).map((insight) => (
            <Finding key={insight.id} insight={insight} />
          ))}
        </ul>
      )}
    </QueryPanel>
  );
}

function Finding({ insight }: { insight: Insight }) {
  return (
    <li className="rounded-lg border border-border bg-card p-4">
      <p className="font-medium">{readableTitle(insight.title)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Badge tone="brand">{insight.kind.replaceAll('_', ' ')}</Badge>
        {insight.impact ? <Badge>{formatMoneyRange(insight.impact)} a month</Badge> : null}
        <Badge>{formatConfidence(insight.confidence)} confidence</Badge>
      </div>
    </li>
  );
}
