import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Field, type FieldControl, Input, Select, Textarea } from '@/components/ui/field';
import { Fold } from '@/components/ui/fold';
import { PHONE, useMedia } from '@/hooks/use-media';
import { type FormField, type FormValues, fallbackText, isOwnKnowledge } from '@/lib/json-schema';

interface FormProps {
  fields: readonly FormField[];
  values: FormValues;
  errors: Record<string, string>;
  /** Symbol of the currency of monetary fields, e.g. "$". */
  currencySign: string;
  /** Website of which the settings are defaults. */
  websiteId?: string | undefined;
  onChange: (name: string, text: string) => void;
}

/** Fields that a phone shows at once: those that affect the result most. */
const PHONE_FIELDS = 3;

/**
 * Fields for an engine's parameters: first those that only the user can know, then the collapsed settings of the
 * method. A phone folds all but the first of the former too. An empty field uses the engine's default.
 */
export function ParameterForm(props: FormProps) {
  const isPhone = useMedia(PHONE);
  const own = props.fields.filter(isOwnKnowledge).sort((a, b) => rank(a) - rank(b));
  const method = props.fields.filter((field) => !isOwnKnowledge(field));
  // A single folded field would save nothing.
  const shown = isPhone && own.length > PHONE_FIELDS + 1 ? PHONE_FIELDS : own.length;
  return (
    <div className="grid gap-4">
      <Grid {...props} fields={own.slice(0, shown)} />
      <Folded {...props} title="More parameters" fields={own.slice(shown)} />
      <Folded {...props} title="Advanced parameters" fields={method} />
    </div>
  );
}

/** Fields behind a heading, which is open while one of them is wrong. */
function Folded({ title, ...props }: FormProps & { title: string }) {
  if (props.fields.length === 0) return null;
  const isWrong = props.fields.some((field) => props.errors[field.name]);
  return (
    <Fold look="quiet" title={title} open={isWrong || undefined}>
      <Grid {...props} />
    </Fold>
  );
}

/** Money first, then rates, because they affect the result most. */
function rank(field: FormField): number {
  const order: FormField['kind'][] = ['money', 'percent'];
  const place = order.indexOf(field.kind);
  return place === -1 ? order.length : place;
}

function Grid({ fields, values, errors, currencySign, websiteId, onChange }: FormProps) {
  return (
    <div className="grid items-start gap-x-6 gap-y-4 in-[dialog]:grid-cols-1! sm:grid-cols-2 xl:grid-cols-3">
      {fields.map((field) => (
        <Field
          key={field.name}
          label={field.label}
          hint={field.help}
          error={errors[field.name] ?? null}
          aside={
            websiteId && field.isFromWebsite ? (
              <Link to={`/projects/${websiteId}?tab=settings`} className="text-xs text-brand hover:underline">
                From website settings
              </Link>
            ) : null
          }
        >
          {(control) => (
            <Control
              field={field}
              control={control}
              currencySign={currencySign}
              value={values[field.name] ?? ''}
              onChange={(text) => onChange(field.name, text)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

interface ControlProps {
  field: FormField;
  control: FieldControl;
  value: string;
  currencySign: string;
  onChange: (text: string) => void;
}

function Control({ field, control, value, currencySign, onChange }: ControlProps) {
  const shared = { ...control, name: field.name, value };
  const placeholder = fallbackText(field);
  if (field.kind === 'choice' || field.kind === 'flag') {
    return <Choice field={field} shared={shared} onChange={onChange} />;
  }
  if (field.kind === 'texts') {
    return (
      <Textarea
        {...shared}
        className="min-h-10"
        rows={1}
        placeholder={placeholder || 'separated by commas'}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const numeric = field.kind !== 'text';
  const sign = field.kind === 'money' ? currencySign : null;
  const unit = field.kind === 'percent' ? '%' : null;
  return (
    <Affixed before={sign} after={unit}>
      <Input
        {...shared}
        inputMode={numeric ? 'decimal' : 'text'}
        autoComplete="off"
        placeholder={placeholder || (field.kind === 'numbers' ? '28, 15, 10' : undefined)}
        className={numeric ? 'tabular' : undefined}
        style={{ paddingLeft: sign ? '1.75rem' : undefined, paddingRight: unit ? '2rem' : undefined }}
        onChange={(event) => onChange(event.target.value)}
      />
    </Affixed>
  );
}

function Affixed({ before, after, children }: { before: string | null; after: string | null; children: ReactNode }) {
  return (
    <div className="relative">
      {before ? (
        <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-muted-foreground">
          {before}
        </span>
      ) : null}
      {children}
      {after ? (
        <span aria-hidden="true" className="absolute inset-y-0 right-3 flex items-center text-muted-foreground">
          {after}
        </span>
      ) : null}
    </div>
  );
}

function Choice({
  field,
  shared,
  onChange,
}: {
  field: FormField;
  shared: FieldControl & { name: string; value: string };
  onChange: (text: string) => void;
}) {
  const id = useId();
  const fallback = fallbackText(field);
  const options =
    field.kind === 'flag'
      ? [
          { value: 'true', label: 'Yes', help: null },
          { value: 'false', label: 'No', help: null },
        ]
      : field.options;
  const own = options.find((option) => option.value === fallback)?.label ?? fallback;
  const help = options.find((option) => option.value === (shared.value || fallback))?.help;
  return (
    <>
      <Select {...shared} onChange={(event) => onChange(event.target.value)}>
        <option value="">{own ? `Default: ${own}` : 'Default'}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
      {help ? (
        <span id={`${id}-help`} className="text-[0.8125rem] text-muted-foreground">
          {help}
        </span>
      ) : null}
    </>
  );
}
