import { z } from 'zod/mini';
import { create } from 'zustand';
import { keptWorkspace } from './token-storage';

/** Header by which a call names its workspace. Without it the server takes the caller's personal one. */
export const WORKSPACE_HEADER = 'X-Workspace-Id';

/** The selected workspace of a user. Restricted to characters that browsers accept in a header. */
const keptChoice = z.object({ userId: z.string(), workspaceId: z.string().check(z.regex(/^[\w-]{1,64}$/)) });

interface Member {
  id: string;
  workspaces?: readonly { id: string }[];
}

interface WorkspaceChoice {
  /** Signed-in user; null for none. */
  userId: string | null;
  /** The workspace that calls name; null for the personal one. */
  workspaceId: string | null;
  /** Whether events may come from a workspace that is not shown. */
  hasOthers: boolean;
}

const NOBODY: WorkspaceChoice = { userId: null, workspaceId: null, hasOthers: false };

/** The workspace that this tab works in. It lasts over a reload, and is forgotten at logout. */
export const useWorkspaceChoice = create<WorkspaceChoice>(() => NOBODY);

export function chosenWorkspace(): string | null {
  return useWorkspaceChoice.getState().workspaceId;
}

/** Headers that select this workspace; empty for the personal one. */
export function workspaceHeaders(workspaceId: string | null): Record<string, string> {
  return workspaceId === null ? {} : { [WORKSPACE_HEADER]: workspaceId };
}

/**
 * Continues as this user: after a sign-in with the workspace last selected in this browser.
 *
 * @returns false if they are no longer a member of it, and use their personal workspace
 */
export function followUser(user: Member): boolean {
  const { userId, workspaceId } = useWorkspaceChoice.getState();
  const hasOthers = (user.workspaces?.length ?? 1) > 1;
  const wanted = userId === user.id ? workspaceId : choiceOf(user.id);
  const isLost = userId !== user.id && wanted !== null && isOutside(user, wanted);
  useWorkspaceChoice.setState({ userId: user.id, workspaceId: isLost ? null : wanted, hasOthers });
  if (isLost) keptWorkspace.clear();
  return !isLost;
}

/** Selects this workspace; null is the personal one. The caller must clear the visible data. */
export function chooseWorkspace(workspaceId: string | null): void {
  const { userId } = useWorkspaceChoice.getState();
  if (userId === null) return;
  useWorkspaceChoice.setState({ workspaceId });
  if (workspaceId === null) keptWorkspace.clear();
  else keptWorkspace.write(JSON.stringify({ userId, workspaceId }));
}

/** Ends the session. The selection is kept for the same user, unless they signed out themselves. */
export function followNobody(): void {
  useWorkspaceChoice.setState(NOBODY);
}

function isOutside({ workspaces }: Member, workspaceId: string): boolean {
  return workspaces !== undefined && !workspaces.some(({ id }) => id === workspaceId);
}

function choiceOf(userId: string): string | null {
  try {
    const choice = keptChoice.parse(JSON.parse(keptWorkspace.read() ?? 'null'));
    return choice.userId === userId ? choice.workspaceId : null;
  } catch {
    return null;
  }
}
