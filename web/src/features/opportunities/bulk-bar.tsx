import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { formatNumber } from '@/lib/format';

/** Actions for the selected rows and their number. It stays visible while the list scrolls. */
export function BulkBar({
  count,
  onImplement,
  onDismiss,
  onClear,
}: {
  count: number;
  onImplement: () => void;
  onDismiss: () => void;
  onClear: () => void;
}) {
  return (
    <div role="status" className="pointer-events-none sticky bottom-4 z-20 flex justify-center px-4">
      {count > 0 ? (
        <div className="pointer-events-auto my-3 flex items-center gap-1.5 rounded-lg border border-border bg-popover py-1.5 pr-1.5 pl-4 shadow-pop">
          <span className="tabular mr-2 text-[0.8125rem] font-medium whitespace-nowrap">
            {formatNumber(count, 0)} selected
          </span>
          <Button variant="ghost" size="sm" needsNetwork onClick={onDismiss}>
            Dismiss
          </Button>
          <Button size="sm" needsNetwork onClick={onImplement}>
            Implement
          </Button>
          <Button variant="ghost" size="icon-sm" aria-label="Clear selection" onClick={onClear}>
            <X size={14} aria-hidden="true" />
          </Button>
        </div>
      ) : null}
    </div>
  );
}
