import { formatNumber } from '@/lib/format';
import { Button } from './button';

/** Previous and next page of a table; nothing if it has one page. */
export function Pages({
  label,
  page,
  pages,
  isBusy = false,
  onChange,
}: {
  label: string;
  page: number;
  /** Number of pages; null if there is another page, and nobody knows how many. */
  pages: number | null;
  /** Whether the next page is on its way. */
  isBusy?: boolean;
  onChange: (page: number) => void;
}) {
  if (pages !== null && pages <= 1) return null;
  // The buttons are below the rows: the first new row should be in view.
  const go = (button: HTMLElement, to: number) => {
    onChange(to);
    button.closest('section')?.scrollIntoView?.({ block: 'start' });
  };
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-3 border-t border-border p-3">
      <Button
        variant="outline"
        size="sm"
        disabled={page <= 1}
        onClick={({ currentTarget }) => go(currentTarget, page - 1)}
      >
        Previous
      </Button>
      <span role="status" className="tabular text-[0.8125rem] text-muted-foreground">
        Page {formatNumber(page, 0)}
        {pages === null ? null : ` of ${formatNumber(pages, 0)}`}
      </span>
      <Button
        variant="outline"
        size="sm"
        disabled={pages !== null && page >= pages}
        busy={isBusy}
        onClick={({ currentTarget }) => go(currentTarget, page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
