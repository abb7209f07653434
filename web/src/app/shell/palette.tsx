import { Search, X } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { Keys } from '@/components/ui/keys';
import { cn } from '@/lib/cn';
import { type Command, useCommands } from './commands';
import { ranked } from './ranked';
import { type Records, useRecords } from './records';

/** One field for everything, records too: type a few letters, Enter. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { commands, note } = useCommands();
  const [query, setQuery] = useState('');
  const records = useRecords(query);
  const id = useId();
  const isEmpty = query.trim() === '';
  const found = isEmpty ? [...records.recent, ...commands] : ranked(commands, records.commands, query);
  const { at, select } = useSelection(found);

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
  }, []);

  const choose = (command: Command | undefined) => {
    if (!command) return;
    if (command.kind === undefined) note(command.id);
    dialog.current?.close();
    command.run();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key];
    if (event.key === 'Enter') choose(found[at]);
    else if (next === undefined || found.length === 0) return;
    else select(found.at(next % found.length)?.id ?? null);
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
          placeholder="Search pages, records and actions"
          className="h-13 w-full bg-transparent outline-none placeholder:text-muted-foreground"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            select(null);
          }}
          onKeyDown={onKeyDown}
        />
        <CloseHint onClose={() => dialog.current?.close()} />
      </div>
      <Entries id={id} found={found} at={at} isGrouped={isEmpty} onPoint={select} onChoose={choose} />
      <Status count={found.length} records={records} />
    </dialog>
  );
}

/** What is found. One listener serves all entries, so that they need none of their own. */
function Entries({
  id,
  found,
  at,
  isGrouped,
  onPoint,
  onChoose,
}: {
  id: string;
  found: readonly Command[];
  /** Position of the selected entry. */
  at: number;
  /** Whether the names of groups are shown. */
  isGrouped: boolean;
  onPoint: (commandId: string) => void;
  onChoose: (command: Command | undefined) => void;
}) {
  const point = (target: EventTarget) => {
    const commandId = commandAt(target);
    if (commandId !== null) onPoint(commandId);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field, which chooses by Enter
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Commands"
      tabIndex={-1}
      className="min-h-0 overflow-y-auto p-2"
      onPointerMove={({ target }) => point(target)}
      onClick={({ target }) => onChoose(found.find((command) => command.id === commandAt(target)))}
    >
      {found.map(({ id: commandId, label, note, kind, keys, group }, index) => (
        <Option
          key={commandId}
          id={`${id}-${index}`}
          commandId={commandId}
          label={label}
          note={note}
          kind={kind}
          keys={keys}
          heading={isGrouped && group !== found[index - 1]?.group ? group : null}
          active={index === at}
        />
      ))}
    </div>
  );
}

/** The selected entry, by id because results of the server change the order. Null selects the first one. */
function useSelection(found: readonly Command[]): { at: number; select: (id: string | null) => void } {
  const [wanted, select] = useState<string | null>(null);
  const at = found.findIndex(({ id }) => id === wanted);
  return { at: Math.max(at, 0), select };
}

/** What is found, what is still being searched, and what could not be searched. */
function Status({ count, records: { isSearching, failed, retry } }: { count: number; records: Records }) {
  const results = count === 1 ? '1 result' : `${count} results`;
  const isQuiet = count > 0 && !isSearching && failed.length === 0;
  const words = isSearching ? 'Searching records...' : count > 0 ? results : 'No matches. Try fewer letters.';
  return (
    <div className={cn('flex min-h-11 items-center gap-3 px-5 py-2 text-muted-foreground', isQuiet && 'sr-only')}>
      <p role="status" className="min-w-0">
        {failed.length > 0 && !isSearching ? `Failed to search ${inWords(failed)}.` : words}
      </p>
      {failed.length > 0 && !isSearching ? (
        <button type="button" onClick={retry} className="min-h-6 text-brand underline underline-offset-4">
          Retry
        </button>
      ) : null}
    </div>
  );
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
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

/** Id of the command under the pointer. */
function commandAt(target: EventTarget): string | null {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-command]') : null;
  return option?.dataset.command ?? null;
}

interface OptionProps {
  id: string;
  commandId: string;
  label: string;
  note: string | undefined;
  kind: string | undefined;
  keys: string | undefined;
  /** Name of the group that begins with this option. */
  heading: string | null;
  active: boolean;
}

/** An entry. It is rendered again only if it changes itself: the list changes with each key and each answer. */
const Option = memo(({ id, commandId, label, note, kind, keys, heading, active }: OptionProps) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <>
      {heading ? (
        <p role="presentation" className="px-3 pt-3 pb-1 text-xs font-medium text-muted-foreground first:pt-1">
          {heading}
        </p>
      ) : null}
      <div
        ref={ref}
        id={id}
        data-command={commandId}
        role="option"
        tabIndex={-1}
        aria-selected={active}
        className={cn(
          'flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-md px-3',
          active && 'bg-accent',
        )}
      >
        <span className="truncate">
          {label}
          {kind && note ? <span className="ml-2 text-xs text-muted-foreground">{note}</span> : null}
        </span>
        {kind ? <span className="shrink-0 text-xs text-muted-foreground">{kind}</span> : null}
        {keys ? (
          <span className="pointer-coarse:hidden">
            <Keys keys={keys} />
          </span>
        ) : null}
      </div>
    </>
  );
});
