import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { opportunityQueries } from '@/api/opportunities';
import { performanceQueries } from '@/api/performance';
import type { Opportunity, Website } from '@/api/types';
import { MoneyRange } from '@/components/money/money-range';
import { canImplement } from '@/components/opportunities/opportunity-impact';
import { clicksAnswer } from '@/components/performance/clicks-answer';
import { LoadingRows } from '@/components/states/panels';
import { Answer, AnswerSkeleton } from '@/components/ui/answer';
import { ButtonLink } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { withWebsite } from '@/hooks/use-current-website';
import { plural } from '@/lib/format';
import { readableTitle } from '@/lib/readable';

/** What happened to the clicks of a website, or how much was imported. */
export function OverviewAnswer({ website }: { website: Website }) {
  const metrics = useQuery(performanceQueries.metrics(website.id));
  if (website.lastImportAt === null) return null;
  if (metrics.isPending) return <AnswerSkeleton />;
  const clicks = metrics.data?.find(({ id }) => id === 'clicks');
  const text = clicksAnswer(clicks);
  if (text && clicks) {
    return (
      <Answer isReserved note={`${clicks.measured ? 'Measured' : 'Estimated'}: ${clicks.source}.`}>
        {text}
      </Answer>
    );
  }
  if (website.clicks === null) return null;
  return (
    <Answer isReserved note="The imported period has too few days for a comparison.">
      {plural(website.clicks, 'click')} from {plural(website.queries ?? 0, 'query', 'queries')} in the imported period.
    </Answer>
  );
}

/** Next actions: more would hide which one is next. */
const SHOWN = 3;

const PLACES = [
  { to: '/keyword-finder', name: 'Keywords' },
  { to: '/opportunities/discover', name: 'Opportunities' },
  { to: '/analytics', name: 'Analytics' },
  { to: '/crawl', name: 'Crawl' },
  { to: '/ranks', name: 'Rank tracking' },
  { to: '/ai-answers', name: 'AI answers' },
  { to: '/visits', name: 'Visits' },
  { to: '/changes', name: 'Change log' },
] as const;

/** The best open opportunities of a website, and its other pages. */
export function NextCard({ website }: { website: Website }) {
  const query = useQuery(opportunityQueries.list({ websiteId: website.id }));
  const open = bestOf(query.data?.opportunities ?? []);
  return (
    <Card aria-label="What to do next">
      <CardHeader
        title="What to do next"
        description="The open opportunities with the highest score, with their monthly value."
      />
      <CardBody className="grid gap-4">
        {query.isPending ? <LoadingRows rows={SHOWN} className="min-h-50 content-start p-0 sm:min-h-34" /> : null}
        {open.length > 0 ? (
          <ol className="min-h-50 divide-y divide-border sm:min-h-34">
            {open.map((each) => (
              <li key={each.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
                <Link
                  to={withWebsite('/opportunities/discover', website.id)}
                  className="min-w-0 font-medium text-pretty wrap-anywhere hover:text-brand hover:underline"
                >
                  {readableTitle(each.title)}
                </Link>
                {each.impact ? <MoneyRange money={each.impact} inline className="text-[0.8125rem]" /> : null}
              </li>
            ))}
          </ol>
        ) : null}
        {query.isSuccess && open.length === 0 ? (
          <p className="text-muted-foreground">No open opportunities. Run the keyword engine to find some.</p>
        ) : null}
        <nav aria-label="Pages of this website" className="flex flex-wrap gap-2">
          {PLACES.map(({ to, name }) => (
            <ButtonLink key={to} variant="outline" size="sm" to={withWebsite(to, website.id)}>
              {name}
            </ButtonLink>
          ))}
        </nav>
      </CardBody>
    </Card>
  );
}

function bestOf(opportunities: readonly Opportunity[]): Opportunity[] {
  return opportunities
    .filter(canImplement)
    .sort((one, other) => (other.score ?? 0) - (one.score ?? 0))
    .slice(0, SHOWN);
}
