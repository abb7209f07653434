import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useShortcut } from '@/hooks/use-shortcut';
import { TOAST_HOTKEY } from '@/lib/constants';
import { createKeyReader, registerShortcut } from '@/lib/shortcuts';
import { undoLast } from '@/lib/undo';
import { beforeLeaving } from '@/lib/unsaved';
import { onPaletteAsked } from './palette-door';
import { PLACES } from './places';

const loadPalette = () => import('./palette');
const LazyPalette = lazy(loadPalette);
const ShortcutSheet = lazy(() => import('./shortcut-sheet'));

/** Keyboard of the signed-in application: shortcuts, the palette, and the list of shortcuts. */
export function Keyboard() {
  const [open, setOpen] = useState<'palette' | 'sheet' | null>(null);
  const close = () => setOpen(null);
  useKeys(open === null);
  useGoTo();
  useActions(setOpen);
  useEffect(() => onPaletteAsked(() => setOpen('palette')), []);
  usePreload();
  return (
    <Suspense fallback={null}>
      {open === 'palette' ? <OpenPalette onClose={close} /> : null}
      {open === 'sheet' ? <ShortcutSheet onClose={close} /> : null}
    </Suspense>
  );
}

/** Time after the first page until the palette is loaded, in milliseconds. */
const PRELOAD_MS = 2_000;

type PaletteType = ComponentType<{ onClose: () => void }>;
let loaded: PaletteType | null = null;

/** Loads the palette ahead of its first use. */
function usePreload(): void {
  useEffect(() => {
    const preload = () =>
      loadPalette().then(
        ({ default: Palette }) => {
          loaded = Palette;
        },
        // The first use tries again, and reports the failure.
        () => undefined,
      );
    const timer = setTimeout(preload, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * The palette, directly if it is loaded: React shows a lazy component up to 300 ms after it has arrived. The choice stays
 * the same while it is open.
 */
function OpenPalette({ onClose }: { onClose: () => void }) {
  const [Palette] = useState<PaletteType>(() => loaded ?? LazyPalette);
  return <Palette onClose={onClose} />;
}

/** Handles keys, except while the palette or the shortcuts dialog is opening, when they belong to it. */
function useKeys(isReading: boolean): void {
  useEffect(() => {
    if (!isReading) return;
    const read = createKeyReader();
    document.addEventListener('keydown', read);
    return () => document.removeEventListener('keydown', read);
  }, [isReading]);
}

function useGoTo(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const stops = PLACES.flatMap(({ label, to, key }) =>
      key
        ? registerShortcut({
            id: `go:${to}`,
            keys: `g ${key}`,
            label,
            group: 'Go to',
            run: () => beforeLeaving(() => void navigate(to)),
          })
        : [],
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [navigate]);
}

function useActions(open: (what: 'palette' | 'sheet') => void): void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const group = 'Actions';
  useShortcut({ id: 'palette', keys: 'mod+k', label: 'Command palette', group, run: () => open('palette') });
  useShortcut({ id: 'sheet', keys: '?', label: 'Keyboard shortcuts', group, run: () => open('sheet') });
  useShortcut({ id: 'filter', keys: '/', label: 'Filter this page', group, run: focusFilter });
  useShortcut({
    id: 'refresh',
    keys: 'r',
    label: 'Refresh this page',
    group,
    run: () => void queries.refetchQueries({ type: 'active' }),
  });
  useShortcut({
    id: 'new-project',
    keys: 'n',
    label: 'New project',
    group,
    run: () => beforeLeaving(() => void navigate('/projects/new')),
  });
  useShortcut({ id: 'undo', keys: 'z', label: 'Undo', group, run: () => void undoLast() });
  useShortcut({ id: 'toasts', keys: TOAST_HOTKEY, label: 'Go to the notification', group, run: null });
  useShortcut({ id: 'close', keys: 'Escape', label: 'Close the open panel', group, run: null });
}

function focusFilter(): void {
  const field = document.querySelector<HTMLElement>('main search input, main search select, main input[type="search"]');
  field?.focus();
}
