import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { type Review, type Site, type SiteChanges, siteApi, siteQueries } from '@/api/sites';
import { asksForReview } from '@/components/sites/review';
import { toastFailure } from '@/lib/failed';
import { plural } from '@/lib/format';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';

/** What changes a site: each refetches everything that shows sites. */
export function useSiteActions({ id }: Pick<Site, 'id'>, onDeleted?: () => void) {
  const queries = useQueryClient();
  const refresh = async () => {
    await Promise.all(
      ['sites', 'deployments', 'pipeline', 'documents', 'runs'].map((noun) =>
        queries.invalidateQueries({ queryKey: [noun] }),
      ),
    );
  };
  const failing = (title: string) => (error: unknown) => toastFailure(title, errorText(error));
  const build = useMutation({
    mutationFn: (rewrite: string[]) => siteApi.build(id, rewrite),
    onSuccess: (_, rewrite) =>
      showToast({
        title: rewrite.length > 0 ? `Rewriting ${plural(rewrite.length, 'page')}` : 'Building the site',
        description: 'The new release waits for your approval.',
      }),
    onError: failing('Failed to build the site'),
    onSettled: refresh,
  });
  const deploy = useMutation({
    mutationFn: (releaseId: string) => siteApi.deploy(id, releaseId),
    onError: failing(failures.deployment),
    onSettled: refresh,
  });
  const approve = useMutation({
    mutationFn: ({ releaseId, review }: { releaseId: string; review?: Review }) =>
      approveAndDeploy(id, releaseId, review),
    onError: (error, { review }) => {
      // Failures of a review are shown by its form.
      if (!review && !asksForReview(error)) failing('Failed to approve the release')(error);
    },
    onSettled: refresh,
  });
  const update = useMutation({
    mutationFn: (changes: SiteChanges) => siteApi.update(id, changes),
    onSettled: refresh,
  });
  const takeOffline = useMutation({
    mutationFn: () => siteApi.takeOffline(id),
    onSuccess: () => showToast({ title: 'The site is offline' }),
    onError: failing('Failed to take the site offline'),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => siteApi.remove(id),
    onSuccess: () => {
      // First away from its page, which would ask for the deleted site again.
      onDeleted?.();
      queries.removeQueries({ queryKey: siteQueries.detail(id).queryKey });
      showToast({ title: 'Site deleted', description: 'Its leads and its ledger remain.' });
    },
    onError: failing('Failed to delete the site'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sites', 'list'] }),
  });
  return { build, deploy, approve, update, takeOffline, remove };
}

/** Approves a release. If that did not start its deployment, starts it. */
async function approveAndDeploy(siteId: string, releaseId: string, review?: Review): Promise<void> {
  await siteApi.approve(releaseId, review);
  const { site } = await siteApi.find(siteId);
  if (site.status === 'approved' && site.runId === null) await siteApi.deploy(siteId, releaseId);
}
