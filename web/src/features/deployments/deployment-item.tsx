import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Deployment, type DeploymentStep, deploymentQueries } from '@/api/deployments';
import { deploymentState, isAtWork } from '@/components/sites/site-words';
import { ErrorPanel } from '@/components/states/panels';
import { Badge } from '@/components/ui/badge';
import { Button, ButtonLink } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Fold } from '@/components/ui/fold';
import { InOrder } from '@/components/ui/in-order';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatNumber, plural } from '@/lib/format';
import { readable } from '@/lib/readable';
import { ApproveDialog } from './approve-dialog';
import { useDeploymentAction } from './use-deployment-actions';

/** A deployment: its counts, its errors, and its actions. */
export function DeploymentItem({ deployment, canChange }: { deployment: Deployment; canChange: boolean }) {
  const state = deploymentState(deployment.status);
  const counts = [
    { label: 'Planned', value: deployment.sitesPlanned },
    { label: 'Built', value: deployment.sitesBuilt },
    { label: 'Waiting', value: deployment.sitesWaiting },
    { label: 'Deployed', value: deployment.sitesDeployed },
    { label: 'Errors', value: deployment.errorCount },
  ];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2.5">
            <span className="font-medium wrap-anywhere">{readable(deployment.name)}</span>
            <Badge tone={state.tone} dot>
              {state.label}
            </Badge>
          </p>
          <p className="mt-0.5 text-xs text-muted-foreground">
            Started <RelativeTime at={deployment.startedAt} />
            {deployment.finishedAt ? (
              <>
                {', finished '}
                <RelativeTime at={deployment.finishedAt} />
              </>
            ) : null}
          </p>
        </div>
        <Actions deployment={deployment} canChange={canChange} />
      </div>
      <Stage deployment={deployment} />
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem]">
        {counts.map(({ label, value }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="tabular font-medium">{formatNumber(value, 0)}</dd>
          </div>
        ))}
      </dl>
      <Errors deployment={deployment} />
    </li>
  );
}

/** How far the server is; a deployment that waits for a person has no progress of its own. */
function Stage({ deployment }: { deployment: Deployment }) {
  const { name, status, progress, sitesWaiting, sitesDeployed } = deployment;
  if (status === 'waiting') {
    const live = sitesDeployed > 0 ? `${plural(sitesDeployed, 'site is', 'sites are')} live. ` : '';
    return (
      <p className="text-[0.8125rem]">
        {live}
        {plural(sitesWaiting, 'site waits', 'sites wait')} for your approval.
      </p>
    );
  }
  return (
    <div className="flex items-center gap-3">
      <Progress value={progress} label={`Progress of ${name}`} />
      <span className="tabular shrink-0 text-xs text-muted-foreground">{formatNumber(progress, 0)}%</span>
    </div>
  );
}

function Actions({ deployment, canChange }: { deployment: Deployment; canChange: boolean }) {
  const [asked, setAsked] = useState<'approve' | 'cancel' | null>(null);
  const action = useDeploymentAction(deployment);
  const { status, name, errorCount } = deployment;
  const close = () => setAsked(null);
  const button = (step: DeploymentStep | 'approve', label: string, onClick: () => void) => (
    <Button
      needsNetwork
      size="sm"
      variant="outline"
      busy={action.isPending && action.variables === step}
      disabled={action.isPending}
      aria-label={`${label} ${name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  const isCancelling = status === 'cancelling';
  const isOpen = isAtWork(status) && status !== 'paused' && !isCancelling;
  // Nothing is at work that a pause would hold back while a person is asked.
  const canPause = isOpen && status !== 'waiting';
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
      <ButtonLink
        to={`/dominator/sites?deployment=${deployment.id}`}
        variant="outline"
        size="sm"
        aria-label={`Sites of ${name}`}
      >
        Sites
      </ButtonLink>
      {canChange ? (
        <>
          {errorCount > 0 && status !== 'paused' && !isCancelling
            ? button('retry', 'Retry', () => action.mutate('retry'))
            : null}
          {isAtWork(status) && !isCancelling ? button('cancel', 'Cancel', () => setAsked('cancel')) : null}
          {canPause ? button('pause', 'Pause', () => action.mutate('pause')) : null}
          {status === 'paused' ? button('resume', 'Resume', () => action.mutate('resume')) : null}
          {isOpen && deployment.sitesWaiting > 0 ? button('approve', 'Approve', () => setAsked('approve')) : null}
        </>
      ) : null}
      <ApproveDialog deployment={deployment} open={asked === 'approve'} onClose={close} />
      <ConfirmDialog
        open={asked === 'cancel'}
        onClose={close}
        onConfirm={() => action.mutate('cancel', { onSettled: close })}
        busy={action.isPending}
        title={`Cancel ${name}?`}
        text="No more of its sites are built or deployed. Sites that are live stay live. You can retry it later."
        action="Cancel deployment"
      />
    </div>
  );
}

/** Number of errors that are shown at once; a cancelled batch has hundreds. */
const FIRST_ERRORS = 5;

/** Sites that need something: each with the problem and the remedy. Lists do not have them, so they are loaded. */
function Errors({ deployment: { id, name, errorCount } }: { deployment: Deployment }) {
  const query = useQuery({ ...deploymentQueries.detail(id), enabled: errorCount > 0 });
  if (errorCount === 0) return null;
  if (query.isError && !query.data) {
    return (
      <ErrorPanel
        error={query.error}
        fallback="Failed to load the deployment."
        onRetry={() => query.refetch()}
        className="py-4"
      />
    );
  }
  const errors = query.data?.errors ?? [];
  return (
    <section aria-label={`Errors of ${name}`} className="rounded-md bg-destructive-soft px-3.5 py-3 text-[0.8125rem]">
      <p className="font-semibold">{plural(errorCount, 'site')} with an error</p>
      <ErrorList errors={errors.slice(0, FIRST_ERRORS)} />
      {errors.length > FIRST_ERRORS ? (
        <Fold look="quiet" title={`Show ${formatNumber(errors.length - FIRST_ERRORS, 0)} more`}>
          <ErrorList errors={errors.slice(FIRST_ERRORS)} />
        </Fold>
      ) : null}
    </section>
  );
}

function ErrorList({ errors }: { errors: Deployment['errors'] }) {
  return (
    <ul className="mt-1.5 grid gap-2">
      <InOrder items={errors}>
        {(error) => (
          <li>
            <Link
              to={`/dominator/sites/${error.siteId}`}
              className="inline-flex min-h-6 items-center font-medium underline underline-offset-4"
            >
              {error.name}
            </Link>
            <p className="wrap-anywhere">{error.detail}</p>
          </li>
        )}
      </InOrder>
    </ul>
  );
}
