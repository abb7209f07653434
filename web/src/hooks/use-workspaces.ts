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

/** First words of the queries whose answers are the same in every workspace: they belong to the user or the server. */
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

/** What is to be done once the user is out of a workspace: who worked in it goes back to their personal one. */
export function useOutOf(workspaceId: string): () => Promise<void> {
  const switchTo = useSwitchWorkspace();
  const { refreshUser } = useAuth();
  return useCallback(() => {
    if (chosenWorkspace() === workspaceId) switchTo(null);
    return refreshUser();
  }, [workspaceId, switchTo, refreshUser]);
}

/**
 * Goes to work in another workspace, or in the personal one (null): nothing of the one before stays, and the dashboard
 * shows what is in the new one.
 */
export function useSwitchWorkspace(): (workspace: Workspace | null) => void {
  const { user, setUser } = useAuth();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    (workspace) => {
      forgetWorkspaceData(queries);
      // At once: a screen that still stood would ask the new workspace for what was in the old one.
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

/** Forgets what was asked and offered in the workspace before. Answers that are under way are broken off. */
function forgetWorkspaceData(queries: QueryClient): void {
  clearOfflineData();
  forgetUndo();
  queries.removeQueries({ predicate: ({ queryKey }) => !OF_NO_WORKSPACE.has(queryKey[0]) });
}

/** A change that is under way is made where it was begun; what its screen would write afterwards belongs there too. */
function letGoOfChanges(queries: QueryClient): void {
  for (const mutation of queries.getMutationCache().getAll()) mutation.setOptions({});
}
