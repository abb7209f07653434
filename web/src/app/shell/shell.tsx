import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { SectionLoader } from '@/components/states/page-loader';
import { OfflineBanner, SlowNote } from '@/components/states/panels';
import { useAuth } from '@/hooks/use-auth';
import { useOnline } from '@/hooks/use-online';
import { useOffline } from '@/lib/offline';
import { DEFAULT_DESTINATION, fullPath } from '@/lib/session/return-to';
import { useWorkspaceChoice } from '@/lib/session/workspace';
import { navigation } from '@/lib/strings';
import { Keyboard } from './keyboard';
import { PageProgress } from './page-progress';
import { TopBar } from './top-bar';

const NavDrawer = lazy(async () => ({ default: (await import('./nav-drawer')).NavDrawer }));

/** Frame of all signed-in screens: skip link, fixed bar, content. */
export function Shell({ children }: { children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false);
  // The drawer is loaded at its first use, and stays so that it can close.
  const [hasMenu, setHasMenu] = useState(false);
  const openMenu = () => {
    setHasMenu(true);
    setMenuOpen(true);
  };
  const { offline } = useAuth();
  const online = useOnline();
  const isKept = useOffline((state) => state.cachedAt !== null);
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-primary px-4 py-2 font-medium text-primary-foreground focus:translate-y-0"
      >
        {navigation.skip}
      </a>
      <TopBar onMenu={openMenu} />
      <Keyboard />
      <Suspense>{hasMenu ? <NavDrawer open={menuOpen} onClose={() => setMenuOpen(false)} /> : null}</Suspense>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[90rem] px-4 pt-24 pb-16 sm:px-6 lg:px-8">
        {offline || !online || isKept ? (
          <div className="mb-6">
            <OfflineBanner />
          </div>
        ) : null}
        <OfWorkspace>{children}</OfWorkspace>
      </main>
      <PageProgress />
      <SlowNote />
    </>
  );
}

/**
 * A screen belongs to the workspace in which it was opened. After a switch it is unmounted until the dashboard is
 * reached, because its path may name an object that the new workspace does not have.
 */
function OfWorkspace({ children }: { children: ReactNode }) {
  const { userId, workspaceId } = useWorkspaceChoice();
  const [shownId, setShownId] = useState(workspaceId);
  const isReached = fullPath(useLocation()) === DEFAULT_DESTINATION;
  // On sign-out the whole frame is removed, so nothing is switched.
  const isOld = userId !== null && shownId !== workspaceId;
  if (isOld && isReached) setShownId(workspaceId);
  if (isOld) return <SectionLoader />;
  return <Fragment key={shownId}>{children}</Fragment>;
}
