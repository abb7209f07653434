import type { Figure, PageReport, SerpFacts } from '@/api/page-audits';
import { CardBody } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
import { FoldingCard } from '@/components/ui/folding-card';
import { formatDate, formatNumber, formatPosition } from '@/lib/format';
import { humanise, pagePath } from '@/lib/words';

/** Figures of the keyword with their sources; what is missing, and how to add it. */
export function SearchCard({ report, keyword }: { report: PageReport; keyword: string }) {
  const { search, missing } = report;
  const figures = [
    { label: 'Position', figure: search.position, text: formatPosition },
    { label: 'Not found in the first results', figure: search.beyond, text: whole },
    { label: 'Clicks a month', figure: search.clicks, text: whole },
    { label: 'Impressions a month', figure: search.impressions, text: whole },
    { label: 'Monthly search volume', figure: search.volume, text: whole },
  ];
  const known = figures.filter(({ figure }) => figure);
  return (
    <FoldingCard
      title={`Keyword: ${keyword}`}
      summary={missing.length > 0 ? `${formatNumber(missing.length, 0)} missing` : undefined}
      description="What this workspace knows about it."
    >
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {known.length > 0 ? (
          <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
            {known.map(({ label, figure, text }) => (
              <FigureLine key={label} label={label} figure={figure} text={text} />
            ))}
          </dl>
        ) : null}
        {search.rankingUrl ? (
          <p className="text-[0.8125rem]">
            Ranking page: <span className="wrap-anywhere">{search.rankingUrl}</span>
          </p>
        ) : null}
        {search.serp ? <Serp serp={search.serp} /> : null}
        {missing.length > 0 ? (
          <div>
            <h3 className="text-[0.8125rem] font-medium">Missing data</h3>
            <ul className="mt-2 grid gap-2 text-[0.8125rem]">
              {missing.map(({ what, unlock }) => (
                <li key={what}>
                  {what}
                  <span className="block text-muted-foreground">{unlock}</span>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </CardBody>
    </FoldingCard>
  );
}

function whole(value: number): string {
  return formatNumber(value, 0);
}

function FigureLine({
  label,
  figure,
  text,
}: {
  label: string;
  figure: Figure | null | undefined;
  text: (value: number) => string;
}) {
  if (!figure) return null;
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd>
        <span className="tabular text-lg font-semibold">{text(figure.value)}</span>
        <span className="block text-xs wrap-anywhere text-muted-foreground">
          {figure.source}
          {figure.observedAt ? `, ${formatDate(figure.observedAt)}` : null}
        </span>
      </dd>
    </div>
  );
}

function Serp({ serp }: { serp: SerpFacts }) {
  return (
    <Fold
      className="text-[0.8125rem]"
      title={<span className="font-medium">Search results ({serp.results.length})</span>}
    >
      <ol className="mt-2 grid gap-1.5">
        {serp.results.map((result) => (
          <li key={result.position} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-2">
            <span className="tabular text-right text-muted-foreground">{result.position}</span>
            <span className="min-w-0">
              <span className="block truncate">{result.title ?? pagePath(result.url)}</span>
              <span className="block truncate text-xs text-muted-foreground">{result.url}</span>
            </span>
          </li>
        ))}
      </ol>
      {serp.features.length > 0 ? (
        <p className="mt-2 text-xs text-muted-foreground">Features: {serp.features.map(humanise).join(', ')}</p>
      ) : null}
      <p className="mt-1 text-xs text-muted-foreground">
        Source: {serp.source}, {formatDate(serp.observedAt)}
      </p>
    </Fold>
  );
}
