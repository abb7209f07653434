import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type LedgerTransaction, leadApi, ledgerQueries } from '@/api/leads';
import { REASON } from '@/components/money/reasons';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toastFailure } from '@/lib/failed';
import { formatDateTime, formatMoney } from '@/lib/format';
import { ACCOUNT } from './words';

/** Posts the inverse of a transaction that was posted by hand. */
export function ReverseButton({ of }: { of: LedgerTransaction }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const reverse = useMutation({
    mutationFn: () => leadApi.reverse(of.id),
    onError: (error) => toastFailure('Failed to reverse the transaction', errorText(error)),
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: ledgerQueries.all() });
    },
  });
  const amount = formatMoney(of.amountCents, of.currency, { exact: true });
  const what = `${REASON[of.reason]}, ${amount}, ${formatDateTime(of.occurredAt)}`;
  return (
    <>
      <Button size="sm" variant="outline" needsNetwork aria-label={`Reverse ${what}`} onClick={() => setAsking(true)}>
        Reverse
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => reverse.mutate()}
        busy={reverse.isPending}
        title="Reverse transaction?"
        text={`${what}. The inverse is posted now: ${amount} to the debit of ${ACCOUNT[of.credited]} and to the credit of ${ACCOUNT[of.debited]}. Both stay in the ledger. This cannot be undone.`}
        action="Reverse transaction"
      />
    </>
  );
}
