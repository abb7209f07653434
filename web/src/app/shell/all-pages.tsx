import { ChevronDown, LayoutGrid } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { Dialog } from '@/components/ui/dialog';

const NavGroups = lazy(async () => ({ default: (await import('./nav-groups')).NavGroups }));

/** Button of the bar that opens a panel with all pages, on wide screens. */
export function AllPages() {
  const { pathname } = useLocation();
  // The page on which it was opened: on another one it is closed.
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const close = () => setOpenedOn(null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpenedOn(pathname)}
        className="hidden min-h-9 items-center gap-1 rounded-md px-2 text-[0.8125rem] font-medium whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground lg:flex xl:px-3"
      >
        <LayoutGrid size={16} aria-hidden="true" className="xl:hidden" />
        <span className="lg:max-xl:sr-only">All pages</span>
        <ChevronDown size={14} aria-hidden="true" className="max-xl:hidden" />
      </button>
      <Dialog
        open={openedOn === pathname}
        onClose={close}
        title="All pages"
        className="mt-16 w-[min(72rem,calc(100vw-4rem))] max-h-[calc(100dvh-5rem)]"
      >
        <nav aria-label="All pages" className="-mx-3 -mt-3">
          <Suspense>
            <NavGroups onChosen={close} className="grid grid-cols-3 gap-x-3 xl:grid-cols-5" />
          </Suspense>
        </nav>
      </Dialog>
    </>
  );
}
