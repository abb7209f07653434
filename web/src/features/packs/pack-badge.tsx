import type { ListedPack } from '@/api/packs';
import { Badge } from '@/components/ui/badge';

/** Which pack of a vertical counts. */
export function PackBadge({ source }: { source: ListedPack['source'] }) {
  if (source === 'own') return <Badge tone="brand">Own</Badge>;
  if (source === 'built_in') return <Badge tone="success">Built-in</Badge>;
  return <Badge>No pack</Badge>;
}
