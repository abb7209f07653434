import type { ActionResult } from '@/api/engine-results';
import { Table, Td, Th } from '@/components/ui/table';
import { formatNumber, formatPosition, plural } from '@/lib/format';
import { periodWords } from '@/lib/period-words';

/** Maximum number of displayed rows; the file has all. */
const SHOWN = 100;

type Bing = NonNullable<ActionResult<'keyword.analyse'>['bing']>;

/** Queries in Bing and in Google. */
export function BingQueries({ bing: { from, to, clicks, impressions, queries, onlyInBing, rows } }: { bing: Bing }) {
  return (
    <section aria-label="Bing and Google">
      <h3 className="font-semibold">Bing and Google</h3>
      <p className="mb-2 text-[0.8125rem] text-muted-foreground">
        Bing Webmaster Tools, {periodWords(from, to)}: {plural(clicks, 'click')} and {plural(impressions, 'impression')}{' '}
        of {plural(queries, 'query', 'queries')}, {formatNumber(onlyInBing, 0)} of them without impressions in Google.
        No other figure of this result contains them.
      </p>
      <FigureTable
        label="Queries in Bing and Google"
        name="Query"
        rows={rows.slice(0, SHOWN).map(({ query, ...row }) => ({ ...row, name: query }))}
      />
    </section>
  );
}

type Pages = NonNullable<ActionResult<'keyword.analyse'>['bingPages']>;

/** Pages in Bing and in Google, then pages of Google without impressions in Bing. */
export function BingPages({
  found: { from, to, clicks, impressions, pages, onlyInBing, onlyInGoogle, rows },
}: {
  found: Pages;
}) {
  const inBing = rows.filter((row) => row.bingImpressions != null);
  const missing = rows.filter((row) => row.bingImpressions == null);
  const isCompared = onlyInBing != null && onlyInGoogle != null;
  return (
    <section aria-label="Pages in Bing and Google">
      <h3 className="font-semibold">Pages in Bing and Google</h3>
      <p className="mb-2 text-[0.8125rem] text-muted-foreground">
        Bing Webmaster Tools, {periodWords(from, to)}: {plural(clicks, 'click')} and {plural(impressions, 'impression')}{' '}
        of {plural(pages, 'page')}
        {isCompared ? `, ${formatNumber(onlyInBing, 0)} of them without impressions in Google` : ''}. Figures of Google
        cover the analysed queries only. No other figure of this result counts pages in Bing.
      </p>
      <FigureTable label="Pages in Bing and Google" name="Page" rows={named(inBing)} />
      {inBing.length > SHOWN ? <p className="mt-2 text-muted-foreground">Save the result to get all of them.</p> : null}
      {missing.length > 0 ? (
        <>
          <p className="mt-4 mb-2 text-[0.8125rem] text-muted-foreground">
            Pages with impressions in Google and none in Bing: {formatNumber(onlyInGoogle, 0)}. Check in Bing Webmaster
            Tools whether they are indexed.
          </p>
          <FigureTable label="Pages without impressions in Bing" name="Page" rows={named(missing)} />
        </>
      ) : null}
    </section>
  );
}

function named(rows: Pages['rows']) {
  return rows.slice(0, SHOWN).map(({ page, ...row }) => ({ ...row, name: page }));
}

type FigureRow = Omit<Pages['rows'][number], 'page'> & { name: string };

/** Figures of queries or pages in Bing, next to those in Google. */
function FigureTable({ label, name, rows }: { label: string; name: string; rows: readonly FigureRow[] }) {
  return (
    <Table stacked className="stacked-flush" label={label}>
      <thead>
        <tr>
          <Th>{name}</Th>
          <Th numeric>Clicks in Bing</Th>
          <Th numeric>Impressions in Bing</Th>
          <Th numeric>Position in Bing</Th>
          <Th numeric>Clicks in Google</Th>
          <Th numeric>Impressions in Google</Th>
          <Th numeric>Position in Google</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <Td stack="line" className="wrap-anywhere max-sm:font-medium">
              {row.name}
            </Td>
            <Td numeric label="Clicks in Bing">
              {formatNumber(row.bingClicks, 0)}
            </Td>
            <Td numeric label="Impressions in Bing">
              {formatNumber(row.bingImpressions, 0)}
            </Td>
            <Td numeric label="Position in Bing">
              {formatPosition(row.bingPosition)}
            </Td>
            <Td numeric label="Clicks in Google">
              {formatNumber(row.googleClicks, 0)}
            </Td>
            <Td numeric label="Impressions in Google">
              {formatNumber(row.googleImpressions, 0)}
            </Td>
            <Td numeric label="Position in Google">
              {formatPosition(row.googlePosition)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
