import { type ReactNode, useId, useState } from 'react';
import { Field, Input } from '@/components/ui/field';

export interface Option {
  value: string;
  label: string;
  /** What distinguishes it, under its name. */
  note?: ReactNode;
}

/**
 * A field that searches a list and takes one of its options (combobox). `text` is the shown text, which the owner filters
 * `options` by; a text without a chosen option counts as no choice.
 */
export function ChooseField({
  label,
  hint,
  placeholder,
  text,
  options,
  onText,
  onChoose,
}: {
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  text: string;
  options: readonly Option[];
  onText: (text: string) => void;
  onChoose: (option: Option) => void;
}) {
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = isOpen && options.length > 0;
  const choose = (option: Option | undefined) => {
    if (!option) return;
    onChoose(option);
    setOpen(false);
  };
  const move = (by: number) => {
    setOpen(true);
    setActive((active + by + options.length) % Math.max(1, options.length));
  };
  const press = (key: string): boolean => {
    if (key === 'ArrowDown') move(shown ? 1 : 0);
    else if (key === 'ArrowUp') move(-1);
    else if (shown && key === 'Enter') choose(options[active]);
    else if (shown && key === 'Escape') setOpen(false);
    else return false;
    return true;
  };
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            role="combobox"
            aria-expanded={shown}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={shown ? `${list}-${active}` : undefined}
            autoComplete="off"
            placeholder={placeholder}
            value={text}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onChange={({ target }) => {
              setActive(0);
              setOpen(true);
              onText(target.value);
            }}
            onKeyDown={(event) => {
              if (!press(event.key)) return;
              event.preventDefault();
              event.stopPropagation();
            }}
          />
          {shown ? <Options id={list} label={label} options={options} active={active} onChoose={choose} /> : null}
        </div>
      )}
    </Field>
  );
}

function Options({
  id,
  label,
  options,
  active,
  onChoose,
}: {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
  onChoose: (option: Option) => void;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-56 overflow-y-auto rounded-md border border-border bg-popover p-1 text-popover-foreground shadow-pop"
    >
      {options.map((option, index) => (
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          ref={(node) => (index === active ? node?.scrollIntoView({ block: 'nearest' }) : undefined)}
          className="cursor-pointer rounded-md px-2.5 py-1.5 aria-selected:bg-accent hover:bg-accent"
          // Before the field loses its focus, which closes the list.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {option.label}
          {option.note ? <span className="block text-xs text-muted-foreground">{option.note}</span> : null}
        </div>
      ))}
    </div>
  );
}
