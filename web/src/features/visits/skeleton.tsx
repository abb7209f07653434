import { Skeleton } from '@/components/ui/skeleton';

/** Placeholder with the heights of the cards of the page. */
export function VisitsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Skeleton className="h-260 rounded-lg sm:h-190 xl:h-154" />
      <Skeleton className="h-116 rounded-lg sm:h-90" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
