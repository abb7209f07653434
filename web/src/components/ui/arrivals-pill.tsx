import { ArrowUp } from 'lucide-react';
import { Button } from './button';

/** "3 new": shows entries that arrived while the list was kept unchanged. */
export function ArrivalsPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className="contents">
      {count > 0 ? (
        <Button size="sm" className="sticky top-20 z-10 mx-auto mb-2 flex h-8 rounded-full shadow-pop" onClick={onShow}>
          <ArrowUp size={13} aria-hidden="true" />
          {count} new
        </Button>
      ) : null}
    </div>
  );
}
