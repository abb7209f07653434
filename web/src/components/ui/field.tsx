import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '@/lib/cn';

export const inputStyle =
  'block w-full rounded-md border border-input bg-background px-3 text-sm text-foreground placeholder:text-muted-foreground transition-colors hover:border-foreground/60 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(inputStyle, 'h-10', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cn(inputStyle, 'min-h-24 py-2', className)} {...rest} />;
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <select className={cn(inputStyle, 'h-10 pr-8', className)} {...rest}>
      {children}
    </select>
  );
}

export interface FieldControl {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/**
 * Label, control, hint and error of one value. The control is a function of its attributes:
 * `<Field label="Name">{(control) => <Input {...control} name="name" />}</Field>`.
 */
export function Field({
  label,
  hint,
  error,
  aside,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  /** Content at the right end of the label's line, e.g. a link. */
  aside?: ReactNode;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');
  return (
    <div className={cn('grid grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      {/* The aside follows the field, so that Tab leads from field to field. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1.5">
        <label htmlFor={id} className="justify-self-start text-[0.8125rem] font-medium">
          {label}
        </label>
        <div className="col-span-2">
          {children({
            id,
            'aria-invalid': error ? true : undefined,
            'aria-describedby': described || undefined,
          })}
        </div>
        {aside ? <div className="col-start-2 row-start-1">{aside}</div> : null}
      </div>
      {error ? (
        <p id={`${id}-error`} className="text-[0.8125rem] text-destructive">
          {error}
        </p>
      ) : null}
      {hint ? (
        <div id={`${id}-hint`} className="text-[0.8125rem] text-muted-foreground">
          {hint}
        </div>
      ) : null}
    </div>
  );
}
