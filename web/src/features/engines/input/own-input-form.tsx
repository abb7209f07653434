import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, type FieldControl, Input, Select, Textarea } from '@/components/ui/field';
import { Fold } from '@/components/ui/fold';
import { formatBytes } from '@/lib/format';
import { saveText } from '@/lib/save-file';
import { JSON_FIELD, type OwnField, type OwnValues } from './own-field';

interface FormProps {
  fields: readonly OwnField[];
  values: OwnValues;
  errors: Record<string, string>;
  /** Example input, for complex structures. */
  example?: unknown;
  onChange: (name: string, text: string) => void;
}

/** Fields for the user's own data. */
export function OwnInputForm({ fields, values, errors, onChange }: FormProps) {
  if (fields.length === 0) return null;
  return (
    <div className="grid items-start gap-x-6 gap-y-4 in-[dialog]:grid-cols-1! sm:grid-cols-2 xl:grid-cols-3">
      {fields.map((field) => (
        <Field
          key={field.name}
          className="min-w-0 grid-cols-[minmax(0,1fr)]"
          label={field.isRequired ? `${field.label} (required)` : field.label}
          hint={field.help}
          error={errors[field.name] ?? null}
          aside={field.template ? <TemplateButton label={field.label} {...field.template} /> : null}
        >
          {(control) => (
            <Control
              field={field}
              control={control}
              value={values[field.name] ?? ''}
              onChange={(text) => onChange(field.name, text)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function TemplateButton({ label, name, text }: { label: string; name: string; text: string }) {
  return (
    <Button variant="link" size="inline" onClick={() => saveText(text, name, 'text/csv')}>
      Download template
      <span className="sr-only">: {label}</span>
    </Button>
  );
}

/** Collapsed field for the whole input as JSON. */
export function JsonInput(props: FormProps) {
  const { values, errors, example } = props;
  const isOpen = errors[JSON_FIELD] !== undefined || (values[JSON_FIELD] ?? '') !== '' || example !== undefined;
  return (
    <Fold look="quiet" title="Input as JSON" open={isOpen || undefined}>
      <JsonField {...props} />
    </Fold>
  );
}

function JsonField({ values, errors, example, onChange }: FormProps) {
  return (
    <Field
      label="Input"
      hint="Overrides the fields above and the data of the website."
      error={errors[JSON_FIELD] ?? null}
      aside={
        example === undefined ? null : (
          <Button variant="link" size="inline" onClick={() => onChange(JSON_FIELD, JSON.stringify(example, null, 2))}>
            Start from an example
          </Button>
        )
      }
    >
      {(control) => (
        <Textarea
          {...control}
          name={JSON_FIELD}
          spellCheck={false}
          rows={(values[JSON_FIELD] ?? '') === '' ? 3 : 14}
          className="font-mono text-[0.8125rem]"
          value={values[JSON_FIELD] ?? ''}
          onChange={(event) => onChange(JSON_FIELD, event.target.value)}
        />
      )}
    </Field>
  );
}

interface ControlProps {
  field: OwnField;
  control: FieldControl;
  value: string;
  onChange: (text: string) => void;
}

function Control({ field, control, value, onChange }: ControlProps) {
  const shared = { ...control, name: field.name };
  if (field.kind === 'file') return <FileControl field={field} control={control} value={value} onChange={onChange} />;
  if (field.kind === 'choice' || field.kind === 'flag') {
    return (
      <Select {...shared} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{field.kind === 'flag' ? 'No' : 'Automatic'}</option>
        {(field.options ?? [{ value: 'true', label: 'Yes' }]).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    );
  }
  const rest = { ...shared, value, placeholder: field.placeholder };
  if (field.kind === 'long') return <Textarea {...rest} onChange={(event) => onChange(event.target.value)} />;
  return (
    <Input
      {...rest}
      type={field.kind === 'date' ? 'date' : 'text'}
      inputMode={field.kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Reads a selected or dropped file as a part of the input, not as an import. */
function FileControl({ field, control, value, onChange }: ControlProps) {
  const [name, setName] = useState('');
  const take = async (file: File | undefined) => {
    if (!file) return;
    const text = await file.text();
    setName(file.name);
    onChange(text);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the file field inside does the same by keyboard
    <div
      className="flex min-h-10 items-center gap-3 rounded-md border border-dashed border-input px-3 py-1.5 text-[0.8125rem]"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <FileUp size={16} aria-hidden="true" className="shrink-0 text-muted-foreground" />
      {value ? (
        <>
          <span className="min-w-0 flex-1 truncate">
            {name || 'Text'}, {formatBytes(value.length)}
          </span>
          <Button variant="ghost" size="sm" aria-label={`Remove ${field.label}`} onClick={() => onChange('')}>
            Remove
          </Button>
        </>
      ) : (
        <input
          {...control}
          type="file"
          accept=".csv,.tsv,.txt,.json"
          className="min-w-0 flex-1 file:mr-3 file:cursor-pointer file:rounded-md file:border-0 file:bg-secondary file:px-3 file:py-1 file:text-secondary-foreground"
          onChange={(event) => take(event.target.files?.[0])}
        />
      )}
    </div>
  );
}
