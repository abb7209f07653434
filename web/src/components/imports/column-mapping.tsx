import { useId, useState } from 'react';
import type { ImportMapping, ImportTarget } from '@/api/imports';
import type { Import, ImportFile } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input, Select } from '@/components/ui/field';
import { useOptions } from './use-options';

/** Number of samples of a column. */
const SAMPLES = 3;

/** Choice of what the rows of a table are, and of the field of each column. */
export function ColumnMapping({
  record,
  file,
  mapping,
  targets,
}: {
  record: Import;
  file: ImportFile;
  mapping: ImportMapping;
  targets: readonly ImportTarget[];
}) {
  const options = useOptions(record);
  const [name, setName] = useState(mapping.target ?? '');
  const [columns, setColumns] = useState<readonly (string | null)[]>(mapping.columns);
  const [currency, setCurrency] = useState(mapping.currency ?? '');
  const target = targets.find((each) => each.name === name) ?? null;
  const missing = target?.fields.filter((field) => field.required && !columns.includes(field.name)) ?? [];
  const hasMoney = columns.includes('amount') && !columns.includes('currency');
  const choose = (to: string) => {
    setName(to);
    const fields = targets.find((each) => each.name === to)?.fields.map((field) => field.name) ?? [];
    setColumns(columns.map((column) => (column && fields.includes(column) ? column : null)));
  };
  const read = () => {
    const others = (record.options.mappings ?? []).filter((each) => each.fingerprint !== mapping.fingerprint);
    const mine = {
      fingerprint: mapping.fingerprint,
      target: name,
      columns: [...columns],
      currency: hasMoney && currency ? currency.toUpperCase() : null,
    };
    options.change({ mappings: [...others, mine] });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-border px-4 py-4">
      <p className="text-[0.8125rem] text-muted-foreground">{explained(file, mapping)}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TargetField targets={targets} value={name} onChange={choose} />
        {hasMoney ? <CurrencyField value={currency} onChange={setCurrency} /> : null}
      </div>
      {target ? (
        <ColumnChoices file={file} headers={mapping.headers} target={target} columns={columns} onChange={setColumns} />
      ) : null}
      {options.error ? <Callout tone="danger">{options.error}</Callout> : null}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="text-[0.8125rem] text-muted-foreground">
          {target && missing.length > 0 ? `Still needed: ${missing.map((field) => field.label).join(', ')}` : ''}
        </p>
        <Button
          needsNetwork
          busy={options.isBusy}
          disabled={!target || missing.length > 0 || (hasMoney && currency !== '' && currency.length !== 3)}
          onClick={read}
        >
          Read columns
        </Button>
      </div>
    </div>
  );
}

function explained(file: ImportFile, mapping: ImportMapping): string {
  if (mapping.isSaved) return 'You assigned these columns for an earlier file. Check them, then read the file.';
  if (file.kind === 'unknown') {
    return 'Say what the rows are and what each column holds. The next file with these headers starts with your choice.';
  }
  return 'The file is read like this. Change what is wrong, then read it again.';
}

function TargetField({
  targets,
  value,
  onChange,
}: {
  targets: readonly ImportTarget[];
  value: string;
  onChange: (name: string) => void;
}) {
  return (
    <Field label="Rows are">
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose</option>
          {targets.map((each) => (
            <option key={each.name} value={each.name}>
              {each.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function CurrencyField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label="Currency of all amounts" hint="Three letters, such as USD.">
      {(control) => (
        <Input
          {...control}
          value={value}
          maxLength={3}
          autoCapitalize="characters"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function ColumnChoices({
  file,
  headers,
  target,
  columns,
  onChange,
}: {
  file: ImportFile;
  headers: readonly string[];
  target: ImportTarget;
  columns: readonly (string | null)[];
  onChange: (columns: readonly (string | null)[]) => void;
}) {
  return (
    <ul aria-label={`Columns of ${file.name}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {headers.map((header, index) => (
        <ColumnChoice
          // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat and never move
          key={index}
          header={header}
          samples={samplesOf(file, index)}
          target={target}
          value={columns[index] ?? null}
          taken={columns}
          onChange={(field) => onChange(columns.map((each, at) => (at === index ? field : each)))}
        />
      ))}
    </ul>
  );
}

function samplesOf(file: ImportFile, index: number): string {
  const cells = file.sample.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.slice(0, SAMPLES).join(', ');
}

function ColumnChoice({
  header,
  samples,
  target,
  value,
  taken,
  onChange,
}: {
  header: string;
  samples: string;
  target: ImportTarget;
  value: string | null;
  taken: readonly (string | null)[];
  onChange: (field: string | null) => void;
}) {
  const id = useId();
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-2">
      <div className="min-w-0">
        <label htmlFor={id} className="block truncate text-[0.8125rem] font-medium">
          {header || '(no name)'}
        </label>
        <p className="truncate text-xs text-muted-foreground">{samples || 'No values in the first rows'}</p>
      </div>
      <Select id={id} value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
        <option value="">Not read</option>
        {target.fields.map((field) => (
          <option key={field.name} value={field.name} disabled={field.name !== value && taken.includes(field.name)}>
            {field.required ? `${field.label} (required)` : field.label}
          </option>
        ))}
      </Select>
    </li>
  );
}
