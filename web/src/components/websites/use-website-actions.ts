import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import type { Website } from '@/api/types';
import { websiteApi, websiteQueries } from '@/api/websites';
import { showToast } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';

/** Archives, restores and deletes a website, with messages. */
export function useWebsiteActions(onGone?: () => void) {
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: websiteQueries.all() }),
      queries.invalidateQueries({ queryKey: ['engines'] }),
      queries.invalidateQueries({ queryKey: ['opportunities'] }),
    ]);
  const failed = (title: string) => (error: unknown) =>
    showToast({ title, description: errorText(error), variant: 'destructive' });
  const restore = useMutation({
    mutationFn: (website: Website) => websiteApi.restore(website.id),
    onSuccess: ({ website }) => {
      refresh();
      showToast({ title: 'Website restored', description: website.host });
    },
    onError: failed('Failed to restore the website'),
  });
  const archive = useMutation({
    mutationFn: (website: Website) => websiteApi.archive(website.id),
    onSuccess: (_answer, website) => {
      refresh();
      onGone?.();
      offerUndo({
        title: 'Website archived',
        description: website.host,
        altText: 'Restore it from the archive on the projects page',
        undo: () => restore.mutate(website),
      });
    },
    onError: failed('Failed to archive the website'),
  });
  const remove = useMutation({
    mutationFn: (website: Website) => websiteApi.delete(website.id, website.host),
    onSuccess: (_answer, website) => {
      onGone?.();
      queries.removeQueries({ queryKey: websiteQueries.detail(website.id).queryKey });
      refresh();
      showToast({ title: 'Website deleted', description: website.host });
    },
    onError: failed('Failed to delete the website'),
  });
  return { archive, restore, remove };
}
