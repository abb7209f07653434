import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { websiteQueries } from '@/api/websites';
import { Button } from '@/components/ui/button';
import { Fold } from '@/components/ui/fold';
import { useWebsiteActions } from '@/components/websites/use-website-actions';

/** Archived websites with a restore button; empty without any. */
export function ArchiveCard() {
  const archived = useQuery(websiteQueries.list({ archived: true }));
  const { restore } = useWebsiteActions();
  const all = archived.data ?? [];
  if (all.length === 0) return null;
  return (
    <Fold
      className="mt-8 rounded-lg border border-border px-5 py-2"
      title={<span className="font-medium">Archive ({all.length})</span>}
    >
      <ul className="mt-3 grid gap-2">
        {all.map((website) => (
          <li key={website.id} className="flex flex-wrap items-center justify-between gap-3">
            <Link to={`/projects/${website.id}`} className="min-w-0 truncate hover:underline">
              {website.name} <span className="text-muted-foreground">{website.host}</span>
            </Link>
            <Button
              size="sm"
              variant="outline"
              aria-label={`Restore ${website.name}`}
              busy={restore.isPending && restore.variables?.id === website.id}
              needsNetwork
              onClick={() => restore.mutate(website)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
