import { chosenWorkspace } from '@/lib/session/workspace';
import { type ApiError, isNotFound } from './errors';

/** What the server says of a workspace that the caller is no member of. */
const NO_SUCH_WORKSPACE = 'There is no such workspace.';
/** Calls whose address names a workspace: what they do not find is that one, not the chosen one. */
const NAMED_IN_ADDRESS = /^\/api\/(workspaces|invites)(\/|\?|$)/;

let onWorkspaceLost: () => void = () => {};

/** Registers what happens when the chosen workspace is found to be gone (one listener). Returns the way to stop. */
export function setWorkspaceLostHandler(handler: () => void): () => void {
  onWorkspaceLost = handler;
  return () => {
    if (onWorkspaceLost === handler) onWorkspaceLost = () => {};
  };
}

/**
 * Hears of a refused call. When it was refused for its workspace, and that is still the chosen one, the handler is told,
 * once: many calls are under way at a time, and each of them fails.
 *
 * @param named the workspace that was chosen as the call went out
 */
export function noteRefusal(error: ApiError, path: string, named: string | null): void {
  if (named === null || named !== chosenWorkspace() || NAMED_IN_ADDRESS.test(path)) return;
  if (isNotFound(error) && error.message === NO_SUCH_WORKSPACE) onWorkspaceLost();
}
