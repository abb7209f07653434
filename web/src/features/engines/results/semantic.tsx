import { BarList } from '@/components/charts/bar-list';
import { Badge } from '@/components/ui/badge';
import { Table, Td, Th } from '@/components/ui/table';
import { shareText } from '@/lib/answer-words';
import { formatNumber, formatPercent } from '@/lib/format';
import { periodWords } from '@/lib/period-words';
import { humanise, pagePath } from '@/lib/words';
import type { PlotProps } from './plot-props';

const SHOWN = 20;

/** Your page compared with the top pages, and the terms with the largest gain. */
export function CoveragePlots({ result }: PlotProps<'semantic.coverage'>) {
  const winners = result.winnersCoverage.map((value, index) => ({
    id: `winner ${index}`,
    label: `Top page ${index + 1}`,
    isMarked: false,
    value,
    text: formatPercent(value, 0),
  }));
  const own = result.coverage;
  const terms = result.terms
    .filter((term) => term.scoreGain > 0 && term.add > 0)
    .sort((one, other) => other.scoreGain - one.scoreGain)
    .slice(0, SHOWN)
    .map(({ term, winners: pages, scoreGain, times, add }) => ({
      id: term,
      label: term,
      note: `${formatNumber(pages, 0)} top pages use it`,
      value: scoreGain,
      text: `${formatNumber(times, 0)} now, add ${formatNumber(add, 0)}`,
    }));
  return (
    <>
      <section aria-label="Coverage">
        <h3 className="mb-2 font-semibold">Share of the terms of top pages that is covered</h3>
        <BarList
          label="Coverage of your page and of top pages"
          bars={[{ id: 'own', label: 'Your page', value: own, text: formatPercent(own, 0) }, ...winners]}
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

/** Tracked prompts with the own page that covers most of each, and the pages that their answers cite. */
export function PromptPlots({ result }: PlotProps<'semantic.prompts'>) {
  const { prompts, answers, from, to, pages } = result;
  return (
    <section aria-label="Prompts">
      <h3 className="font-semibold">Prompts, those without a page first</h3>
      <p className="mb-2 text-sm text-muted-foreground">
        {formatNumber(answers, 0)} AI answers, {periodWords(from, to)}, compared with {formatNumber(pages, 0)} crawled
        pages of your site.
      </p>
      <Table label="Prompts and pages">
        <thead>
          <tr>
            <Th>Prompt</Th>
            <Th>Best page</Th>
            <Th numeric>Words covered</Th>
            <Th>Missing words</Th>
            <Th numeric>Answers that cite you</Th>
            <Th>Most cited other page</Th>
          </tr>
        </thead>
        <tbody>
          {prompts.map(({ prompt, page, coverage, isCovered, missing, cited, otherPages }) => (
            <tr key={prompt}>
              <Td>
                {prompt} {isCovered ? null : <Badge tone="warning">No page</Badge>}
              </Td>
              <Td className="wrap-anywhere">{page == null ? 'None' : pagePath(page)}</Td>
              <Td numeric>{formatPercent(coverage, 0)}</Td>
              <Td>{missing.join(', ')}</Td>
              <Td numeric>{shareText({ mid: cited.share, low: cited.low, high: cited.high })}</Td>
              <Td className="wrap-anywhere">{otherPages[0]?.page ?? 'None'}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** Near-duplicate pages, with recommended actions. */
export function OverlapPlots({ result: { pairs } }: PlotProps<'semantic.overlap'>) {
  if (pairs.length === 0) return <p>No near-duplicate pages found.</p>;
  const hasMeaning = pairs.some(({ meaning }) => meaning != null);
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
        {pairs.slice(0, 50).map(({ a, b, jaccard, meaning, verdict }) => (
          <tr key={`${a} ${b}`}>
            <Td title={a}>{pagePath(a)}</Td>
            <Td title={b}>{pagePath(b)}</Td>
            <Td numeric>{formatPercent(jaccard, 0)}</Td>
            {hasMeaning ? <Td numeric>{formatPercent(meaning, 0)}</Td> : null}
            <Td>
              <Badge tone={verdict === 'merge' ? 'warning' : 'neutral'}>{humanise(verdict)}</Badge>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Proposed links, each as a sentence. */
export function LinkPlots({ result: { proposals } }: PlotProps<'semantic.links'>) {
  if (proposals.length === 0) return null;
  return (
    <section aria-label="Links to add">
      <h3 className="mb-2 font-semibold">Links to add</h3>
      <ol className="grid gap-1.5">
        {proposals.slice(0, SHOWN).map(({ from, to, anchor, isInText, relevance }) => (
          <li key={`${from} ${to}`}>
            On <strong>{pagePath(from)}</strong>{' '}
            {isInText ? `link “${anchor}”` : `add a sentence with a link “${anchor}”`} to{' '}
            <strong>{pagePath(to)}</strong>
            <span className="text-muted-foreground"> (fit {formatPercent(relevance, 0)})</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Sections to write, and statements that no competitor makes. */
export function SemanticBriefPlots({ result }: PlotProps<'semantic.brief'>) {
  const { words = [], sections = [], informationGain: statements = [] } = result;
  return (
    <>
      <section aria-label="Sections">
        <h3 className="mb-2 font-semibold">
          Sections to write
          {words.length === 3 ? `, in ${formatNumber(words[0], 0)} to ${formatNumber(words[2], 0)} words` : ''}
        </h3>
        <ol className="grid list-decimal gap-1 pl-5">
          {sections.map(({ heading, variants, winners }) => (
            <li key={heading} title={variants?.join('; ')}>
              {heading} <span className="text-muted-foreground">({formatNumber(winners, 0)} top pages)</span>
            </li>
          ))}
        </ol>
      </section>
      {statements.length > 0 ? (
        <section aria-label="Your statements">
          <h3 className="mb-2 font-semibold">Your statements</h3>
          <ul className="grid gap-1.5">
            {statements.map(({ text, isNew }) => (
              <li key={text} className="flex flex-wrap items-baseline gap-2">
                <Badge tone={isNew ? 'success' : 'neutral'}>{isNew ? 'New' : 'Already covered'}</Badge>
                {text}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
