import { chosenWorkspace } from '@/lib/session/workspace';
import { type ApiError, isNotFound } from './errors';

/** Message of the server for a workspace of which the caller is not a member. */
const NO_SUCH_WORKSPACE = 'There is no such workspace.';
/** Calls with a workspace in the path: their 404 refers to that one, not the selected one. */
const NAMED_IN_ADDRESS = /^\/api\/(workspaces|invites)(\/|\?|$)/;

let onWorkspaceLost: () => void = () => {};

/** Registers the handler for a removed current workspace (one listener). Returns the function to unregister it. */
export function setWorkspaceLostHandler(handler: () => void): () => void {
  onWorkspaceLost = handler;
  return () => {
    if (onWorkspaceLost === handler) onWorkspaceLost = () => {};
  };
}

/**
 * Checks a failed call. If it failed because of its workspace, and that is still selected, the handler is called once,
 * although several concurrent calls may fail.
 *
 * @param named the workspace that was selected when the call was sent
 */
export function noteRefusal(error: ApiError, path: string, named: string | null): void {
  if (named === null || named !== chosenWorkspace() || NAMED_IN_ADDRESS.test(path)) return;
  if (isNotFound(error) && error.message === NO_SUCH_WORKSPACE) onWorkspaceLost();
}
