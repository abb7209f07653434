import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { marketQueries } from '@/api/market-data';
import { toastFailure } from '@/lib/failed';

/** Changes own market data and reloads everything that depends on them. */
export function useChange<Of, Answer>(change: (of: Of) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: marketQueries.all() }),
    onError: (error) => toastFailure('The change failed', errorText(error)),
  });
}
