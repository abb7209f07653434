import { useQueryClient } from '@tanstack/react-query';
import { isElsewhere } from '@/api/elsewhere';
import type { Opportunity } from '@/api/types';
import { useLiveEvent } from '@/hooks/use-live-event';

/** Adds newly found opportunities to the visible list. */
export function useDiscovered(): void {
  const queries = useQueryClient();
  useLiveEvent('opportunity:discovered', ({ opportunity }) => {
    if (!opportunity || isElsewhere(queries, opportunity.websiteId)) return;
    for (const query of queries.getQueryCache().findAll({ queryKey: ['opportunities', 'list'] })) {
      const filter = (query.queryKey[2] ?? {}) as { websiteId?: string };
      if (filter.websiteId && filter.websiteId !== opportunity.websiteId) continue;
      queries.setQueryData<{ opportunities: Opportunity[] }>(query.queryKey, (before) =>
        !before || before.opportunities.some((each) => each.id === opportunity.id)
          ? before
          : { ...before, opportunities: [opportunity, ...before.opportunities] },
      );
    }
  });
}
