import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';

/** The first rows of a long list, and the button that shows all of them; null once they are shown. */
export function useFirst<Row>(rows: readonly Row[], count: number): [readonly Row[], ReactNode] {
  const [isAll, setAll] = useState(rows.length <= count);
  if (isAll) return [rows, null];
  const button = (
    <div className="flex justify-center border-t border-border p-3">
      <Button variant="outline" size="sm" onClick={() => setAll(true)}>
        Show all {rows.length}
      </Button>
    </div>
  );
  return [rows.slice(0, count), button];
}
