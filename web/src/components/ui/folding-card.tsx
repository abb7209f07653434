import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { PHONE, useMedia } from '@/hooks/use-media';
import { Card, CardHeader } from './card';

/**
 * A card of secondary content. On a phone it is folded below its title, so that the page stays short; a wider window shows
 * it whole.
 */
export function FoldingCard({
  title,
  summary,
  description,
  actions,
  children,
}: {
  title: string;
  /** The one figure that a folded card shows next to its title. */
  summary?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const isPhone = useMedia(PHONE);
  if (!isPhone) {
    return (
      <Card aria-label={title}>
        <CardHeader title={title} description={description} actions={actions} />
        {children}
      </Card>
    );
  }
  return (
    <Card aria-label={title}>
      <details className="group">
        <summary className="flex min-h-13 cursor-pointer list-none items-center gap-2 px-5 py-3">
          <ChevronRight
            size={16}
            aria-hidden="true"
            className="shrink-0 text-muted-foreground transition-transform group-open:rotate-90"
          />
          <h2 className="min-w-0 text-[0.9375rem] font-semibold">{title}</h2>
          {summary ? (
            <span className="tabular ml-auto text-[0.8125rem] whitespace-nowrap text-muted-foreground">{summary}</span>
          ) : null}
        </summary>
        {description ? <p className="px-5 text-[0.8125rem] text-muted-foreground">{description}</p> : null}
        {actions ? <div className="flex flex-wrap gap-2 px-5 pt-3">{actions}</div> : null}
        {children}
      </details>
    </Card>
  );
}

/** Part of a card that a phone folds below its title; a wider window shows it whole, with the heading of its content. */
export function PhoneFold({ title, children }: { title: string; children: ReactNode }) {
  const isPhone = useMedia(PHONE);
  if (!isPhone) return children;
  return (
    <details className="group min-w-0 border-b border-border last:border-b-0">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold">
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="shrink-0 text-muted-foreground transition-transform group-open:rotate-90"
        />
        {title}
      </summary>
      <div className="pt-1 pb-4 [&>section>h3]:sr-only">{children}</div>
    </details>
  );
}
