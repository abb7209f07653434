import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form';
import { type ChangeField, kindOfChange } from '@/components/edits/change-kinds';
import { TextareaField, TextField } from '@/components/form/fields';

/** The texts of a change; `prefix` names them in the form. */
export function ChangeFields<Values extends FieldValues>({
  control,
  kind,
  prefix,
}: {
  control: Control<Values>;
  kind: string;
  prefix: string;
}) {
  const fields = kindOfChange(kind)?.fields ?? [];
  return fields.map((field) => (
    <OneField key={`${kind}-${field.name}`} control={control} field={field} name={`${prefix}${field.name}`} />
  ));
}

function OneField<Values extends FieldValues>({
  control,
  field: { label, hint, isLong },
  name,
}: {
  control: Control<Values>;
  field: ChangeField;
  name: string;
}) {
  const bound = {
    control,
    name: name as FieldPathByValue<Values, string>,
    label,
    hint,
    required: `Enter a value: ${label}.`,
  };
  return isLong ? <TextareaField {...bound} rows={3} /> : <TextField {...bound} maxLength={2000} />;
}
