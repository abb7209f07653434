import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { type Site, type SiteDomain, siteApi, siteQueries } from '@/api/sites';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { ScrollBox } from '@/components/ui/scroll-box';
import { toastFailure } from '@/lib/failed';
import { plural } from '@/lib/format';
import { showToast } from '@/lib/toast';

/** DNS records that prove the stored domains of a site, with what the latest check found. Nothing without a domain. */
export function DomainsCard({ site }: { site: Site }) {
  const verify = useVerify(site);
  if (site.domains.length === 0) return null;
  // Other targets have their own names, which their services show and check.
  const isHosted = site.targetId === null;
  const hasOpen = site.domainChecks.some(({ isVerified }) => !isVerified);
  return (
    <Card aria-label="Domains">
      <CardHeader
        title="DNS records"
        description="Set these records where you registered the domain. It takes up to a day until they work everywhere."
        actions={
          isHosted && hasOpen ? (
            <Button
              variant="outline"
              size="sm"
              needsNetwork
              busy={verify.isPending}
              aria-label="Verify domains"
              onClick={() => verify.mutate()}
            >
              Verify
            </Button>
          ) : null
        }
      />
      <ul className="mt-3 divide-y divide-border border-t border-border">
        {isHosted
          ? site.domainChecks.map((check) => <Checked key={check.host} check={check} />)
          : site.domains.map((host) => (
              <li key={host} className="grid gap-3 px-5 py-4">
                <span className="font-medium wrap-anywhere">{host}</span>
                <p className="text-[0.8125rem] text-muted-foreground">
                  Point it to the address that the service of the target shows for this site.
                </p>
              </li>
            ))}
      </ul>
    </Card>
  );
}

function useVerify({ id }: Site) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => siteApi.verifyDomains(id),
    onSuccess: ({ site }) => {
      const open = site.domainChecks.filter(({ isVerified }) => !isVerified).length;
      if (open === 0) showToast({ title: 'All domains are verified' });
      else toastFailure(`${plural(open, 'domain')} not verified yet`, 'See below what the check found.');
    },
    onError: (error) => toastFailure('Failed to verify the domains', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: siteQueries.all() }),
  });
}

/** A domain with its records; one of them is enough. */
function Checked({ check }: { check: SiteDomain }) {
  const { host, isVerified, problem, checkedAt, advice, records } = check;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium wrap-anywhere">{host}</span>
        <Badge tone={isVerified ? 'success' : 'warning'} dot>
          {isVerified ? 'Verified' : 'Not verified yet'}
        </Badge>
      </div>
      {problem ? <p className="text-[0.8125rem] wrap-anywhere text-destructive">{problem}</p> : null}
      {advice ? <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">{advice}</p> : null}
      {records.map((record) => (
        <div key={record.kind} className="flex flex-wrap items-center gap-3">
          <ScrollBox
            label={`${record.kind} record of ${host}`}
            className="min-w-0 flex-1 overflow-x-auto rounded-md bg-muted p-3"
          >
            <pre className="font-mono text-xs">{recordText(record)}</pre>
          </ScrollBox>
          <CopyButton text={recordText(record)} label={`Copy ${record.kind} record`} />
        </div>
      ))}
      {checkedAt && !isVerified ? (
        <p className="text-xs text-muted-foreground">
          Checked <RelativeTime at={checkedAt} />
        </p>
      ) : null}
    </li>
  );
}

/** A record in the notation of zone files. */
function recordText({ kind, name, value }: SiteDomain['records'][number]): string {
  return kind === 'TXT' ? `${name}. TXT "${value}"` : `${name}. ${kind} ${value}.`;
}
