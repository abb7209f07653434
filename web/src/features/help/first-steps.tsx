import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { engineQueries } from '@/api/engines';
import { opportunityQueries } from '@/api/opportunities';
import { reportQueries } from '@/api/reports';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { type FirstStep, firstSteps } from './steps';

/** The way from an empty workspace to a first report; each step is done once its data exist. */
export function FirstSteps() {
  const steps = useFirstSteps();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card>
      <CardHeader title="First steps" description={`${done} of ${steps.length} done`} />
      <CardBody>
        <ol aria-label="First steps" className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
          {steps.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function Step({ step: { title, text, to, isDone } }: { step: FirstStep }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li>
      <Link to={to} className="-mx-2 flex min-h-11 items-start gap-3 rounded-md p-2 hover:bg-accent">
        <Icon size={18} aria-hidden="true" className={isDone ? 'mt-0.5 text-brand' : 'mt-0.5 text-muted-foreground'} />
        <span>
          <span className="font-medium">{title}</span>
          <span className="sr-only">{isDone ? ' (done)' : ''}</span>
          <span className="block text-[0.8125rem] text-muted-foreground">{text}</span>
        </span>
      </Link>
    </li>
  );
}

function useFirstSteps(): FirstStep[] {
  const { websites, current } = useCurrentWebsite();
  const { data: status } = useQuery({
    ...engineQueries.status(current ? { websiteId: current.id } : {}),
    enabled: current !== null,
  });
  const { data: taken } = useQuery(opportunityQueries.list());
  const { data: reports } = useQuery(reportQueries.list());
  return firstSteps({
    websites,
    current,
    hasRun: status?.engines.some(({ runId }) => runId !== null) ?? false,
    hasImplemented: taken?.opportunities.some(({ status: state }) => state.startsWith('implement')) ?? false,
    hasReport: (reports?.reports.length ?? 0) > 0,
  });
}
