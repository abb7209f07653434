import { ChevronDown, LayoutGrid } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { NavGroups } from './nav-groups';

/** Button of the bar that opens a panel with all pages, on wide screens. */
export function AllPages() {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (open) ref.current?.showModal();
    else ref.current?.close();
  }, [open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path closes the panel
  useEffect(() => setOpen(false), [pathname]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="hidden min-h-9 items-center gap-1 rounded-md px-2 text-[0.8125rem] font-medium whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground lg:flex xl:px-3"
      >
        <LayoutGrid size={16} aria-hidden="true" className="xl:hidden" />
        <span className="lg:max-xl:sr-only">All pages</span>
        <ChevronDown size={14} aria-hidden="true" className="max-xl:hidden" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the click on the backdrop has Escape as its keyboard twin */}
      <dialog
        ref={ref}
        aria-label="All pages"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === ref.current && setOpen(false)}
        className="mx-auto mt-16 max-h-[calc(100dvh-5rem)] w-[min(72rem,calc(100vw-4rem))] overflow-y-auto rounded-xl border border-border bg-popover p-3 text-popover-foreground shadow-pop backdrop:bg-black/60"
      >
        {open ? (
          <nav aria-label="All pages">
            <NavGroups onChosen={() => setOpen(false)} className="grid grid-cols-3 gap-x-3 pb-2 xl:grid-cols-5" />
          </nav>
        ) : null}
      </dialog>
    </>
  );
}
