import { useEffect } from 'react';
import { setWorkspaceLostHandler } from '@/api/workspace-lost';
import { useAuth } from '@/hooks/use-auth';
import { useSwitchWorkspace } from '@/hooks/use-workspaces';
import { reportWorkspaceLost } from '@/lib/workspace-lost';

/** Switches to the personal workspace if the user is no longer a member of the selected one. */
export function WorkspaceKeeper() {
  const switchTo = useSwitchWorkspace();
  const { refreshUser } = useAuth();
  useEffect(
    () =>
      setWorkspaceLostHandler(() => {
        switchTo(null);
        reportWorkspaceLost();
        void refreshUser();
      }),
    [switchTo, refreshUser],
  );
  return null;
}
