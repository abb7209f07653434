import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { ScrollBox } from './scroll-box';

/** Table that scrolls horizontally in its own box. `label` names the box for keyboard users. */
export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    <ScrollBox label={label} className="relative w-full overflow-x-auto">
      <table className={cn('w-full border-collapse text-left text-[0.8125rem]', className)} {...rest} />
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

export function Td({ className, numeric = false, ...rest }: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      className={cn(
        'border-b border-border px-3 py-2.5 align-middle in-[tr:last-child]:border-b-0',
        numeric && 'text-right tabular',
        className,
      )}
      {...rest}
    />
  );
}
