import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SitePage } from '@/api/sites';
import { EmptyPanel } from '@/components/states/panels';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { plural } from '@/lib/format';
import { humanise } from '@/lib/words';
import type { SiteTabProps } from './detail-page';
import { useRemovePage } from './use-remove-page';
import { useSiteActions } from './use-site-actions';

/** Pages of a site: each is a document with its own editor and versions. */
export default function PagesTab({ site, pages, canChange }: SiteTabProps) {
  const [changing, setChanging] = useState<SitePage | null>(null);
  const { build } = useSiteActions(site);
  const removePage = useRemovePage(site.id);
  const isBusy = site.runId !== null || build.isPending;
  return (
    <Card aria-label="Pages">
      <CardHeader
        title="Pages"
        description="Edit a page in its document. Your changes reach the site with the next release."
        actions={
          canChange && pages.length > 0 ? (
            <Button needsNetwork size="sm" variant="outline" disabled={isBusy} onClick={() => build.mutate([])}>
              Build release
            </Button>
          ) : null
        }
      />
      {pages.length === 0 ? (
        <EmptyPanel
          icon={FileText}
          title="No pages yet"
          text="The first build writes the pages from the market's facts and the editorial pack of its trade."
          action={
            canChange ? (
              <Button needsNetwork size="sm" disabled={isBusy} onClick={() => build.mutate([])}>
                Build site
              </Button>
            ) : null
          }
        />
      ) : (
        <ul className="mt-3 divide-y divide-border border-t border-border">
          {pages.map((page) => (
            <Row
              key={page.path}
              page={page}
              isBusy={isBusy}
              onChange={canChange ? () => setChanging(page) : undefined}
            />
          ))}
        </ul>
      )}
      <ChangeDialog page={changing} {...{ build, removePage }} onClose={() => setChanging(null)} />
    </Card>
  );
}

/** Asks before a page is written again; before a page that a person added is removed. */
function ChangeDialog({
  page,
  build,
  removePage,
  onClose,
}: {
  page: SitePage | null;
  build: ReturnType<typeof useSiteActions>['build'];
  removePage: ReturnType<typeof useRemovePage>;
  onClose: () => void;
}) {
  const own = page?.isOwn ?? false;
  const name = page?.label ?? 'the page';
  return (
    <ConfirmDialog
      open={page !== null}
      onClose={onClose}
      onConfirm={() => {
        if (page === null) return;
        if (own) removePage.mutate(page.path, { onSettled: onClose });
        else build.mutate([page.path], { onSettled: onClose });
      }}
      busy={build.isPending || removePage.isPending}
      title={own ? `Remove ${name}?` : `Rewrite ${name}?`}
      text={
        own
          ? 'The next release of the site is without the page. Its document stays.'
          : 'The page gets a new text from the current facts, and a new release is built. The present text stays in the versions of its document.'
      }
      action={own ? 'Remove page' : 'Rewrite page'}
    />
  );
}

function Row({ page, isBusy, onChange }: { page: SitePage; isBusy: boolean; onChange?: () => void }) {
  const facts = [
    page.isOwn ? 'Added page' : humanise(page.kind),
    page.place,
    page.words === null ? null : plural(page.words, 'word'),
  ]
    .filter(Boolean)
    .join(' · ');
  const action = page.isOwn ? 'Remove page' : 'Rewrite page';
  return (
    <li className="grid gap-x-6 gap-y-2 px-5 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <Link
          to={`/content-generator/${page.documentId}`}
          className="font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {page.title || page.label}
        </Link>
        <p className="text-xs wrap-anywhere text-muted-foreground">
          <span className="font-mono">{page.path}</span> · {facts} · changed <RelativeTime at={page.updatedAt} />
        </p>
      </div>
      {onChange ? (
        <Button
          needsNetwork
          variant="outline"
          size="sm"
          disabled={isBusy && !page.isOwn}
          aria-label={`${action} ${page.label} (${page.path})`}
          className="justify-self-start"
          onClick={onChange}
        >
          {action}
        </Button>
      ) : null}
    </li>
  );
}
