import { Link } from 'react-router';
import type { Website } from '@/api/types';
import { RelativeTime } from '@/components/ui/relative-time';
import { SimulatedBadge } from '@/components/websites/simulated-badge';
import { WebsiteMenu } from '@/components/websites/website-menu';
import { WebsiteFigures } from './website-figures';

/** One website with its name and the state of its data. The whole card is the link. */
export function WebsiteCard({ website }: { website: Website }) {
  return (
    <article className="relative flex h-full flex-col rounded-lg border border-border bg-card p-5 shadow-card transition-colors hover:border-input">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="truncate font-semibold">
            <Link to={`/projects/${website.id}`} className="after:absolute after:inset-0 after:rounded-lg">
              {website.name}
            </Link>
          </h2>
          <p className="truncate text-[0.8125rem] text-muted-foreground">{website.host}</p>
        </div>
        <div className="relative z-10 -my-2 -mr-2 flex shrink-0 items-center gap-1">
          {website.simulated ? <SimulatedBadge /> : null}
          <WebsiteMenu website={website} />
        </div>
      </div>
      {website.lastImportAt ? <WebsiteFigures website={website} className="mt-5" /> : null}
      <span className="h-5" />
      <p className="mt-auto border-t border-border pt-3 text-xs text-muted-foreground">
        {website.lastImportAt ? (
          <>
            Last import <RelativeTime at={website.lastImportAt} />
          </>
        ) : (
          'No search data yet: open the project to import it.'
        )}
      </p>
    </article>
  );
}
