import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { typedResult } from '@/api/engine-results';
import { type MarketScan, pipelineQueries } from '@/api/pipeline';
import { isFinished, runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import type { DiscoveryState, SetState } from './discovery-state';

/** The shown scan, the earlier ones, and the one that is running or has failed. */
export function useScan(state: DiscoveryState, setState: SetState) {
  const queries = useQueryClient();
  const [started, setStarted] = useState<string | null>(null);
  const list = useInfiniteQuery(pipelineQueries.scans());
  const scans: MarketScan[] = list.data?.pages.flatMap((page) => page.scans) ?? [];
  const done = scans.filter(({ run }) => run.status === 'succeeded');
  const shown = state.run || (done[0]?.run.id ?? '');
  const query = useQuery({ ...runQueries.result(shown), enabled: shown !== '' });
  const newest = scans[0]?.run;
  const waiting = newest && !isFinished(newest) ? newest.id : null;
  const followed = useQuery({ ...runQueries.detail(started ?? ''), enabled: started !== null });
  const result = query.data?.result ? typedResult('local.scan', query.data.result) : null;
  return {
    list,
    scans,
    done,
    shown,
    shownScan: scans.find(({ run }) => run.id === shown) ?? null,
    query,
    result,
    run: query.data?.run ?? null,
    /** A scan to follow: running, or ended without a result. */
    followed: started ?? waiting,
    isFailed: followed.data?.status === 'failed',
    follow: (run: Run) => setStarted(run.id),
    onFinished: (run: Run) => {
      queries.invalidateQueries({ queryKey: pipelineQueries.scans().queryKey });
      if (run.status !== 'succeeded') return;
      setStarted(null);
      setState({ run: run.id, row: '', pick: '', at: '' });
    },
  };
}
