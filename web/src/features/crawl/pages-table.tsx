import { useState } from 'react';
import type { Crawl, CrawlPage } from '@/api/crawls';
import { Badge } from '@/components/ui/badge';
import { CARD_ROW, NAMED_CELL, WHOLE_LINE } from '@/components/ui/card-rows';
import { Table, Td, Th } from '@/components/ui/table';
import { useRowFocus } from '@/hooks/use-row-focus';
import { cn } from '@/lib/cn';
import { formatDuration, formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import { shortUrl, statusWord } from './crawl-words';

/** Pages as a table; each page is a card on phones. J and K move between rows. */
export function PagesTable({
  crawl,
  pages,
  isCompared,
  onPage,
}: {
  crawl: Crawl;
  pages: readonly CrawlPage[];
  isCompared: boolean;
  onPage: (no: number) => void;
}) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const focus = useRowFocus(pages.length, box);
  return (
    <div ref={setBox}>
      <Table label="Pages of the crawl" className="max-md:block">
        <Head />
        <tbody className="max-md:block" onKeyDown={focus.onKeyDown}>
          {pages.map((page, index) => (
            <tr
              key={page.no}
              className={cn(CARD_ROW, 'hover:bg-accent/60 max-md:border-b max-md:border-border max-md:last:border-b-0')}
            >
              <Td className={cn('min-w-64 pl-5', WHOLE_LINE)}>
                <button
                  type="button"
                  data-row={index}
                  tabIndex={index === focus.at ? 0 : -1}
                  className="min-h-6 text-left font-medium wrap-anywhere hover:text-brand hover:underline"
                  onFocus={() => focus.setAt(index)}
                  onClick={() => onPage(page.no)}
                >
                  {shortUrl(page.url, crawl.url)}
                </button>{' '}
                <span className="line-clamp-2 text-xs text-muted-foreground">{page.title ?? 'No title'}</span>
              </Td>
              <Cells page={page} isCompared={isCompared} />
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Head() {
  return (
    <thead className="max-md:sr-only">
      <tr>
        <Th className="pl-5">URL and title</Th>
        <Th>Status</Th>
        <Th numeric>Issues</Th>
        <Th numeric title="Pages of the crawl that link to it">
          Inlinks
        </Th>
        <Th numeric title="Share of the internal PageRank of the website">
          PageRank
        </Th>
        <Th numeric title="Words of the main content">
          Words
        </Th>
        <Th numeric title="Until the headers">
          Response
        </Th>
        <Th numeric className="pr-5" title="0 to 100, by the SEO audits of Lighthouse">
          Score
        </Th>
      </tr>
    </thead>
  );
}

function Cells({ page, isCompared }: { page: CrawlPage; isCompared: boolean }) {
  const figures: [string, string][] = [
    ['Issues', formatNumber(page.issues.length, 0)],
    ['Inlinks', formatNumber(page.inlinks, 0)],
    ['PageRank', formatPercent(page.pageRank, 2)],
    ['Words', formatNumber(page.words, 0)],
    ['Response', page.status === null ? NO_VALUE : formatDuration(page.responseMs)],
    ['Score', formatNumber(page.score, 0)],
  ];
  return (
    <>
      <Td className={WHOLE_LINE}>
        <PageBadges page={page} isCompared={isCompared} />
      </Td>
      {figures.map(([name, text], at) => (
        <Td
          key={name}
          numeric
          data-name={name}
          className={cn('whitespace-nowrap', NAMED_CELL, at === figures.length - 1 && 'pr-5')}
        >
          {text}
        </Td>
      ))}
    </>
  );
}

/** Status, indexing and change of a page. */
export function PageBadges({ page, isCompared }: { page: CrawlPage; isCompared: boolean }) {
  const status = statusWord(page);
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={status.tone}>{status.label}</Badge>{' '}
      {page.words !== null && !page.isIndexable ? <Badge tone="warning">Not indexable</Badge> : null}
      {isCompared && page.change !== 'same' ? (
        <Badge tone="info">{page.change === 'added' ? 'Added' : 'Changed'}</Badge>
      ) : null}
    </span>
  );
}
