import type { ActionResult } from '@/api/engine-results';
import { formatDate, formatNumber, formatPercent } from '@/lib/format';
import { humanise } from '@/lib/words';

type Explained = ActionResult<'local.explain'>;

/** Firms that compete, and how weak the search results are, each with source and date. */
export function Competition({ competition, serp }: Pick<Explained, 'competition' | 'serp'>) {
  return (
    <section aria-label="Competition" className="grid gap-3 text-[0.8125rem]">
      <h3 className="text-[0.875rem] font-semibold">Competition</h3>
      {competition ? <Firms competition={competition} /> : <p>Firms of this trade are not counted here.</p>}
      {serp ? (
        <Results serp={serp} />
      ) : (
        <p>The search results of this market are unknown: connect a rank data provider.</p>
      )}
    </section>
  );
}

function Firms({ competition: of }: { competition: NonNullable<Explained['competition']> }) {
  const sources = of.sources.map(({ publisher }) => publisher).filter(Boolean);
  return (
    <div>
      <p>
        {formatNumber(of.per10kPeople, 1)} firms with employees for each 10,000 people of {of.county}
        {of.per10kPeopleMetro == null ? '' : `, ${formatNumber(of.per10kPeopleMetro, 1)} in its metropolitan area`}, and{' '}
        {formatNumber(of.per10kPeopleCountry, 1)} in the country: {formatNumber(of.ratio, 2)} times as crowded.
      </p>
      <p className="text-muted-foreground">{[...sources, of.year].join(', ')}</p>
    </div>
  );
}

function Results({ serp }: { serp: NonNullable<Explained['serp']> }) {
  return (
    <div>
      <p>
        Search results of weakness {formatNumber(serp.weakness, 2)} (0 strong, 1 weak), with{' '}
        {formatPercent(serp.missing, 0)} of the evidence missing:{' '}
        {serp.parts.map(({ name, value }) => `${humanise(name)} ${formatNumber(value, 2)}`).join(', ')}.
      </p>
      <p className="text-muted-foreground">
        {[serp.source, serp.observedAt ? formatDate(serp.observedAt) : ''].filter(Boolean).join(', ')}
      </p>
    </div>
  );
}
