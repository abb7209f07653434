import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import type { Site } from '@/api/sites';
import { isPublic, kindName } from '@/components/sites/site-words';
import { SiteStatusBadge } from '@/components/sites/status-badge';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMoney, formatNumber, NO_VALUE, plural } from '@/lib/format';
import { publicHost } from './site-address';

/** Sites as rows, for wide windows. */
export function SiteTable({ sites }: { sites: Site[] }) {
  return (
    <Table label="Sites">
      <thead>
        <tr>
          <Th className="pl-5">Site</Th>
          <Th>Status</Th>
          <Th>Market</Th>
          <Th numeric>Revenue</Th>
          <Th numeric>Leads</Th>
          <Th numeric className="pr-5">
            Last release
          </Th>
        </tr>
      </thead>
      <tbody>
        {sites.map((site) => (
          <tr key={site.id} className="hover:bg-accent/50">
            <th
              scope="row"
              className="border-b border-border py-2.5 pr-3 pl-5 text-left font-normal in-[tr:last-child]:border-b-0"
            >
              <SiteLink site={site} />
              <Address site={site} />
            </th>
            <Td>
              <SiteStatusBadge site={site} />
            </Td>
            <Td>
              <Market site={site} />
            </Td>
            <Td numeric>{formatMoney(site.currentRevenueCents, site.currency)}</Td>
            <Td numeric>{formatNumber(site.leads, 0)}</Td>
            <Td numeric className="pr-5">
              <LastRelease site={site} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Sites as cards, for phones. */
export function SiteCards({ sites }: { sites: Site[] }) {
  return (
    <ul className="divide-y divide-border">
      {sites.map((site) => (
        <li key={site.id} className="grid gap-2 px-4 py-3.5">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <SiteLink site={site} />
              <Address site={site} />
            </div>
            <span className="shrink-0">
              <SiteStatusBadge site={site} />
            </span>
          </div>
          <Market site={site} />
          <dl className="grid grid-cols-3 gap-2 text-xs">
            {[
              { label: 'Revenue', value: formatMoney(site.currentRevenueCents, site.currency) },
              { label: 'Leads', value: formatNumber(site.leads, 0) },
              { label: 'Last release', value: <LastRelease site={site} /> },
            ].map(({ label, value }) => (
              <div key={label}>
                <dt className="text-muted-foreground">{label}</dt>
                <dd className="tabular text-[0.8125rem]">{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function SiteLink({ site }: { site: Site }) {
  return (
    <Link
      to={`/dominator/sites/${site.id}`}
      className="inline-flex min-h-6 items-center font-medium wrap-anywhere underline-offset-4 hover:underline"
    >
      {site.name}
    </Link>
  );
}

/** Address of a public site as a link; of other sites as text. */
function Address({ site }: { site: Site }) {
  const host = publicHost(site);
  const url = site.liveRelease?.url ?? (site.targetId === null ? site.url : null);
  if (!isPublic(site) || url === null) {
    const text = host ?? (isPublic(site) ? 'No public address' : null);
    return text === null ? null : (
      <span className="flex min-h-6 items-center text-xs wrap-anywhere text-muted-foreground">{text}</span>
    );
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-6 items-center gap-1 text-xs wrap-anywhere text-muted-foreground hover:text-foreground"
    >
      {host}
      <ExternalLink size={11} aria-hidden="true" className="shrink-0" />
      <span className="sr-only">(opens a new tab)</span>
    </a>
  );
}

function Market({ site }: { site: Site }) {
  const [first] = site.places;
  const where = site.places.length > 1 ? plural(site.places.length, 'place') : first?.name;
  return (
    <span className="block text-[0.8125rem]">
      {site.verticalName}
      {where ? ` in ${where}` : ''}
      <span className="block text-xs text-muted-foreground">{kindName(site.kind)}</span>
    </span>
  );
}

function LastRelease({ site }: { site: Site }) {
  const { latestRelease } = site;
  if (!latestRelease) return NO_VALUE;
  return (
    <>
      {latestRelease.number}
      <span className="block text-xs text-muted-foreground">
        <RelativeTime at={latestRelease.createdAt} />
      </span>
    </>
  );
}
