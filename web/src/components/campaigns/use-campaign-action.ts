import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Campaign, type CampaignStep, campaignApi } from '@/api/campaigns';
import { errorText } from '@/api/errors';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';

const DONE: Record<CampaignStep, string> = {
  pause: 'Paused: it starts no more sites',
  resume: 'Resumed',
  stop: 'Stopped: live sites stay live',
};

const FAILED: Record<CampaignStep, string> = {
  pause: 'Failed to pause the campaign',
  resume: 'Failed to resume the campaign',
  stop: 'Failed to stop the campaign',
};

/** Pauses, resumes or stops a campaign. */
export function useCampaignAction({ id }: Pick<Campaign, 'id'>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (step: CampaignStep) => campaignApi.act(id, step),
    onSuccess: (_, step) => void showToast({ title: DONE[step] }),
    onError: (error, step) => toastFailure(FAILED[step], errorText(error)),
    onSettled: () =>
      Promise.all(['campaigns', 'deployments'].map((noun) => queries.invalidateQueries({ queryKey: [noun] }))),
  });
}

/** Deletes a campaign that was never launched, or has ended. */
export function useDeleteCampaign({ id }: Pick<Campaign, 'id'>, onDeleted: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => campaignApi.remove(id),
    onSuccess: () => {
      showToast({ title: 'Campaign deleted' });
      onDeleted();
      return queries.invalidateQueries({ queryKey: ['campaigns', 'list'] });
    },
    onError: (error) => toastFailure('Failed to delete the campaign', errorText(error)),
  });
}
