import { type ReactNode, useState } from 'react';
import type { Review } from '@/api/sites';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { asksForReview } from './review';
import { ReviewForm } from './review-form';

/** Asks for an approval, and for the review of a named person where the trade is regulated. */
export function ApprovalDialog({
  open,
  title,
  description,
  needsReview = false,
  who = null,
  busy,
  disabled = false,
  onClose,
  approve,
  form,
  children,
}: {
  open: boolean;
  title: string;
  description: string;
  /** Whether a review is known to be needed; otherwise the server's refusal asks for it. */
  needsReview?: boolean;
  /** Who must review the pages, such as `a licensed attorney`. */
  who?: string | null;
  busy: boolean;
  /** Whether it is not known yet what would be approved. */
  disabled?: boolean;
  onClose: () => void;
  /** Sends the approval. It reports failures itself, except those of a review. */
  approve: (review?: Review) => Promise<unknown>;
  /** Form that asks for the reviews in place of the usual one. */
  form?: ReactNode;
  children: ReactNode;
}) {
  const [isAsked, setAsked] = useState(false);
  const hasForm = needsReview || isAsked || Boolean(form);
  const close = () => {
    setAsked(false);
    onClose();
  };
  const confirm = () => approve().then(close, (error) => (asksForReview(error) ? setAsked(true) : close()));
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      footer={
        hasForm ? undefined : (
          <>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button needsNetwork busy={busy} disabled={disabled} onClick={() => void confirm()}>
              Approve and deploy
            </Button>
          </>
        )
      }
    >
      {open ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {children}
          {form || (hasForm ? <ReviewForm who={who} approve={approve} onClose={close} /> : null)}
        </div>
      ) : null}
    </Dialog>
  );
}
