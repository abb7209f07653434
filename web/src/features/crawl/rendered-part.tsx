import type { CrawlFact, CrawlRenderedPage } from '@/api/crawls';
import { Badge } from '@/components/ui/badge';
import { Fold } from '@/components/ui/fold';
import { formatDuration, formatNumber, plural } from '@/lib/format';

const FACTS: Record<CrawlFact, string> = {
  title: 'Title',
  description: 'Meta description',
  canonical: 'Canonical URL',
  robots: 'Robots directives',
  heading: 'Main headings',
  content: 'Words of the content',
  links: 'Links',
};

/** What scripts change on a page: the HTML as it was sent compared with the rendered page. */
export function RenderedPart({ page }: { page: CrawlRenderedPage }) {
  if (page.failure !== null) {
    return <p className="text-muted-foreground">Not rendered. {page.failure}</p>;
  }
  const changes = page.comparison.filter((fact) => fact.isChanged).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-muted-foreground">
        {changes === 0 ? 'Scripts change none of these facts.' : `Scripts change ${plural(changes, 'fact')}.`}{' '}
        {effort(page)}
      </p>
      <table className="w-full table-fixed text-left">
        <thead className="text-xs text-muted-foreground">
          <tr>
            <th className="w-[26%] py-1 pr-3 font-normal">Fact</th>
            <th className="py-1 pr-3 font-normal">HTML</th>
            <th className="py-1 font-normal">Rendered</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border align-top">
          {page.comparison.map(({ fact, raw, rendered, isChanged }) => (
            <tr key={fact}>
              <th scope="row" className="py-1.5 pr-3 font-normal text-muted-foreground">
                {FACTS[fact]} {isChanged ? <Badge tone="warning">Changed</Badge> : null}
              </th>
              <td className="py-1.5 pr-3 wrap-anywhere">{raw ?? 'None'}</td>
              <td className="py-1.5 wrap-anywhere">{rendered ?? 'None'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {page.redirect === null ? null : <p className="wrap-anywhere">Scripts redirect to {page.redirect}</p>}
      <Listed title={`${plural(page.addedLinkCount, 'internal link')} only with JavaScript`} items={page.addedLinks} />
      <Listed title={errors(page.errorCount)} items={page.errors} />
    </div>
  );
}

/** Errors of scripts that the server counts at most. */
const MOST_COUNTED = 1000;

function errors(count: number): string {
  return `${count < MOST_COUNTED ? '' : 'At least '}${plural(count, 'script error')}`;
}

function effort(page: CrawlRenderedPage): string {
  const failed = page.failedRequests > 0 ? `, ${formatNumber(page.failedRequests, 0)} failed` : '';
  const blocked = page.blockedRequests > 0 ? `, ${formatNumber(page.blockedRequests, 0)} blocked by robots.txt` : '';
  const end = page.isComplete ? '' : ' The page had not come to rest when its time was over.';
  return `${plural(page.requests, 'request')} in ${formatDuration(page.totalMs)}${failed}${blocked}.${end}`;
}

function Listed({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <Fold title={title}>
      <ul className="mt-1 grid gap-1 text-muted-foreground">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items may repeat and never change
          <li key={at} className="wrap-anywhere">
            {item}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
