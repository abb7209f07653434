import { chosenWorkspace } from '@/lib/session/workspace';

/** The address of a page that the browser opens by itself, without headers, so that it names the workspace. */
export function opened(address: string): string {
  const workspaceId = chosenWorkspace();
  if (!workspaceId) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ workspaceId })}`;
}
