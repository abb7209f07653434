import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Input } from './field';

/** Delay after the last key before the server is called, in milliseconds. */
const TYPING_MS = 250;

/** A field that reports its text once typing pauses, and follows changes of the address. */
export function TypedFilter({
  label,
  placeholder = label,
  value,
  numeric = false,
  icon = false,
  onChange,
  className,
}: {
  label: string;
  /** Shown in the empty field, if the label is too long for it. */
  placeholder?: string;
  value: string;
  numeric?: boolean;
  icon?: boolean;
  onChange: (value: string) => void;
  className?: string;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <div className={`relative ${className ?? ''}`}>
      {icon ? (
        <Search
          size={14}
          aria-hidden="true"
          className="absolute top-1/2 left-3 -translate-y-1/2 text-muted-foreground"
        />
      ) : null}
      <Input
        type={numeric ? 'text' : 'search'}
        inputMode={numeric ? 'numeric' : 'search'}
        aria-label={label}
        placeholder={placeholder}
        className={icon ? 'h-9 pl-8' : 'h-9'}
        value={text}
        onChange={(event) => setText(numeric ? event.target.value.replaceAll(/\D/g, '') : event.target.value)}
      />
    </div>
  );
}
