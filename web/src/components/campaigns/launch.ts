import { useQueryClient } from '@tanstack/react-query';
import { campaignApi } from '@/api/campaigns';
import { errorText } from '@/api/errors';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';

/** Launches a campaign at once, and offers to undo it, which pauses it. */
export function useLaunch() {
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all(['campaigns', 'deployments'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
  const undo = async (id: string) => {
    try {
      await campaignApi.act(id, 'pause');
      showToast({
        title: 'Launch undone: the campaign is paused',
        description: 'Sites that its first step has started are not public without your approval.',
      });
    } catch (error) {
      toastFailure('Failed to undo the launch', errorText(error));
    }
    await refresh();
  };
  return async ({ id, name }: { id: string; name: string }) => {
    try {
      await campaignApi.launch(id);
      offerUndo({
        title: `${name} is launched`,
        description: 'Its first step is at work. Its sites wait for your approval. Undo pauses it.',
        altText: 'Undo with the key Z',
        undo: () => void undo(id),
      });
    } catch (error) {
      toastFailure('Failed to launch the campaign', errorText(error));
    }
    await refresh();
  };
}
