import { keyNames } from '@/lib/shortcuts';

const IS_MAC = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** Keys as labelled on the keyboard. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keyNames(keys, IS_MAC).map((name, index) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: the keys of one shortcut never change places
          key={index}
          className="min-w-6 rounded-sm border border-border bg-muted px-1.5 py-0.5 text-center font-sans text-xs"
        >
          {name}
        </kbd>
      ))}
    </span>
  );
}
