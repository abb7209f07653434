import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { ScrollBox } from './scroll-box';

/**
 * Table that scrolls horizontally in its own box. `label` names the box for keyboard users. With `stacked`, each row
 * is a block of lines on a phone; the cells say how, by `stack` or `label`.
 */
export function Table({
  label,
  stacked = false,
  className,
  ...rest
}: ComponentProps<'table'> & { label: string; stacked?: boolean }) {
  return (
    <ScrollBox label={label} className="relative w-full overflow-x-auto">
      <table
        className={cn('w-full border-collapse text-left text-[0.8125rem]', stacked && 'stacked-table', className)}
        {...rest}
      />
    </ScrollBox>
  );
}

export function Th({ className, numeric = false, ...rest }: ComponentProps<'th'> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={cn(
        'border-b border-border px-3 py-2.5 font-medium whitespace-nowrap text-muted-foreground',
        numeric && 'text-right',
        className,
      )}
      {...rest}
    />
  );
}

/**
 * Place of a cell in a stacked row: in its first line, in the corner of that line, on a line of its own, or after all
 * others. A cell with a `label` shows it before its value, next to other such cells.
 */
export type StackPlace = 'title' | 'corner' | 'line' | 'end';

export function Td({
  className,
  numeric = false,
  stack,
  label,
  ...rest
}: ComponentProps<'td'> & { numeric?: boolean; stack?: StackPlace; label?: string }) {
  return (
    <td
      data-stack={stack}
      data-label={label}
      className={cn(
        'border-b border-border px-3 py-2.5 align-middle in-[tr:last-child]:border-b-0',
        numeric && 'text-right tabular',
        className,
      )}
      {...rest}
    />
  );
}
