import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accessApi, accessQueries, type WebsiteAccess } from '@/api/access';
import { errorText } from '@/api/errors';
import type { Website } from '@/api/types';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { toastFailure } from '@/lib/failed';
import { AccessDialog } from './access-dialog';
import { accessPlace } from './access-kinds';

/** Access to the live files of a website: its form, its test and its removal. */
export function AccessCard({ website, canChange }: { website: Website; canChange: boolean }) {
  const query = useQuery(accessQueries.detail(website.id));
  const [isEditing, setEditing] = useState(false);
  return (
    <Card aria-label="Access to the live files">
      <CardHeader
        title="Access to the live files"
        description="With it, approved edits are written to your website. Without it, an edit is a patch for you."
      />
      <CardBody>
        <QueryPanel
          query={query}
          loading={<LoadingRows rows={2} className="px-0" />}
          fallback="Failed to load the access."
        >
          {({ access, way }) => (
            <>
              {way === 'release' ? (
                <p className="text-muted-foreground">This site is built here: approved edits become releases of it.</p>
              ) : access ? (
                <Stored access={access} website={website} canChange={canChange} onEdit={() => setEditing(true)} />
              ) : (
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <p className="min-w-60 flex-1 text-muted-foreground">No access is stored.</p>
                  {canChange ? (
                    <Button variant="outline" onClick={() => setEditing(true)}>
                      Add access
                    </Button>
                  ) : null}
                </div>
              )}
              <AccessDialog
                open={isEditing}
                website={website}
                stored={access ?? undefined}
                onClose={() => setEditing(false)}
              />
            </>
          )}
        </QueryPanel>
      </CardBody>
    </Card>
  );
}

function Stored({
  access,
  website,
  canChange,
  onEdit,
}: {
  access: WebsiteAccess;
  website: Website;
  canChange: boolean;
  onEdit: () => void;
}) {
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: accessQueries.detail(website.id).queryKey });
  const test = useMutation({
    mutationFn: () => accessApi.test(website.id),
    onError: (error) => toastFailure('Failed to test the access', errorText(error)),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => accessApi.remove(website.id),
    onError: (error) => toastFailure('Failed to remove the access', errorText(error)),
    onSettled: () => {
      setRemoving(false);
      return refresh();
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <dl className="grid gap-x-6 gap-y-1.5 text-[0.8125rem] sm:grid-cols-2">
        <Fact label="Files">{accessPlace(access)}</Fact>
        <Fact label="Public address">{access.baseUrl}</Fact>
        <Fact label="Last successful test">{access.testedAt ? <RelativeTime at={access.testedAt} /> : 'None yet'}</Fact>
        {access.hasSecrets ? <Fact label="Credentials">Stored encrypted</Fact> : null}
      </dl>
      {test.data ? (
        <Callout
          tone={test.data.isReachable ? 'success' : 'danger'}
          title={test.data.isReachable ? 'The access works' : 'The test failed'}
        >
          {test.data.detail}
        </Callout>
      ) : null}
      {canChange ? (
        <div className="flex flex-wrap gap-2">
          <Button needsNetwork variant="outline" size="sm" busy={test.isPending} onClick={() => test.mutate()}>
            Test access
          </Button>
          <Button variant="outline" size="sm" onClick={onEdit}>
            Edit access
          </Button>
          <Button needsNetwork variant="outline" size="sm" onClick={() => setRemoving(true)}>
            Remove access
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        title="Remove the access?"
        text="Its credentials are erased. The website is not changed. Applied edits can then not be undone from here."
        action="Remove access"
      />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
