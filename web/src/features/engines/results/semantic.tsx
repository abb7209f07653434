import { BarList } from '@/components/charts/bar-list';
import { Badge } from '@/components/ui/badge';
import { Table, Td, Th } from '@/components/ui/table';
import { formatNumber, formatPercent } from '@/lib/format';
import { humanise, pagePath } from '@/lib/words';
import type { ResultProps } from './result';
import { figuresAt, numberAt, rowsAt, textAt, textsAt } from './shapes';

const SHOWN = 20;

/** Your page beside the winners, and the terms that would gain most. */
export function CoveragePlots({ result }: ResultProps) {
  const winners = figuresAt(result, 'winnersCoverage').map((value, index) => ({
    id: `winner ${index}`,
    label: `Winner ${index + 1}`,
    isMarked: false,
    value: value ?? 0,
    text: formatPercent(value, 0),
  }));
  const own = numberAt(result, 'coverage') ?? 0;
  const terms = rowsAt(result, 'terms')
    .filter((term) => (numberAt(term, 'scoreGain') ?? 0) > 0)
    .slice(0, SHOWN)
    .map((term) => ({
      id: textAt(term, 'term'),
      label: textAt(term, 'term'),
      note: `${formatNumber(numberAt(term, 'winners'), 0)} top pages use it`,
      value: numberAt(term, 'scoreGain') ?? 0,
      text: `${formatNumber(numberAt(term, 'times'), 0)} now, add ${formatNumber(numberAt(term, 'add'), 0)}`,
    }));
  return (
    <>
      <section aria-label="Coverage">
        <h3 className="mb-2 font-semibold">Share of the terms of top pages that is covered</h3>
        <BarList
          label="Coverage of your page and of top pages"
          bars={[{ id: 'own', label: 'Your page', note: 'yours', value: own, text: formatPercent(own, 0) }, ...winners]}
        />
      </section>
      {terms.length > 0 ? (
        <section aria-label="Terms to add">
          <h3 className="mb-2 font-semibold">Terms with the highest gain</h3>
          <BarList label="Terms with the highest gain" bars={terms} />
        </section>
      ) : null}
    </>
  );
}

/** Near-duplicate pages, with what to do. */
export function OverlapPlots({ result }: ResultProps) {
  const pairs = rowsAt(result, 'pairs');
  if (pairs.length === 0) return <p>No near-duplicate pages found.</p>;
  const hasMeaning = pairs.some((pair) => numberAt(pair, 'meaning') !== null);
  return (
    <Table label="Near-duplicate pages">
      <thead>
        <tr>
          <Th>Page</Th>
          <Th>Other page</Th>
          <Th numeric>Shared text</Th>
          {hasMeaning ? <Th numeric>Same topic</Th> : null}
          <Th>Recommendation</Th>
        </tr>
      </thead>
      <tbody>
        {pairs.slice(0, 50).map((pair) => (
          <tr key={`${textAt(pair, 'a')} ${textAt(pair, 'b')}`}>
            <Td title={textAt(pair, 'a')}>{pagePath(textAt(pair, 'a'))}</Td>
            <Td title={textAt(pair, 'b')}>{pagePath(textAt(pair, 'b'))}</Td>
            <Td numeric>{formatPercent(numberAt(pair, 'jaccard'), 0)}</Td>
            {hasMeaning ? <Td numeric>{formatPercent(numberAt(pair, 'meaning'), 0)}</Td> : null}
            <Td>
              <Badge tone={textAt(pair, 'verdict') === 'merge' ? 'warning' : 'neutral'}>
                {humanise(textAt(pair, 'verdict'))}
              </Badge>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Links to add, each as a sentence. */
export function LinkPlots({ result }: ResultProps) {
  const proposals = rowsAt(result, 'proposals');
  if (proposals.length === 0) return null;
  return (
    <section aria-label="Links to add">
      <h3 className="mb-2 font-semibold">Links to add</h3>
      <ol className="grid gap-1.5">
        {proposals.slice(0, SHOWN).map((link) => (
          <li key={`${textAt(link, 'from')} ${textAt(link, 'to')}`}>
            On <strong>{pagePath(textAt(link, 'from'))}</strong> link “{textAt(link, 'anchor')}” to{' '}
            <strong>{pagePath(textAt(link, 'to'))}</strong>
            <span className="text-muted-foreground">
              {' '}
              ({link.isInText === true ? 'anchor text exists' : 'anchor text must be added'}, fit{' '}
              {formatPercent(numberAt(link, 'relevance'), 0)})
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The sections to write, and which of one's statements nobody else makes. */
export function SemanticBriefPlots({ result }: ResultProps) {
  const words = figuresAt(result, 'words');
  const statements = rowsAt(result, 'informationGain');
  return (
    <>
      <section aria-label="Sections">
        <h3 className="mb-2 font-semibold">
          Sections to write
          {words.length === 3 ? `, in ${formatNumber(words[0], 0)} to ${formatNumber(words[2], 0)} words` : ''}
        </h3>
        <ol className="grid list-decimal gap-1 pl-5">
          {rowsAt(result, 'sections').map((section) => (
            <li key={textAt(section, 'heading')} title={textsAt(section, 'variants').join('; ')}>
              {textAt(section, 'heading')}{' '}
              <span className="text-muted-foreground">({formatNumber(numberAt(section, 'winners'), 0)} top pages)</span>
            </li>
          ))}
        </ol>
      </section>
      {statements.length > 0 ? (
        <section aria-label="Your statements">
          <h3 className="mb-2 font-semibold">Your statements</h3>
          <ul className="grid gap-1.5">
            {statements.map((statement) => (
              <li key={textAt(statement, 'text')} className="flex flex-wrap items-baseline gap-2">
                <Badge tone={statement.isNew === true ? 'success' : 'neutral'}>
                  {statement.isNew === true ? 'New' : 'Already covered'}
                </Badge>
                {textAt(statement, 'text')}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
