import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountApi, accountQueries } from '@/api/account';
import { ConfirmBothFactors } from './confirm-both-factors';

/** Replaces the recovery codes after confirmation by both factors. */
export function RenewCodes({ onRenewed }: { onRenewed: (recoveryCodes: string[]) => void }) {
  const queries = useQueryClient();
  const renew = useMutation({
    mutationFn: accountApi.renewRecoveryCodes,
    onSuccess: (answer) => {
      onRenewed(answer.recoveryCodes);
      return queries.invalidateQueries({ queryKey: accountQueries.mfa().queryKey });
    },
  });
  return (
    <ConfirmBothFactors
      opens="New recovery codes"
      action="Renew codes"
      note="New codes invalidate the old ones."
      busy={renew.isPending}
      error={renew.error}
      onSubmit={(factors) => renew.mutate(factors)}
    />
  );
}
