import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { performanceQueries } from '@/api/performance';
import { type Daily, dense } from './daily';

const NOTHING: Daily = { days: [], values: [] };

/** What was measured of a website day by day, as far as the server tells it; nothing while it is not known. */
export function useDaily(websiteId: string | undefined, metric = 'clicks'): Daily {
  const query = useQuery({ ...performanceQueries.metrics(websiteId), enabled: websiteId !== undefined });
  return useMemo(() => {
    const found = query.data?.find(({ id }) => id === metric);
    return found ? dense(found.series) : NOTHING;
  }, [query.data, metric]);
}
