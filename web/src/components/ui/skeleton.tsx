import { cn } from '@/lib/cn';

/** Grey placeholder of content that loads; give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-pulse rounded-md bg-muted', className)} />;
}
