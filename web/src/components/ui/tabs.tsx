import { Tabs as Primitive } from 'radix-ui';
import { type ComponentProps, useRef } from 'react';
import { useActiveInView } from '@/hooks/use-active-in-view';
import { cn } from '@/lib/cn';

export const Tabs = Primitive.Root;

export function TabList({ className, ...rest }: ComponentProps<typeof Primitive.List>) {
  const ref = useRef<HTMLDivElement>(null);
  useActiveInView(ref);
  return (
    <Primitive.List
      ref={ref}
      className={cn('flex gap-1 overflow-x-auto border-b border-border [scrollbar-width:none]', className)}
      {...rest}
    />
  );
}

export function Tab({ className, ...rest }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        'border-b-2 border-transparent px-3 py-2.5 font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 transition-colors hover:text-foreground data-[state=active]:border-primary data-[state=active]:text-foreground',
        className,
      )}
      {...rest}
    />
  );
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content className={cn('pt-6', className)} {...rest} />;
}
