import { type ReactNode, useEffect, useState } from 'react';
import { PHONE, useMedia } from '@/hooks/use-media';
import { Card, CardHeader } from './card';
import { Fold } from './fold';

/**
 * A card of secondary content. On a phone it is folded below its title, so that the page stays short; a wider window shows
 * it whole, unless it is always folded.
 */
export function FoldingCard({
  title,
  summary,
  description,
  actions,
  level = 2,
  always = false,
  open = false,
  className,
  id,
  children,
}: {
  title: string;
  /** The one figure that a folded card shows next to its title. */
  summary?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  level?: 2 | 3;
  /** Whether wide windows fold it too: for long lists that few readers need. */
  always?: boolean;
  /** Whether a phone shows it unfolded. It unfolds when this becomes true, and stays so. */
  open?: boolean;
  className?: string;
  /** Id of the card, for links to it. */
  id?: string;
  children: ReactNode;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const isFolded = useMedia(PHONE) || always;
  const [isOpen, setOpen] = useState(open);
  // It opens by itself, but never closes under the reader's finger.
  useEffect(() => {
    if (open) setOpen(true);
  }, [open]);
  if (!isFolded) {
    return (
      <Card id={id} aria-label={title} className={className}>
        <CardHeader title={title} level={level} description={description} actions={actions} />
        {children}
      </Card>
    );
  }
  return (
    <Card id={id} aria-label={title} className={className}>
      <Fold
        look="card"
        open={isOpen}
        onToggle={setOpen}
        title={
          <>
            <Heading className="min-w-0 text-[0.9375rem] font-semibold">{title}</Heading>
            {summary ? (
              <span className="tabular ml-auto text-[0.8125rem] whitespace-nowrap text-muted-foreground">
                {summary}
              </span>
            ) : null}
          </>
        }
      >
        {description ? <p className="px-5 text-[0.8125rem] text-muted-foreground">{description}</p> : null}
        {actions ? <div className="flex flex-wrap gap-2 px-5 pt-3">{actions}</div> : null}
        {children}
      </Fold>
    </Card>
  );
}

/** Part of a card that a phone folds below its title; a wider window shows it whole, with the heading of its content. */
export function PhoneFold({ title, children }: { title: string; children: ReactNode }) {
  const isPhone = useMedia(PHONE);
  if (!isPhone) return children;
  return (
    <Fold
      title={<span className="font-semibold">{title}</span>}
      className="border-b border-border last:border-b-0"
      titleClassName="min-h-11 w-full"
    >
      <div className="[&>section>h3]:sr-only">{children}</div>
    </Fold>
  );
}
