import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { CARD_CELL, CARD_ROW, NAMED_CELL, WHOLE_LINE } from '@/components/ui/card-rows';
import { Table, Td, Th } from '@/components/ui/table';
import { useRowFocus } from '@/hooks/use-row-focus';
import { cn } from '@/lib/cn';
import { formatNumber, formatPosition, NO_VALUE } from '@/lib/format';
import { type PageAudit, pathOf, rangeText, verdictWord } from './audit-words';

/** Audited pages as a table; each page is a card on phones. J and K move between rows. */
export function AuditTable({ pages, onPage }: { pages: readonly PageAudit[]; onPage: (url: string) => void }) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const focus = useRowFocus(pages.length, box);
  return (
    <div ref={setBox}>
      <Table label="Audited pages" className="max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            <Th className="pl-5">Page and reason</Th>
            <Th>Verdict</Th>
            <Th numeric>Clicks</Th>
            <Th numeric>Impressions</Th>
            <Th numeric>Position</Th>
            <Th numeric>Changes</Th>
            <Th numeric className="pr-5" title="Possible extra clicks a month, from one position better to three">
              Extra clicks a month
            </Th>
          </tr>
        </thead>
        <tbody className="max-md:block" onKeyDown={focus.onKeyDown}>
          {pages.map((page, index) => (
            <tr
              key={page.url}
              className={cn(
                CARD_ROW,
                'max-md:grid-cols-[auto_auto_minmax(0,1fr)]',
                'hover:bg-accent/60 max-md:border-b max-md:border-border max-md:last:border-b-0',
              )}
            >
              <Td className={cn('min-w-72 pl-5', WHOLE_LINE)}>
                <button
                  type="button"
                  data-row={index}
                  tabIndex={index === focus.at ? 0 : -1}
                  className="min-h-6 text-left font-medium wrap-anywhere hover:text-brand hover:underline"
                  onFocus={() => focus.setAt(index)}
                  onClick={() => onPage(page.url)}
                >
                  {pathOf(page.url)}
                </button>{' '}
                <span className="line-clamp-2 text-xs wrap-anywhere text-muted-foreground">{page.reason}</span>
              </Td>
              <Cells page={page} />
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Cells({ page }: { page: PageAudit }) {
  const { label, tone } = verdictWord(page.verdict);
  // The reason has the first three, so a phone leaves them out.
  const figures: [string, string][] = [
    ['Clicks', formatNumber(page.clicks, 0)],
    ['Impressions', formatNumber(page.impressions, 0)],
    ['Position', formatPosition(page.position)],
    ['Changes', formatNumber(page.changes.length, 0)],
    ['Extra clicks a month', rangeText(page.extraClicks) ?? NO_VALUE],
  ];
  return (
    <>
      <Td className={CARD_CELL}>
        <Badge tone={tone}>{label}</Badge>
      </Td>
      {figures.map(([name, text], at) => (
        <Td
          key={name}
          numeric
          data-name={name}
          className={cn(
            'whitespace-nowrap',
            NAMED_CELL,
            at < 3 && 'max-md:hidden',
            at === figures.length - 1 && 'pr-5',
          )}
        >
          {text}
        </Td>
      ))}
    </>
  );
}
