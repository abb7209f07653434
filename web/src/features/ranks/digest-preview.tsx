import { useMutation, useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { type RankDigest, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';

/** The digest of the last day or week, and a copy of it by email. */
export function DigestPreview({
  website,
  obstacle,
  isOpen,
  onClose,
}: {
  website: Website;
  obstacle: string | null;
  isOpen: boolean;
  onClose: () => void;
}) {
  const query = useQuery({ ...rankQueries.digestPreview(website.id), enabled: isOpen });
  const send = useMutation({
    mutationFn: () => rankApi.sendDigest(website.id),
    onSuccess: ({ recipient }) => showToast({ title: 'Digest sent', description: `To ${recipient}.` }),
    onError: (error) => toastFailure('The digest was not sent', errorText(error)),
  });
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={query.data?.subject ?? 'Digest'}
      description={
        isOpen
          ? (obstacle ?? 'What an email would report now. The next scheduled digest is sent all the same.')
          : undefined
      }
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          {obstacle ? null : (
            <Button needsNetwork busy={send.isPending} onClick={() => send.mutate()}>
              Email it to me now
            </Button>
          )}
        </>
      }
    >
      {isOpen ? (
        <QueryPanel query={query} fallback="Failed to load the digest.">
          {(digest) => <Sections digest={digest} />}
        </QueryPanel>
      ) : null}
    </Dialog>
  );
}

function Sections({ digest }: { digest: RankDigest }) {
  return (
    <div className="grid gap-4">
      {digest.sections.map(({ heading, lines }) => (
        <section key={heading} aria-label={heading}>
          <h3 className="font-semibold">{heading}</h3>
          <ul className="text-[0.8125rem] text-muted-foreground">
            {lines.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
