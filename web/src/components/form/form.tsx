import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Callout } from '@/components/ui/callout';
import { cn } from '@/lib/cn';
import type { SaveForm } from './use-save-form';

/**
 * A form with its own validation: errors appear next to fields, and the first invalid field gets the focus. Several of
 * them are listed above the form; an error without a field is shown there with the focus.
 */
export function Form<Values extends FieldValues, Answer>({
  form,
  className,
  children,
  ...rest
}: { form: SaveForm<Values, Answer> } & ComponentProps<'form'>) {
  return (
    <form {...rest} noValidate className={cn('grid gap-5', className)} onSubmit={form.submit}>
      <Problem form={form} />
      <WrongFields form={form} />
      {children}
    </form>
  );
}

/** The error of a save that belongs to no field. */
function Problem<Values extends FieldValues, Answer>({ form }: { form: SaveForm<Values, Answer> }) {
  const box = useRef<HTMLDivElement>(null);
  const { submitCount, errors } = form.methods.formState;
  const isAlone = form.error !== null && wrongNames(errors).length === 0;
  useEffect(() => {
    // Each attempt gives the focus again.
    if (isAlone && submitCount > 0) box.current?.focus();
  }, [isAlone, submitCount]);
  if (!form.error) return null;
  return (
    <div ref={box} tabIndex={-1} className="rounded-md">
      <Callout tone="danger" title={form.error} />
    </div>
  );
}

/** Names the wrong fields where there are several, each with a way to it. */
function WrongFields<Values extends FieldValues, Answer>({ form }: { form: SaveForm<Values, Answer> }) {
  const names = wrongNames(form.methods.formState.errors);
  const key = names.join();
  const list = useRef<HTMLUListElement>(null);
  const [labels, setLabels] = useState<Record<string, string>>({});
  useLayoutEffect(() => {
    const element = list.current?.closest('form') ?? null;
    setLabels(Object.fromEntries(key.split(',').map((name) => [name, labelOf(element, name)])));
  }, [key]);
  if (names.length < 2) return null;
  return (
    <Callout tone="danger" title={`Check ${names.length} fields`}>
      <ul ref={list} className="flex flex-wrap gap-x-3">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="min-h-6 underline underline-offset-4"
              onClick={() => form.methods.setFocus(name as FieldPath<Values>)}
            >
              {labels[name]}
            </button>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function wrongNames(errors: object): string[] {
  return Object.keys(errors).filter((name) => name !== 'root');
}

/** Text of the label of a control, or of the group that a box is in. */
function labelOf(form: HTMLFormElement | null, name: string): string {
  const control = form?.querySelector<HTMLInputElement>(`[name="${name}"], [name^="${name}."]`);
  const isBox = control?.matches('[type="checkbox"], [type="radio"]') ?? false;
  const label = (isBox && control?.closest('fieldset')?.querySelector('legend')) || control?.labels?.[0];
  return label?.textContent?.trim() || name;
}
