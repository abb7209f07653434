import { Badge } from '@/components/ui/badge';
import { siteState } from './site-words';

export function SiteStatusBadge({ status }: { status: string }) {
  const { label, tone } = siteState(status);
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  );
}
