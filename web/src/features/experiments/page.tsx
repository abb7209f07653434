import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { experimentApi, experimentQueries, type ListedExperiment } from '@/api/experiments';
import { ExportButton } from '@/components/records/export-button';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { LoadMore } from '@/components/ui/load-more';
import { PageHeader } from '@/components/ui/page-header';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDate, formatPercent, plural } from '@/lib/format';
import { oneOf } from '@/lib/one-of';
import { ExperimentForm } from './experiment-form';
import { effectText, metricWord, VERDICTS, verdictWord } from './verdict-words';

const VERDICT_OPTIONS = VERDICTS.map((value) => ({ value, label: verdictWord(value).label }));

const DEFAULTS = { verdict: '', new: '', annotation: '' };

/** Experiments with their power and outcome. */
export default function ExperimentsPage() {
  const [url, setUrl] = useUrlState(DEFAULTS);
  const query = useInfiniteQuery(experimentQueries.list({ verdict: oneOf(VERDICTS, url.verdict) }));
  const isOpen = url.new !== '' || url.annotation !== '';
  return (
    <>
      <PageHeader
        title="Experiments"
        description="Measure whether a change caused an effect. Power is estimated before the start."
        actions={
          <>
            <Choice
              label="Verdict"
              any="All verdicts"
              value={url.verdict}
              options={VERDICT_OPTIONS}
              onChange={(verdict) => setUrl({ verdict })}
            />
            <ExportButton address={experimentApi.listFile('csv')} name="experiments.csv" />
            <Button size="sm" onClick={() => setUrl({ new: '1' })}>
              New experiment
            </Button>
          </>
        }
      />
      <ExperimentForm open={isOpen} annotationId={url.annotation} onClose={() => setUrl({ new: '', annotation: '' })} />
      <Card aria-label="Experiments">
        <QueryPanel
          query={query}
          fallback="Failed to load the experiments."
          isEmpty={(data) => data.pages.every((page) => page.experiments.length === 0)}
          empty={
            <EmptyPanel
              title={url.verdict ? 'No experiments with this verdict' : 'No experiments yet'}
              text="Enter what you change, on which pages and from which day. Power and results come from your imported daily data."
              action={
                <Button size="sm" onClick={() => setUrl({ new: '1', verdict: '' })}>
                  New experiment
                </Button>
              }
            />
          }
        >
          {(data) => (
            <>
              <ul className="divide-y divide-border">
                {data.pages
                  .flatMap((page) => page.experiments)
                  .map((experiment) => (
                    <Item key={experiment.id} experiment={experiment} />
                  ))}
              </ul>
            </>
          )}
        </QueryPanel>
        <LoadMore query={query} />
      </Card>
    </>
  );
}

function Item({ experiment }: { experiment: ListedExperiment }) {
  const word = verdictWord(experiment.verdict);
  const sites = experiment.websiteIds.length;
  return (
    <li>
      <Link
        to={`/experiments/${experiment.id}`}
        className="grid gap-x-6 gap-y-2 px-5 py-3.5 -outline-offset-2 hover:bg-accent/60 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="min-w-0">
          <span className="block font-medium text-pretty">{experiment.title}</span>
          <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted-foreground">
            <Badge tone={word.tone} dot>
              {word.label}
            </Badge>
            {experiment.isPreliminary ? <Badge>Preliminary</Badge> : null}
            <span>{experiment.design === 'split' ? 'randomized' : 'before/after'}</span>
            <span>
              {metricWord(experiment.metric)} from {formatDate(experiment.startsOn)}, {plural(experiment.days, 'day')}
            </span>
            {sites > 1 ? <span>{plural(sites, 'website')}</span> : null}
          </span>
        </span>
        <span className="tabular grid content-start text-[0.8125rem] sm:justify-items-end">
          <span>{experiment.verdict ? effectText(experiment.relative) : 'no outcome yet'}</span>
          <span className="text-xs text-muted-foreground">
            {experiment.smallest == null ? 'power unknown' : `detects ${formatPercent(experiment.smallest, 1)} or more`}
          </span>
        </span>
      </Link>
    </li>
  );
}
