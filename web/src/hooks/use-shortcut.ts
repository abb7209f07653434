import { useEffect, useRef } from 'react';
import { registerShortcut, type Shortcut } from '@/lib/shortcuts';

/** Offers a shortcut while the component is shown. `run` null: the keys are read elsewhere, and only shown. */
export function useShortcut({ id, keys, label, group, run }: Shortcut): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isRun = run !== null;
  useEffect(
    () => registerShortcut({ id, keys, label, group, run: isRun ? () => latest.current?.() : null }),
    [id, keys, label, group, isRun],
  );
}
