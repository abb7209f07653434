import type { Control, FieldPathByValue } from 'react-hook-form';
import { CheckField, TextareaField, TextField } from './fields';
import type { KindField, KindOfPlace, KindValues } from './kind-values';

interface Props<Values extends KindValues> {
  control: Control<Values>;
  kind: KindOfPlace;
}

/** First step of the form of a place: its kind. */
export function KindList<Kind extends KindOfPlace>({
  kinds,
  onChoose,
}: {
  kinds: readonly Kind[];
  onChoose: (kind: Kind) => void;
}) {
  return (
    <ul className="grid gap-2">
      {kinds.map((each) => (
        <li key={each.kind}>
          <button
            type="button"
            className="w-full rounded-md border border-border px-4 py-3 text-left hover:bg-accent"
            onClick={() => onChoose(each)}
          >
            <span className="block font-medium">{each.name}</span>
            <span className="block text-[0.8125rem] text-muted-foreground">{each.about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A number that is whole and positive. */
function checkNumber(typed: string): true | string {
  return typed.trim() === '' || /^\d+$/.test(typed.trim()) || 'Enter a whole number.';
}

/** A label inside a sentence: without the note in brackets; abbreviations keep their capitals. */
function nameIn({ label }: KindField): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

export function SettingFields<Values extends KindValues>({ control, kind }: Props<Values>) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {kind.settings.map((field) => (
        <SettingField key={field.name} control={control} field={field} />
      ))}
    </div>
  );
}

const INPUT_MODES = { text: 'text', lines: 'text', url: 'url', number: 'numeric', check: undefined } as const;

function SettingField<Values extends KindValues>({ control, field }: { control: Control<Values>; field: KindField }) {
  const { name, label, hint, type = 'text', isRequired } = field;
  if (type === 'check') {
    return (
      <div className="sm:col-span-2">
        <CheckField
          control={control}
          name={`checks.${name}` as FieldPathByValue<Values, boolean>}
          label={label}
          hint={hint}
        />
      </div>
    );
  }
  return (
    <TextField
      control={control}
      name={`settings.${name}` as FieldPathByValue<Values, string>}
      label={label}
      hint={hint}
      type="text"
      inputMode={INPUT_MODES[type]}
      autoComplete="off"
      spellCheck={false}
      required={isRequired ? `Enter the ${nameIn(field)}.` : undefined}
      check={type === 'number' ? checkNumber : undefined}
      className={type === 'url' || name === 'url' ? 'sm:col-span-2' : undefined}
    />
  );
}

/** Fields of the credentials. While some are stored, empty fields keep them. */
export function SecretFields<Values extends KindValues>({
  control,
  kind,
  isStored,
}: Props<Values> & { isStored: boolean }) {
  if (kind.secrets.length === 0) return null;
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-medium">Credentials, stored encrypted and never shown again</legend>
      {kind.secrets.map((field) => {
        const props = {
          control,
          name: `secrets.${field.name}` as FieldPathByValue<Values, string>,
          label: field.label,
          hint: isStored ? 'Leave it empty to keep the stored one.' : field.hint,
          autoComplete: 'off',
          spellCheck: false,
          required: field.isRequired && !isStored ? `Enter the ${nameIn(field)}.` : undefined,
        };
        return field.type === 'lines' ? (
          <TextareaField key={field.name} {...props} rows={4} />
        ) : (
          <TextField key={field.name} {...props} type="password" />
        );
      })}
    </fieldset>
  );
}
