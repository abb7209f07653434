import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** A section of the landing page: heading, one sentence, content. */
export function Section({
  title,
  text,
  children,
  className,
}: {
  title: string;
  text?: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={cn('border-b border-border', className)}>
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6 sm:py-24">
        <h2 className="max-w-2xl text-2xl font-semibold tracking-[-0.02em] sm:text-3xl">{title}</h2>
        {text ? <p className="mt-3 max-w-2xl text-[0.9375rem] text-muted-foreground">{text}</p> : null}
        <div className="mt-6 sm:mt-10">{children}</div>
      </div>
    </section>
  );
}
