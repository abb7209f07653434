import { useEffect } from 'react';
import { setWorkspaceLostHandler } from '@/api/workspace-lost';
import { useAuth } from '@/hooks/use-auth';
import { useSwitchWorkspace } from '@/hooks/use-workspaces';
import { reportWorkspaceLost } from '@/lib/workspace-lost';

/** Leads back to the personal workspace when the server does not know the user in the chosen one any more. */
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
