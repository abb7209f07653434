import type { Site } from '@/api/sites';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { ScrollBox } from '@/components/ui/scroll-box';
import { hostOf } from './site-address';

/** DNS records that point the stored domains of a site to its target. Nothing without a domain. */
export function DomainsCard({ site }: { site: Site }) {
  if (site.domains.length === 0) return null;
  const value = hostOf(site.url).split(':')[0] ?? '';
  return (
    <Card aria-label="Domains">
      <CardHeader
        title="DNS records"
        description="Set these records where you registered the domain. It takes up to a day until they work everywhere."
      />
      <ul className="mt-3 divide-y divide-border border-t border-border">
        {site.domains.map(({ host, verifiedAt }) => (
          <li key={host} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium wrap-anywhere">{host}</span>
              <Badge tone={verifiedAt ? 'success' : 'warning'} dot>
                {verifiedAt ? 'Verified' : 'Not verified yet'}
              </Badge>
            </div>
            {host === value ? (
              <p className="text-[0.8125rem] text-muted-foreground">This is the main address of the site.</p>
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
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A CNAME record in the notation of zone files. */
export function recordOf(host: string, value: string): string {
  return `${host}. CNAME ${value}.`;
}
