import { useLeaveGuard } from '@/hooks/use-leave-guard';
import { answerLeaving } from '@/lib/unsaved';
import { ConfirmDialog } from './confirm-dialog';

/** Asks before what was changed in a form is lost. Stands in the form; does nothing while `isDirty` is false. */
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
