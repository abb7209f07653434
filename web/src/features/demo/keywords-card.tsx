import type { Demo } from '@/api/types';
import { MoneyRange } from '@/components/money/money-range';
import { Badge } from '@/components/ui/badge';
import { Table, Td, Th } from '@/components/ui/table';
import { formatNumber, formatPosition, NO_VALUE } from '@/lib/format';
import { humanise } from '@/lib/words';
import { Section } from './section';
import { useFirst } from './use-first';

type Keyword = Demo['keywords'][number];

/** Keywords shown at first. */
const FIRST = 10;

/** The queries with the most clicks, as the keyword engine sees them. */
export function KeywordsCard({ keywords, market }: { keywords: readonly Keyword[]; market: Demo['market'] }) {
  const [shown, more] = useFirst(keywords, FIRST);
  return (
    <Section
      title="Keywords"
      description={`The ${keywords.length} of ${market.searches} queries with the most clicks in the last 28 days.`}
    >
      <Table stacked label="Queries with their metrics" className="sm:min-w-200">
        <thead>
          <tr>
            <Th className="pl-5">Query</Th>
            <Th>Intent</Th>
            <Th numeric>Position</Th>
            <Th numeric>Clicks</Th>
            <Th numeric>Impressions</Th>
            <Th numeric>Monthly search volume</Th>
            <Th>Quick wins</Th>
            <Th numeric className="pr-5">
              Monthly value
            </Th>
          </tr>
        </thead>
        <tbody>
          {shown.map((keyword) => (
            <Row key={keyword.query} keyword={keyword} />
          ))}
        </tbody>
      </Table>
      {more}
    </Section>
  );
}

function Row({ keyword }: { keyword: Keyword }) {
  return (
    <tr>
      <Td stack="title" className="pl-5 font-medium">
        {keyword.query}
      </Td>
      <Td className="max-sm:hidden">{keyword.intent ? <Badge>{humanise(keyword.intent)}</Badge> : NO_VALUE}</Td>
      <Td numeric label="Position">
        {formatPosition(keyword.position)}
      </Td>
      <Td numeric label="Clicks">
        {formatNumber(keyword.clicks, 0)}
      </Td>
      <Td numeric label="Impressions">
        {formatNumber(keyword.impressions, 0)}
      </Td>
      <Td numeric label="Volume">
        {formatNumber(keyword.volume, 0)}
      </Td>
      <Td className="max-sm:hidden">
        {keyword.wins.length === 0 ? NO_VALUE : keyword.wins.map((win) => humanise(win)).join(', ')}
      </Td>
      <Td numeric stack="line" label="Monthly value" className="pr-5 whitespace-nowrap">
        <MoneyRange money={keyword.value} inline unknown="No monetary estimate" />
      </Td>
    </tr>
  );
}
