import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** Styles of the title line and of the content. */
const LOOKS = {
  /** A line of text. */
  line: { title: 'min-h-9 w-fit max-w-full gap-1.5 hover:text-brand', content: 'pt-1 pb-4', chevron: 14 },
  /** A small line below what matters more. */
  quiet: {
    title: 'min-h-9 w-fit max-w-full gap-1.5 text-[0.8125rem] text-muted-foreground hover:text-foreground',
    content: 'pt-3',
    chevron: 14,
  },
  /** A part of a bordered block, below a line. */
  part: {
    title: 'min-h-9 gap-1.5 px-4 text-[0.8125rem] text-muted-foreground hover:text-foreground',
    content: 'pb-2',
    chevron: 14,
  },
  /** The title line of a card, or a row of a list. */
  card: { title: 'min-h-13 gap-2 px-5 py-3 -outline-offset-2 hover:bg-accent/60', content: '', chevron: 16 },
} as const;

/** Content that unfolds below its title, which a chevron marks. Closed at first unless `open`. */
export function Fold({
  title,
  look = 'line',
  open,
  onToggle,
  className,
  titleClassName,
  children,
}: {
  /** Content of the title line; may contain a heading, but nothing to press. */
  title: ReactNode;
  look?: keyof typeof LOOKS;
  open?: boolean;
  onToggle?: (isOpen: boolean) => void;
  className?: string;
  titleClassName?: string;
  children: ReactNode;
}) {
  const style = LOOKS[look];
  return (
    <details
      className={cn('min-w-0', className)}
      open={open}
      onToggle={onToggle ? (event) => onToggle(event.currentTarget.open) : undefined}
    >
      <summary className={cn('flex cursor-pointer list-none items-center', style.title, titleClassName)}>
        <ChevronRight
          size={style.chevron}
          aria-hidden="true"
          className="shrink-0 text-muted-foreground transition-transform in-[details[open]>summary]:rotate-90"
        />
        {title}
      </summary>
      <div className={style.content}>{children}</div>
    </details>
  );
}
