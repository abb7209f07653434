import type { Site } from '@/api/sites';
import { Badge } from '@/components/ui/badge';
import { isPublic, siteState } from './site-words';

/** Status of a site. A site that is live while a newer release is on its way shows both. */
export function SiteStatusBadge({ site }: { site: Pick<Site, 'status' | 'liveRelease'> }) {
  const statuses = isPublic(site) && site.status !== 'live' ? ['live', site.status] : [site.status];
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {statuses.map((status) => {
        const { label, tone } = siteState(status);
        return (
          <Badge key={status} tone={tone} dot>
            {label}
          </Badge>
        );
      })}
    </span>
  );
}
