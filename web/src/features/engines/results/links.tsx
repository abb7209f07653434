import type { ReactNode } from 'react';
import type { ActionResult } from '@/api/engine-results';
import { Badge } from '@/components/ui/badge';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDate, formatNumber, NO_VALUE, plural } from '@/lib/format';
import { periodWords } from '@/lib/period-words';
import { sourceName } from '@/lib/words';
import type { PlotProps } from './plot-props';

const SHOWN = 50;

type Links = ActionResult<'competitive.links'>;
type Counts = Links['sites'][number]['domains'];

/** Pages to repair, referring domains of the sites, and domains that link to rivals only. */
export function BacklinkPlots({ result }: PlotProps<'competitive.links'>) {
  const { reclaim, sites, prospects, sources } = result;
  return (
    <>
      <Part title="Links to reclaim" text={reclaimText(result)}>
        {reclaim.length > 0 ? <ReclaimTable pages={reclaim} /> : null}
      </Part>
      <Part title="Referring domains by provider" text="Compare sites within one provider: each finds different links.">
        {sites.length > 0 ? <SiteTable sites={sites} /> : null}
      </Part>
      {prospects.length > 0 ? (
        <Part
          title="Link gap"
          text={`${plural(prospects.length, 'domain')} with live links to at least two rivals and none to you.`}
        >
          <ProspectTable prospects={prospects} />
        </Part>
      ) : null}
      <Part title="Data">
        <ul className="text-sm">
          {sources.map(({ provider, links, lost, from, to }) => (
            <li key={provider}>
              {sourceName(provider)}: {plural(links, 'link')}, {formatNumber(lost, 0)} of them lost, imported or fetched{' '}
              {periodWords(from, to)}
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

function reclaimText({ reclaim, checkedPages, uncheckedPages }: Links) {
  const found = `${plural(reclaim.length, 'page')} of ${formatNumber(checkedPages, 0)} linked pages with a known status.`;
  return uncheckedPages > 0 ? `${found} ${plural(uncheckedPages, 'linked page')} not in the crawl.` : found;
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      {text ? <p className="mb-2 text-sm text-muted-foreground">{text}</p> : null}
      {children}
    </section>
  );
}

function ReclaimTable({ pages }: { pages: Links['reclaim'] }) {
  return (
    <Table label="Pages to repair" stacked>
      <thead>
        <tr>
          <Th>Page</Th>
          <Th>Problem</Th>
          <CountHeads />
          <Th>Fix</Th>
        </tr>
      </thead>
      <tbody>
        {pages.slice(0, SHOWN).map((page) => (
          <tr key={page.url}>
            <Td className="wrap-anywhere" stack="title">
              {page.url}
            </Td>
            <Td label="Problem">
              {problem(page)}
              <div className="text-xs text-muted-foreground">{checked(page)}</div>
            </Td>
            <CountCells counts={page.domains} />
            <Td stack="end" className="min-w-56 wrap-anywhere">
              {page.fix}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function problem({ problem: kind, status, leadsTo }: Links['reclaim'][number]) {
  if (kind === 'redirects_home') return `${status}, redirects to the home page`;
  return leadsTo == null ? `Answers ${status}` : `${status}, redirects to a page that is gone`;
}

function checked({ statusSource, checkedAt, providers, linksAsOf }: Links['reclaim'][number]) {
  const links = `links: ${providers.map(sourceName).join(', ')}, ${formatDate(linksAsOf)}`;
  return `Status: ${statusSource}, ${formatDate(checkedAt)}; ${links}`;
}

function SiteTable({ sites }: { sites: Links['sites'] }) {
  return (
    <Table label="Referring domains" stacked>
      <thead>
        <tr>
          <Th>Site</Th>
          <Th>Provider</Th>
          <CountHeads />
        </tr>
      </thead>
      <tbody>
        {sites.slice(0, SHOWN).map(({ provider, domain, isOwn, domains, asOf }) => (
          <tr key={`${provider} ${domain}`}>
            <Td className="wrap-anywhere" stack="title">
              {domain} {isOwn ? <Badge tone="info">Yours</Badge> : null}
            </Td>
            <Td label="Provider">
              {sourceName(provider)}, {formatDate(asOf)}
            </Td>
            <CountCells counts={domains} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function CountHeads() {
  return (
    <>
      <Th numeric>Referring domains</Th>
      <Th numeric>Followed</Th>
      <Th numeric>Not followed</Th>
      <Th numeric>Unknown</Th>
      <Th numeric>Lost</Th>
    </>
  );
}

function CountCells({ counts }: { counts: Counts }) {
  const { referringDomains, followed, notFollowed, unknown, lost } = counts;
  const cells = [
    ['Referring domains', referringDomains],
    ['Followed', followed],
    ['Not followed', notFollowed],
    ['Unknown', unknown],
    ['Lost', lost],
  ] as const;
  return cells.map(([label, count]) => (
    <Td key={label} numeric label={label}>
      {formatNumber(count, 0)}
    </Td>
  ));
}

function ProspectTable({ prospects }: { prospects: Links['prospects'] }) {
  return (
    <Table label="Domains that link to rivals only" stacked>
      <thead>
        <tr>
          <Th>Domain</Th>
          <Th>Links to</Th>
          <Th numeric>Rivals with a followed link</Th>
          <Th numeric>Authority</Th>
          <Th>Example</Th>
        </tr>
      </thead>
      <tbody>
        {prospects.slice(0, SHOWN).map((one) => (
          <tr key={one.domain}>
            <Td className="wrap-anywhere" stack="title">
              {one.domain} {one.linkedBefore ? <Badge tone="neutral">Linked to you before</Badge> : null}
            </Td>
            <Td label="Links to" className="wrap-anywhere">
              {one.rivals.join(', ')}
            </Td>
            <Td numeric label="Rivals with a followed link">
              {formatNumber(one.followedRivals, 0)}
            </Td>
            <Td numeric label="Authority">
              {one.authority == null ? NO_VALUE : `${formatNumber(one.authority, 0)} (${one.authorityName ?? ''})`}
            </Td>
            <Td stack="end" className="wrap-anywhere">
              <LinkingPage url={one.example} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A linking page; only an address of the web becomes a link. */
function LinkingPage({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return url;
  return (
    <a href={url} target="_blank" rel="nofollow noopener noreferrer" className="wrap-anywhere hover:underline">
      {url}
    </a>
  );
}
