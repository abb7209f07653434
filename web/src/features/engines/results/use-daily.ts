import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { performanceQueries } from '@/api/performance';
import { type Daily, dense } from './daily';

const NOTHING: Daily = { days: [], values: [] };

/** Daily figures of a website as far as the server has them; empty while unknown. */
export function useDaily(websiteId: string | undefined, metric = 'clicks'): Daily {
  const query = useQuery({ ...performanceQueries.metrics(websiteId), enabled: websiteId !== undefined });
  return useMemo(() => {
    const found = query.data?.find(({ id }) => id === metric);
    return found ? dense(found.series) : NOTHING;
  }, [query.data, metric]);
}
