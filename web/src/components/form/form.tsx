import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Callout } from '@/components/ui/callout';
import { cn } from '@/lib/cn';
import type { SaveForm } from './use-save-form';

/** A form with its own validation: errors appear next to fields, and the first invalid field gets the focus. */
export function Form<Values extends FieldValues, Answer>({
  form,
  className,
  children,
  ...rest
}: { form: SaveForm<Values, Answer> } & ComponentProps<'form'>) {
  return (
    <form {...rest} noValidate className={cn('grid gap-5', className)} onSubmit={form.submit}>
      {form.error ? <Callout tone="danger" title={form.error} /> : null}
      {children}
    </form>
  );
}
