import { EmptyPanel } from '@/components/states/panels';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/field';
import { Td } from '@/components/ui/table';
import { formatDateTime } from '@/lib/format';
import { callError } from './connection-words';

/** Options of a filter by records with a name. */
export function named(records: readonly { id: string; name: string }[]): { value: string; label: string }[] {
  return records.map(({ id, name }) => ({ value: id, label: name }));
}

/** First and last day of a filter, in UTC. */
export function DaysFilter({
  from,
  to,
  onChange,
}: {
  from: string;
  to: string;
  onChange: (change: { from: string } | { to: string }) => void;
}) {
  return (
    <>
      <Day label="First day" value={from} onChange={(day) => onChange({ from: day })} />
      <Day label="Last day" value={to} onChange={(day) => onChange({ to: day })} />
    </>
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <Input
      type="date"
      aria-label={label}
      title={`${label} (UTC)`}
      className="h-9 w-full min-w-0 sm:w-auto"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Empty list of calls; `onClear` is null without filters. */
export function NoRows({
  filtered,
  title,
  text,
  onClear,
}: {
  filtered: string;
  title: string;
  text: string;
  onClear: (() => void) | null;
}) {
  if (!onClear) return <EmptyPanel title={title} text={text} className="py-8" />;
  return (
    <EmptyPanel
      title={filtered}
      className="py-8"
      action={
        <Button variant="outline" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}

/** First cells of a call: its time, its operation, and why it failed. */
export function CallCells({
  at,
  name,
  about,
  error,
}: {
  at: string;
  name: string;
  about: string;
  error: string | null | undefined;
}) {
  return (
    <>
      <Td label="Time" className="pl-5 whitespace-nowrap text-muted-foreground">
        {formatDateTime(at)}
      </Td>
      <Td stack="title" className="sm:min-w-48">
        <p>{name}</p>
        <p className="text-xs text-muted-foreground">{about}</p>
        {error ? <p className="text-xs text-destructive">{callError(error)}</p> : null}
      </Td>
    </>
  );
}
