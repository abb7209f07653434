import { useQuery } from '@tanstack/react-query';
import { Eye, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { type RankDigestSettings, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { CardBody } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { formatDate, formatDateTime, plural } from '@/lib/format';
import { DigestDialog } from './digest-dialog';
import { DigestPreview } from './digest-preview';
import { EmailSubscription } from './email-subscription';
import { digestTimes } from './rank-words';

const WORDS = { it: 'it', started: 'You get this digest by email', ended: 'You no longer get this digest' };

/** When the digest of the website's ranks is sent, and whether you get it. */
export function DigestCard({ website }: { website: Website }) {
  const query = useQuery(rankQueries.digest(website.id));
  const [open, setOpen] = useState<'settings' | 'preview' | null>(null);
  return (
    <FoldingCard
      title="Digest"
      summary={query.data?.nextAt ? `next ${formatDate(query.data.nextAt)}` : undefined}
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
    >
      <CardBody>
        <QueryPanel query={query} fallback="Failed to load the digest.">
          {(digest) => (
            <>
              <State digest={digest} />
              <div className="mt-4">
                <EmailSubscription
                  subscription={digest}
                  words={WORDS}
                  change={(isSubscribed) => rankApi.subscribeDigest(website.id, isSubscribed)}
                  queryKey={rankQueries.digest(website.id).queryKey}
                />
              </div>
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
    </FoldingCard>
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
