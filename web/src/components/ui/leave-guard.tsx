import { useLeaveGuard } from '@/hooks/use-leave-guard';
import { answerLeaving } from '@/lib/unsaved';
import { ConfirmDialog } from './confirm-dialog';

/** Asks before unsaved changes of the surrounding form are lost; does nothing while `isDirty` is false. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const isAsking = useLeaveGuard(isDirty);
  return (
    <ConfirmDialog
      open={isAsking}
      onClose={() => answerLeaving(false)}
      onConfirm={() => answerLeaving(true)}
      title="Leave without saving?"
      text="Your changes are not saved and will be lost."
      action="Leave"
    />
  );
}
