import { useId } from 'react';
import { Input } from '@/components/ui/field';

/** First or last day of a filter. */
export function DayFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-2 text-[0.8125rem] text-muted-foreground max-sm:col-span-2">
      <label htmlFor={id} className="w-9">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className="h-9 sm:w-40"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
