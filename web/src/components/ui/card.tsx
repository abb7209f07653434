import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** A surface for related content. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={cn('min-w-0 rounded-lg border border-border bg-card text-card-foreground shadow-card', className)}
      {...rest}
    />
  );
}

/** Title line of a card: heading, one line of explanation, actions at the right. */
export function CardHeader({
  title,
  description,
  actions,
  level = 2,
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  level?: 2 | 3;
  className?: string;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <header className={cn('flex flex-wrap items-start justify-between gap-3 px-5 pt-5', className)}>
      <div className="min-w-0">
        <Heading className="text-[0.9375rem] font-semibold">{title}</Heading>
        {description ? (
          <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-muted-foreground">{description}</p>
        ) : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('p-5', className)} {...rest} />;
}
