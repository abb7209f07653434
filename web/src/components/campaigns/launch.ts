import { useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { campaignApi } from '@/api/campaigns';
import { errorText } from '@/api/errors';
import { NOTIFICATION_DURATION_MS } from '@/lib/constants';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';

interface Pending {
  /** Timers of campaigns that are launched unless someone undoes it, by the campaign's id. */
  timers: Readonly<Record<string, ReturnType<typeof setTimeout>>>;
}

const usePending = create<Pending>(() => ({ timers: {} }));

function forget(id: string): void {
  usePending.setState(({ timers }) => ({
    timers: Object.fromEntries(Object.entries(timers).filter(([other]) => other !== id)),
  }));
}

/** Cancels a launch that has not begun; false if there is none. */
export function undoLaunch(id: string): boolean {
  const timer = usePending.getState().timers[id];
  if (timer === undefined) return false;
  clearTimeout(timer);
  forget(id);
  showToast({ title: 'Launch undone', description: 'The campaign is a draft again. Nothing was started.' });
  return true;
}

/** True while a launch can still be undone. */
export function useIsLaunching(id: string): boolean {
  return usePending(({ timers }) => timers[id] !== undefined);
}

/** Launches a campaign after the time in which it can be undone. */
export function useLaunch() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['campaigns'] });
  const start = async (id: string) => {
    forget(id);
    try {
      await campaignApi.launch(id);
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['deployments'] })]);
    } catch (error) {
      toastFailure('Failed to launch the campaign', errorText(error));
      await refresh();
    }
  };
  return ({ id, name }: { id: string; name: string }) => {
    if (usePending.getState().timers[id] !== undefined) return;
    const timer = setTimeout(() => void start(id), NOTIFICATION_DURATION_MS);
    usePending.setState(({ timers }) => ({ timers: { ...timers, [id]: timer } }));
    offerUndo({
      title: `Launching ${name}`,
      description: 'Its first step starts in 5 seconds. Its sites wait for your approval.',
      altText: 'Undo with the key Z',
      undo: () => undoLaunch(id),
    });
  };
}
