import { Check, ChevronsUpDown, Globe } from 'lucide-react';
import type { Website } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { Skeleton } from '@/components/ui/skeleton';
import { formatCompact } from '@/lib/format';
import { SimulatedBadge } from './simulated-badge';

/**
 * Selects the website of the screen. With a single website it shows only its name. Its space is reserved while loading
 * and without a website, to avoid layout shifts.
 */
export function WebsiteSwitcher({
  websites,
  current,
  pending,
  onChoose,
}: {
  websites: readonly Website[];
  current: Website | null;
  pending: boolean;
  onChoose: (id: string) => void;
}) {
  if (pending) return <Skeleton className="h-8 w-45" />;
  // The page says whether there is no website or whether the list failed to load.
  if (!current) return <span className="h-8 w-45 max-sm:order-last" />;
  if (websites.length === 1) return <SingleWebsite website={current} />;
  return (
    <span className="inline-flex items-center gap-2">
      {current.simulated ? <SimulatedBadge /> : null}
      <Choice websites={websites} current={current} onChoose={onChoose} />
    </span>
  );
}

function Choice({
  websites,
  current,
  onChoose,
}: {
  websites: readonly Website[];
  current: Website;
  onChoose: (id: string) => void;
}) {
  return (
    <Menu
      label="Websites"
      trigger={
        <Button variant="outline" size="sm" className="max-w-64">
          <Globe size={14} aria-hidden="true" />
          <span className="sr-only">Website: </span>
          <span className="truncate">{current.name}</span>
          <ChevronsUpDown size={14} aria-hidden="true" className="text-muted-foreground" />
        </Button>
      }
    >
      {websites.map((website) => (
        <MenuItem key={website.id} onSelect={() => onChoose(website.id)}>
          <Check
            size={14}
            aria-hidden="true"
            className={website.id === current.id ? 'text-brand' : 'text-transparent'}
          />
          <span className="min-w-0 flex-1">
            <span className="block truncate">{website.name}</span>
            <span className="block truncate text-xs text-muted-foreground">
              {website.queries == null
                ? 'no data yet'
                : `${formatCompact(website.queries)} ${website.queries === 1 ? 'query' : 'queries'}`}
            </span>
          </span>
          {website.id === current.id ? <span className="sr-only">(shown)</span> : null}
          {website.simulated ? <SimulatedBadge /> : null}
        </MenuItem>
      ))}
    </Menu>
  );
}

function SingleWebsite({ website }: { website: Website }) {
  return (
    <span className="inline-flex h-8 max-w-64 items-center gap-2 text-[0.8125rem] text-muted-foreground">
      <Globe size={14} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{website.name}</span>
      {website.simulated ? <SimulatedBadge /> : null}
    </span>
  );
}
