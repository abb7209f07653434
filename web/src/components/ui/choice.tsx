import { Select } from '@/components/ui/field';

/** A filter with a few values. With `any`, the empty value is named by it; without, the first value is the default. */
export function Choice({
  label,
  any,
  value,
  options,
  onChange,
}: {
  label: string;
  any?: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const first = any === undefined ? options[0]?.value : '';
  return (
    <Select
      aria-label={label}
      className="h-9 w-full min-w-0 text-ellipsis max-sm:pr-6 max-sm:pl-2.5 sm:w-auto sm:max-w-64"
      value={options.some((option) => option.value === value) ? value : first}
      onChange={(event) => onChange(event.target.value)}
    >
      {any === undefined ? null : <option value="">{any}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}
