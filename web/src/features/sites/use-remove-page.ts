import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { siteApi } from '@/api/sites';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';

/** Removes a page that a person added; the site changes with its next release. */
export function useRemovePage(siteId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => siteApi.removePage(siteId, path),
    onSuccess: () => showToast({ title: 'Page removed', description: 'Build a release to take it off the site.' }),
    onError: (error) => toastFailure('Failed to remove the page', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sites'] }),
  });
}
