import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerApi, answerQueries } from '@/api/answers';
import { errorText } from '@/api/errors';
import { toastFailure } from '@/lib/failed';

/** Reads and counts the stored answers of a website again, with the current names and rivals. Asks nothing. */
export function useReadAgain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (websiteId: string) => answerApi.readAgain(websiteId),
    onSuccess: () => queries.invalidateQueries({ queryKey: answerQueries.all() }),
    onError: (error) => toastFailure('The answers were not read again', errorText(error)),
  });
}
