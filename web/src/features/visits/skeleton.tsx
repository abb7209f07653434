import { Skeleton } from '@/components/ui/skeleton';

/** Placeholder with the heights of the cards of the page. */
export function VisitsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Skeleton className="h-265 rounded-lg sm:h-192 xl:h-162" />
      <Skeleton className="h-127 rounded-lg sm:h-108" />
      <Skeleton className="h-140 rounded-lg" />
    </div>
  );
}
