import { Skeleton } from '@/components/ui/skeleton';

/** Placeholder with the heights of the cards of the page. */
export function CrawlSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Skeleton className="h-88 rounded-lg sm:h-64 xl:h-48" />
      <Skeleton className="h-160 rounded-lg" />
      <Skeleton className="h-160 rounded-lg" />
    </div>
  );
}
