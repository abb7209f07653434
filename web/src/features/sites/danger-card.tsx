import { useState } from 'react';
import type { Site } from '@/api/sites';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useSiteActions } from './use-site-actions';

/** Takes a site offline, or deletes it. */
export function DangerCard({ site, onDeleted }: { site: Site; onDeleted: () => void }) {
  const [asked, setAsked] = useState<'offline' | 'delete' | null>(null);
  const { takeOffline, remove } = useSiteActions(site, onDeleted);
  const close = () => setAsked(null);
  const isPublic = site.liveRelease !== null && site.status !== 'offline';
  return (
    <Card aria-label="Take offline or delete">
      <CardHeader title="Take offline or delete" />
      <ul className="mt-3 divide-y divide-border border-t border-border">
        <Line
          text="Offline: visitors and search engines get “not found”. Releases remain, so you can deploy it again."
          button={
            <Button needsNetwork variant="outline" size="sm" disabled={!isPublic} onClick={() => setAsked('offline')}>
              Take offline
            </Button>
          }
        />
        <Line
          text={
            isPublic && site.targetId !== null
              ? 'Delete: take the site offline first, so that its files are removed from the target.'
              : 'Delete: the site goes offline and its domains become free. Its texts, leads and ledger remain.'
          }
          button={
            <Button
              needsNetwork
              variant="destructive"
              size="sm"
              disabled={isPublic && site.targetId !== null}
              onClick={() => setAsked('delete')}
            >
              Delete site
            </Button>
          }
        />
      </ul>
      <ConfirmDialog
        open={asked === 'offline'}
        onClose={close}
        onConfirm={() => takeOffline.mutate(undefined, { onSettled: close })}
        busy={takeOffline.isPending}
        title={`Take ${site.name} offline?`}
        text="Its pages disappear for visitors, and it receives no more leads until you deploy it again."
        action="Take offline"
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={close}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        busy={remove.isPending}
        title={`Delete ${site.name}?`}
        text="The site goes offline and cannot be deployed again. Its domains become free. Its texts, leads and ledger remain."
        action="Delete site"
        phrase={site.slug}
      />
    </Card>
  );
}

function Line({ text, button }: { text: string; button: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <p className="min-w-0 flex-1 basis-64 text-[0.8125rem] text-muted-foreground">{text}</p>
      {button}
    </li>
  );
}
