import { useQuery } from '@tanstack/react-query';
import type { Crawl } from '@/api/crawls';
import { runQueries } from '@/api/runs';
import { RunProgress } from '@/components/runs/run-progress';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { formatDateTime } from '@/lib/format';
import { isUnderWay } from './crawl-words';
import type { Starter } from './use-starter';

/** State of a crawl without a result: its progress, or why it has none. */
export function StateCard({ crawl, starter }: { crawl: Crawl; starter: Starter }) {
  return (
    <Card aria-label="State of the crawl" className="p-5">
      {isUnderWay(crawl) || crawl.status === 'succeeded' ? (
        <RunProgress runId={crawl.runId} title={`Crawl of ${crawl.url}`} isReadOnly={!starter.canChange} />
      ) : (
        <Ended crawl={crawl} starter={starter} />
      )}
    </Card>
  );
}

const ENDS: Record<string, string> = { failed: 'failed', cancelled: 'was cancelled' };

function Ended({ crawl, starter }: { crawl: Crawl; starter: Starter }) {
  const hasFailed = crawl.status === 'failed';
  const { data: run } = useQuery({ ...runQueries.detail(crawl.runId), enabled: hasFailed });
  const reason = run ? (run.error?.detail ?? 'No reason was reported.') : '';
  return (
    <Callout
      tone={hasFailed ? 'danger' : 'info'}
      title={`The crawl of ${formatDateTime(crawl.createdAt)} ${ENDS[crawl.status ?? ''] ?? 'has no result'}`}
      action={
        starter.canCrawl ? (
          <Button variant="outline" size="sm" needsNetwork onClick={() => starter.open(crawl)}>
            Crawl again
          </Button>
        ) : null
      }
    >
      <p>{hasFailed ? reason : 'Nothing of it is shown or used.'}</p>
    </Callout>
  );
}
