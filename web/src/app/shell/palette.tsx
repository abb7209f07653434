import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Keys } from '@/components/ui/keys';
import { cn } from '@/lib/cn';
import { fuzzyFind } from '@/lib/fuzzy';
import { type Command, useCommands } from './commands';

/** One field for everything: type a few letters, Enter. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { commands, note } = useCommands();
  const [query, setQuery] = useState('');
  const [wanted, setAt] = useState(0);
  const id = useId();
  const found = fuzzyFind(commands, query, ({ label }) => label);
  const at = Math.min(wanted, Math.max(found.length - 1, 0));

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
  }, []);

  const choose = (command: Command | undefined) => {
    if (!command) return;
    note(command.id);
    dialog.current?.close();
    command.run();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key];
    if (event.key === 'Enter') choose(found[at]);
    else if (next === undefined || found.length === 0) return;
    else setAt((next + found.length) % found.length);
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click on the backdrop has Escape as its keyboard twin
    <dialog
      ref={dialog}
      aria-label="Command palette"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      className="mx-auto mt-[12dvh] mb-auto max-h-[70dvh] w-[min(38rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-xl border border-border bg-popover p-0 text-popover-foreground shadow-pop backdrop:bg-black/60 open:flex"
    >
      <div className="flex items-center gap-3 border-b border-border px-4">
        <Search size={16} aria-hidden="true" className="text-muted-foreground" />
        <input
          type="text"
          role="combobox"
          aria-label="Command"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search pages and actions"
          className="h-13 w-full bg-transparent outline-none placeholder:text-muted-foreground"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <CloseHint onClose={() => dialog.current?.close()} />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Commands" tabIndex={-1} className="min-h-0 overflow-y-auto p-2">
        {found.map((command, index) => (
          <Option
            key={command.id}
            id={`${id}-${index}`}
            command={command}
            heading={query.trim() === '' && command.group !== found[index - 1]?.group}
            active={index === at}
            onPoint={() => setAt(index)}
            onChoose={() => choose(command)}
          />
        ))}
      </div>
      <p role="status" className={cn('px-5 pb-5 text-muted-foreground', found.length > 0 && 'sr-only')}>
        {found.length > 0 ? `${found.length} commands` : 'No matches. Try fewer letters.'}
      </p>
    </dialog>
  );
}

/** The key that closes the palette, or a button where there is no keyboard. */
function CloseHint({ onClose }: { onClose: () => void }) {
  return (
    <>
      <span className="pointer-coarse:hidden">
        <Keys keys="Esc" />
      </span>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="-mr-2 hidden size-11 shrink-0 place-items-center rounded-md text-muted-foreground pointer-coarse:grid"
      >
        <X size={18} aria-hidden="true" />
      </button>
    </>
  );
}

function Option({
  id,
  command,
  heading,
  active,
  onPoint,
  onChoose,
}: {
  id: string;
  command: Command;
  heading: boolean;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <>
      {heading ? (
        <p role="presentation" className="px-3 pt-3 pb-1 text-xs font-medium text-muted-foreground first:pt-1">
          {command.group}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field, which chooses by Enter */}
      <div
        ref={ref}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={active}
        onPointerMove={onPoint}
        onClick={onChoose}
        className={cn(
          'flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-md px-3',
          active && 'bg-accent',
        )}
      >
        <span className="truncate">{command.label}</span>
        {command.keys ? (
          <span className="pointer-coarse:hidden">
            <Keys keys={command.keys} />
          </span>
        ) : null}
      </div>
    </>
  );
}
