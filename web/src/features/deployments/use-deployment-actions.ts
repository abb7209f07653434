import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Deployment, type DeploymentApproval, type DeploymentStep, deploymentApi } from '@/api/deployments';
import { errorText } from '@/api/errors';
import { asksForReview } from '@/components/sites/review';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';

const DONE: Record<DeploymentStep, string> = {
  pause: 'Paused: nothing more is built or deployed',
  resume: 'Resumed',
  cancel: 'Cancelled: live sites stay live',
  retry: 'Retrying the failed sites',
};

const FAILED: Record<DeploymentStep, string> = {
  pause: 'Failed to pause the deployment',
  resume: 'Failed to resume the deployment',
  cancel: 'Failed to cancel the deployment',
  retry: 'Failed to retry the deployment',
};

/** Refetches everything that shows deployments. */
export function useRefreshDeployments() {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      ['deployments', 'sites', 'pipeline', 'runs'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })),
    );
  };
}

/** Approves the releases of a deployment that `version` names. Failures of a review are shown by its form. */
export function useDeploymentApproval({ id }: Pick<Deployment, 'id'>, version: string | null | undefined) {
  const refresh = useRefreshDeployments();
  return useMutation({
    mutationFn: (body: DeploymentApproval) => deploymentApi.approve(id, { version, ...body }),
    onSuccess: () => showToast({ title: 'Approved: its sites are being deployed' }),
    onError: (error, { review, reviews }) => {
      if (!review && !reviews && !asksForReview(error))
        toastFailure('Failed to approve the deployment', errorText(error));
    },
    onSettled: refresh,
  });
}

/** Pauses, resumes, cancels or retries a deployment. */
export function useDeploymentAction(deployment: Pick<Deployment, 'id'>) {
  const refresh = useRefreshDeployments();
  return useMutation({
    mutationFn: (step: DeploymentStep) => deploymentApi.act(deployment.id, step),
    onSuccess: (_, step) => showToast({ title: DONE[step] }),
    onError: (error, step) => toastFailure(FAILED[step], errorText(error)),
    onSettled: refresh,
  });
}
