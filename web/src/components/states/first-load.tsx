import { type ReactNode, useState } from 'react';
import { LoadingRows } from './panels';

/**
 * Shows its content once `queries` have their first answers, so that what comes later moves nothing in the window;
 * until then a skeleton as high as the window.
 */
export function FirstLoad({ queries, children }: { queries: readonly { isPending: boolean }[]; children: ReactNode }) {
  const isLoading = queries.some(({ isPending }) => isPending);
  const [wasShown, setShown] = useState(false);
  if (!isLoading && !wasShown) setShown(true);
  if (isLoading && !wasShown) return <LoadingRows rows={8} className="min-h-dvh content-start px-0" />;
  return children;
}
