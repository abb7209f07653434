import { Dialog } from '@/components/ui/dialog';
import { Keys } from '@/components/ui/keys';
import { useBrowserSettings } from '@/lib/browser-settings';
import { currentShortcuts, isSingleKey, SHORTCUT_GROUPS, useShortcuts } from '@/lib/shortcuts';

/** List of the currently active shortcuts. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const list = useShortcuts((state) => state.list);
  const singleKeys = useBrowserSettings((state) => state.singleKeys);
  const shortcuts = currentShortcuts(list).filter(({ keys }) => singleKeys || !isSingleKey(keys));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      description={singleKeys ? undefined : 'Single-key shortcuts are turned off in Settings.'}
      className="w-[min(40rem,calc(100vw-2rem))]"
    >
      <div className="grid gap-6 sm:grid-cols-2">
        {SHORTCUT_GROUPS.map((group) => {
          const ofGroup = shortcuts.filter((shortcut) => shortcut.group === group);
          if (ofGroup.length === 0) return null;
          return (
            <section key={group} aria-label={group}>
              <h3 className="mb-2 text-[0.8125rem] font-semibold text-muted-foreground">{group}</h3>
              <ul className="grid gap-1.5">
                {ofGroup.map(({ id, label, keys }) => (
                  <li key={id} className="flex items-center justify-between gap-4">
                    <span>{label}</span>
                    <Keys keys={keys} />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
