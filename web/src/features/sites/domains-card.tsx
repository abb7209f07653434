import { useQuery } from '@tanstack/react-query';
import { targetQueries } from '@/api/deploy-targets';
import type { Site } from '@/api/sites';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { ScrollBox } from '@/components/ui/scroll-box';

/** DNS records that point the stored domains of a site to its target. Nothing without a domain. */
export function DomainsCard({ site }: { site: Site }) {
  const { data } = useQuery(targetQueries.list());
  if (site.domains.length === 0 || data === undefined) return null;
  // Other targets have their own names, which their services show.
  const value = site.targetId === null ? `${site.slug}.${data.sitesDomain}` : null;
  return (
    <Card aria-label="Domains">
      <CardHeader
        title="DNS records"
        description="Set these records where you registered the domain. It takes up to a day until they work everywhere."
      />
      <ul className="mt-3 divide-y divide-border border-t border-border">
        {site.domains.map((host) => (
          <li key={host} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium wrap-anywhere">{host}</span>
              <Verified isVerified={!site.unverifiedDomains.includes(host)} />
            </div>
            {value === null ? (
              <p className="text-[0.8125rem] text-muted-foreground">
                Point it to the address that the service of the target shows for this site.
              </p>
            ) : (
              <div className="flex flex-wrap items-center gap-3">
                <ScrollBox
                  label={`Record of ${host}`}
                  className="min-w-0 flex-1 overflow-x-auto rounded-md bg-muted p-3"
                >
                  <pre className="font-mono text-xs">{recordOf(host, value)}</pre>
                </ScrollBox>
                <CopyButton text={recordOf(host, value)} label="Copy record" />
              </div>
            )}
            {value !== null && isRoot(host) ? (
              <p className="text-[0.8125rem] text-muted-foreground">
                At the root of a domain many DNS services call this record ALIAS or ANAME.
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A domain without a subdomain, which most DNS services refuse a CNAME for. */
function isRoot(host: string): boolean {
  return host.split('.').length === 2;
}

/** A CNAME record in the notation of zone files. */
export function recordOf(host: string, value: string): string {
  return `${host}. CNAME ${value}.`;
}

/** Whether a DNS record has proved the domain: only then the site is served there. */
function Verified({ isVerified }: { isVerified: boolean }) {
  return (
    <Badge tone={isVerified ? 'success' : 'warning'} dot>
      {isVerified ? 'Verified' : 'Not verified yet'}
    </Badge>
  );
}
