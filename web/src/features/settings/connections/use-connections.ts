import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connectionApi, connectionQueries } from '@/api/connections';
import { errorText } from '@/api/errors';
import type { Schemas } from '@/api/types';
import { useLiveEvent } from '@/hooks/use-live-event';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { toastFailure } from '@/lib/failed';
import { RUNS_TOPIC, wantTopic } from '@/lib/live/topics';

/** Refetches connections when the status of one changes. */
export function useConnectionUpdates(): void {
  const queries = useQueryClient();
  useEffect(() => wantTopic(RUNS_TOPIC), []);
  useLiveEvent('connection:status', () => queries.invalidateQueries({ queryKey: connectionQueries.all() }));
}

/** Returns whether the user may connect, change and disconnect accounts: viewers only see them. */
export function useCanChange(): boolean {
  return useWorkspaces().current?.role !== 'viewer';
}

/** Tests and disconnects an account. */
export function useConnectionActions(onRemoved: () => void) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: connectionQueries.all() });
  const test = useMutation({
    mutationFn: connectionApi.test,
    onError: (error) => toastFailure('Failed to test the connection', errorText(error)),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: connectionApi.remove,
    onError: (error) => toastFailure('Failed to disconnect the account', errorText(error)),
    onSettled: () => {
      onRemoved();
      return refresh();
    },
  });
  return { test, remove };
}

/** Leaves for Google's consent page. */
export function useGoogleConsent() {
  return useMutation({
    mutationFn: (body: Schemas['NewGoogleConsent']) => connectionApi.askGoogle(body),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastFailure('Failed to open the page of Google', errorText(error)),
  });
}
