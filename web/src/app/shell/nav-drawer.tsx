import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Brand } from '@/components/ui/brand';
import { cn } from '@/lib/cn';
import { DRAWER_WIDTH_PX } from '@/lib/constants';
import { NavGroups } from './nav-groups';
import { ariaCurrent, isActive, NAV_ITEMS } from './nav-items';
import { WorkspaceList } from './workspace-choices';

/** Navigation on small screens: slides in from the left, closes on a new page, on Escape and on a selection. */
export function NavDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  // Path of the browser, because a page with code still loading appears behind an open drawer.
  const openedAt = useRef('');
  const shown = useRef(pathname);
  useEffect(() => {
    if (!open) return ref.current?.close();
    openedAt.current = window.location.pathname;
    ref.current?.showModal();
  }, [open]);
  // A layout effect, because a later effect could close a drawer that was opened in the meantime.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path closes the drawer
  useLayoutEffect(() => {
    // The drawer is mounted when it is opened for the first time: that is no new path.
    if (pathname === shown.current) return;
    shown.current = pathname;
    if (pathname !== openedAt.current) onClose();
  }, [pathname]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click on the backdrop has Escape as its keyboard twin
    <dialog
      ref={ref}
      aria-label="Navigation"
      onClose={() => !ref.current?.open && onClose()}
      onClick={(event) => event.target === ref.current && onClose()}
      style={{ width: DRAWER_WIDTH_PX }}
      className="m-0 h-dvh max-h-dvh flex-col overflow-y-auto border-r border-border bg-popover p-0 text-popover-foreground shadow-pop backdrop:bg-black/60 open:flex open:animate-in open:slide-in-from-left open:duration-200"
    >
      <div className="flex h-16 items-center justify-between px-4">
        <Link to="/" onClick={onClose} className="flex rounded-md">
          <Brand />
        </Link>
        <button
          type="button"
          aria-label="Close navigation"
          onClick={onClose}
          className="grid size-11 place-items-center rounded-md hover:bg-accent"
        >
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      <nav aria-label="Main" className="px-3 py-2">
        <ul className="grid gap-1">
          {NAV_ITEMS.map(({ label, to, icon: Icon, hint }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onClose}
                aria-current={ariaCurrent(to, pathname)}
                className={cn(
                  'flex min-h-12 items-center gap-3 rounded-md px-3 font-medium',
                  isActive(to, pathname)
                    ? 'bg-accent text-foreground'
                    : 'text-muted-foreground hover:bg-accent hover:text-foreground',
                )}
              >
                <Icon size={18} aria-hidden="true" className={cn(isActive(to, pathname) && 'text-brand')} />
                <span>
                  {label}
                  {hint ? <span className="block text-xs font-normal text-muted-foreground">{hint}</span> : null}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label="All pages" className="border-t border-border px-3 pb-3">
        {open ? <NavGroups onChosen={onClose} /> : null}
      </nav>
      <WorkspaceList onChosen={onClose} />
    </dialog>
  );
}
