import { type ComponentProps, type ReactNode, useId } from 'react';
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  type RefCallBack,
  useController,
} from 'react-hook-form';
import { Field, type FieldControl, Input, Select, Textarea } from '@/components/ui/field';
import { Segmented } from '@/components/ui/segmented';

interface Bound<Values extends FieldValues, Value> {
  control: Control<Values>;
  name: FieldPathByValue<Values, Value>;
}

interface Described {
  label: ReactNode;
  hint?: ReactNode;
  className?: string;
  /** Error message of an empty required field. */
  required?: string;
  /** Returns true for a valid text, otherwise an error message. */
  check?: (typed: string) => true | string;
}

/** Attributes of a control that shows and changes the value of a field. */
export interface BoundControl extends FieldControl {
  name: string;
  value: string;
  required: boolean;
  ref: RefCallBack;
  onBlur: () => void;
  onChange: (event: unknown) => void;
}

/** Label, control, hint and error of a text field. The control is a function of its attributes. */
export function FormField<Values extends FieldValues>({
  control,
  name,
  required,
  check,
  children,
  ...described
}: Bound<Values, string> & Described & { children: (bound: BoundControl) => ReactNode }) {
  const { field, fieldState } = useController({ control, name, rules: { validate: rule(required, check) } });
  return (
    <Field {...described} error={fieldState.error?.message}>
      {(attributes) =>
        children({
          ...attributes,
          name: field.name,
          value: field.value,
          required: required !== undefined,
          ref: field.ref,
          onBlur: field.onBlur,
          onChange: field.onChange,
        })
      }
    </Field>
  );
}

function rule(required: string | undefined, check: Described['check']) {
  return (value: unknown) => {
    const typed = String(value);
    if (required !== undefined && typed.trim() === '') return required;
    return check?.(typed) ?? true;
  };
}

type Own<Tag extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Tag>,
  'form' | 'name' | 'required' | 'value' | 'className'
>;

/** Single-line text field. */
export function TextField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  className,
  required,
  check,
  inputClassName,
  ...input
}: Bound<Values, string> & Described & Own<'input'> & { inputClassName?: string }) {
  return (
    <FormField {...{ control, name, label, hint, className, required, check }}>
      {(bound) => <Input className={inputClassName} {...input} {...bound} />}
    </FormField>
  );
}

/** Multi-line text field. */
export function TextareaField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  className,
  required,
  check,
  ...input
}: Bound<Values, string> & Described & Own<'textarea'>) {
  return (
    <FormField {...{ control, name, label, hint, className, required, check }}>
      {(bound) => <Textarea {...input} {...bound} />}
    </FormField>
  );
}

/** Selection from a list. */
export function SelectField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  className,
  required,
  shown,
  options,
}: Bound<Values, string> &
  Described & {
    /** Option shown instead of the field's value. */
    shown?: string;
    options: readonly { value: string; label: string }[];
  }) {
  return (
    <FormField {...{ control, name, label, hint, className, required }}>
      {(bound) => (
        <Select {...bound} value={shown ?? bound.value}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}

/** Selection from a few visible options. */
export function SegmentedField<Values extends FieldValues, Value extends string>({
  control,
  name,
  label,
  options,
}: Bound<Values, Value> & { label: string; options: readonly { value: Value; label: string }[] }) {
  const { field } = useController({ control, name });
  return <Segmented label={label} value={field.value} options={options} onChange={field.onChange} />;
}

/** Checkbox. */
export function CheckField<Values extends FieldValues>({
  control,
  name,
  label,
  disabled = false,
  hint,
}: Bound<Values, boolean> & { label: ReactNode; disabled?: boolean; hint?: ReactNode }) {
  const { field } = useController({ control, name });
  const hintId = useId();
  const box = (
    <label className={`flex min-h-9 items-center gap-2.5 ${disabled ? 'text-muted-foreground' : ''}`}>
      <input
        type="checkbox"
        className="size-4 accent-primary"
        name={field.name}
        ref={field.ref}
        checked={field.value && !disabled}
        disabled={disabled}
        aria-describedby={hint ? hintId : undefined}
        onBlur={field.onBlur}
        onChange={field.onChange}
      />
      {label}
    </label>
  );
  if (!hint) return box;
  return (
    <div>
      {box}
      <p id={hintId} className="text-xs text-muted-foreground">
        {hint}
      </p>
    </div>
  );
}

/** Multiple selection from a list. */
export function CheckListField<Values extends FieldValues>({
  control,
  name,
  label,
  required,
  options,
  className,
}: Bound<Values, readonly string[]> & {
  label: ReactNode;
  required?: string;
  options: readonly { value: string; label: ReactNode }[];
  /** Layout of the choices. */
  className?: string;
}) {
  const { field, fieldState } = useController({ control, name, rules: { required } });
  const chosen: readonly string[] = field.value;
  const toggle = (value: string) =>
    field.onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <fieldset>
      <legend className="text-[0.8125rem] font-medium">{label}</legend>
      <div className={className ?? 'mt-2 flex flex-wrap gap-x-6 gap-y-2'}>
        {options.map((option, index) => (
          <label key={option.value} className="flex min-h-6 min-w-0 items-center gap-2 text-[0.8125rem]">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-primary"
              ref={index === 0 ? field.ref : undefined}
              checked={chosen.includes(option.value)}
              onBlur={field.onBlur}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {fieldState.error ? <p className="mt-1.5 text-[0.8125rem] text-destructive">{fieldState.error.message}</p> : null}
    </fieldset>
  );
}
