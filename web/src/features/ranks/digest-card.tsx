import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type RankDigestSettings, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { toastFailure } from '@/lib/failed';
import { formatDateTime, plural } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { DigestDialog } from './digest-dialog';
import { DigestPreview } from './digest-preview';
import { digestTimes } from './rank-words';

/** When the digest of the website's ranks is sent, and whether you get it. */
export function DigestCard({ website }: { website: Website }) {
  const query = useQuery(rankQueries.digest(website.id));
  const [open, setOpen] = useState<'settings' | 'preview' | null>(null);
  return (
    <Card aria-label="Digest">
      <CardHeader
        title="Digest"
        description="What changed by more than chance, what was not checked, and what it cost: by email and in your webhooks."
        actions={
          query.data ? (
            <>
              <Button variant="outline" size="sm" onClick={() => setOpen('preview')}>
                <Eye size={14} aria-hidden="true" />
                Preview digest
              </Button>
              <Button variant="outline" size="sm" onClick={() => setOpen('settings')}>
                <Settings2 size={14} aria-hidden="true" />
                Change digest
              </Button>
            </>
          ) : null
        }
      />
      <CardBody>
        <QueryPanel query={query} fallback="Failed to load the digest.">
          {(digest) => (
            <>
              <State digest={digest} />
              <Subscription website={website} digest={digest} />
              <DigestDialog
                website={website}
                digest={digest}
                isOpen={open === 'settings'}
                onClose={() => setOpen(null)}
              />
              <DigestPreview
                website={website}
                obstacle={digest.obstacle}
                isOpen={open === 'preview'}
                onClose={() => setOpen(null)}
              />
            </>
          )}
        </QueryPanel>
      </CardBody>
    </Card>
  );
}

function State({ digest }: { digest: RankDigestSettings }) {
  return (
    <div className="text-muted-foreground">
      <p>
        {digestTimes(digest)}
        {digest.nextAt ? ` Next: ${formatDateTime(digest.nextAt)}.` : ''}
      </p>
      {digest.last ? <p>{lastText(digest.last, digest.sendsEmpty)}</p> : null}
      {digest.skippedReason ? (
        <p className="text-destructive">
          Not sent on {formatDateTime(digest.skippedAt)}: {digest.skippedReason}
        </p>
      ) : null}
    </div>
  );
}

function lastText(last: NonNullable<RankDigestSettings['last']>, sendsEmpty: boolean): string {
  const at = formatDateTime(last.at);
  if (last.isEmpty && !sendsEmpty) return `Last: ${at}. Nothing had changed, so it was not sent.`;
  const refused =
    last.refusedEmails > 0
      ? ` ${plural(last.refusedEmails, 'email')} over the workspace's daily limit ${last.refusedEmails === 1 ? 'was' : 'were'} not sent.`
      : '';
  return `Last: ${at}, ${plural(last.emails, 'email')}.${refused}`;
}

function Subscription({ website, digest }: { website: Website; digest: RankDigestSettings }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (isSubscribed: boolean) => rankApi.subscribeDigest(website.id, isSubscribed),
    onSuccess: (_, isSubscribed) => {
      showToast({ title: isSubscribed ? 'You get this digest by email' : 'You no longer get this digest' });
      queries.invalidateQueries({ queryKey: rankQueries.digest(website.id).queryKey });
    },
    onError: (error) => toastFailure('Your subscription was not changed', errorText(error)),
  });
  const others = digest.subscribers - (digest.isSubscribed ? 1 : 0);
  const who = digest.isSubscribed ? 'You get it by email' : 'You do not get it by email';
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <p>
        {who}
        {others > 0 ? `; ${plural(others, 'other member')} ${others === 1 ? 'does' : 'do'}.` : '.'}
      </p>
      {digest.obstacle && !digest.isSubscribed ? (
        <p className="text-muted-foreground">{digest.obstacle}</p>
      ) : (
        <Button
          variant="outline"
          size="sm"
          needsNetwork
          busy={change.isPending}
          onClick={() => change.mutate(!digest.isSubscribed)}
        >
          {digest.isSubscribed ? 'Unsubscribe' : 'Email it to me'}
        </Button>
      )}
    </div>
  );
}
