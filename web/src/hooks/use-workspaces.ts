import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { Workspace } from '@/api/types';
import { clearOfflineData } from '@/lib/service-worker';
import { DEFAULT_DESTINATION } from '@/lib/session/return-to';
import { chooseWorkspace, chosenWorkspace, useWorkspaceChoice } from '@/lib/session/workspace';
import { showToast } from '@/lib/toast';
import { forgetUndo } from '@/lib/undo';
import { beforeLeaving } from '@/lib/unsaved';
import { useAuth } from './use-auth';

/** First elements of query keys with data independent of the workspace. */
const OF_NO_WORKSPACE = new Set<unknown>(['account', 'admin', 'notifications', 'server-config', 'user', 'workspaces']);

/** The workspaces of the user, the one they work in, and the way into another, which asks before a form is lost. */
export function useWorkspaces() {
  const { user } = useAuth();
  const chosen = useWorkspaceChoice((state) => state.workspaceId);
  const workspaces = user?.workspaces ?? [];
  const current = workspaces.find(({ id, personal }) => (chosen === null ? personal : id === chosen)) ?? null;
  const go = useSwitchWorkspace();
  return { workspaces, current, switchTo: (workspace: Workspace) => beforeLeaving(() => go(workspace)) };
}

/** Called after the user has left a workspace: if it was the current one, switches to the personal workspace. */
export function useOutOf(workspaceId: string): () => Promise<void> {
  const switchTo = useSwitchWorkspace();
  const { refreshUser } = useAuth();
  return useCallback(() => {
    if (chosenWorkspace() === workspaceId) switchTo(null);
    return refreshUser();
  }, [workspaceId, switchTo, refreshUser]);
}

/**
 * Switches to another workspace, or to the personal one (null): clears data of the previous one and opens the
 * dashboard.
 */
export function useSwitchWorkspace(): (workspace: Workspace | null) => void {
  const { user, setUser } = useAuth();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    (workspace) => {
      forgetWorkspaceData(queries);
      // Synchronously, because a mounted screen would request data of the old workspace from the new one.
      flushSync(() => {
        chooseWorkspace(workspace === null || workspace.personal ? null : workspace.id);
        const isNew = workspace && user && !user.workspaces?.some(({ id }) => id === workspace.id);
        if (isNew) setUser({ ...user, workspaces: [...(user.workspaces ?? []), workspace] });
      });
      letGoOfChanges(queries);
      navigate(DEFAULT_DESTINATION);
      if (workspace) showToast({ title: `Switched to ${workspace.name}` });
    },
    [user, setUser, queries, navigate],
  );
}

/** Clears data and offers of the previous workspace, and cancels pending requests. */
function forgetWorkspaceData(queries: QueryClient): void {
  clearOfflineData();
  forgetUndo();
  queries.removeQueries({ predicate: ({ queryKey }) => !OF_NO_WORKSPACE.has(queryKey[0]) });
}

/** Detaches pending mutations, which complete in the workspace in which they were started. */
function letGoOfChanges(queries: QueryClient): void {
  for (const mutation of queries.getMutationCache().getAll()) mutation.setOptions({});
}
