import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { type Review, siteQueries } from '@/api/sites';
import { CheckField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { LoadingRows } from '@/components/states/panels';
import { Button } from '@/components/ui/button';

/** Maximum length of a name or a qualification. */
const CHARS = 200;

interface ReviewFormProps {
  /** Who must review the pages, such as `a licensed attorney`. */
  who: string | null;
  approve: (review: Review) => Promise<unknown>;
  onClose: () => void;
}

/** Asks who reviewed the pages of a regulated trade. The operator's responsible person is entered already. */
export function ReviewForm(props: ReviewFormProps) {
  const operator = useQuery(siteQueries.operator());
  if (operator.isPending) return <LoadingRows rows={3} className="p-0" />;
  const { reviewerName = '', reviewerCredentials = '' } = operator.data?.operator ?? {};
  return <Fields {...props} name={reviewerName} credentials={reviewerCredentials} />;
}

function Fields({ who, approve, onClose, name, credentials }: ReviewFormProps & Omit<Review, 'isConfirmed'>) {
  const form = useSaveForm<Review, unknown>({
    defaultValues: { name, credentials, isConfirmed: false },
    save: approve,
    nameOf: (field) => field.replace(/^review\//, ''),
    failure: 'Failed to approve the pages',
    onSaved: onClose,
  });
  const isConfirmed = useWatch({ control: form.control, name: 'isConfirmed' });
  return (
    <Form form={form} aria-label="Review">
      <p>The trade is regulated: {who ?? 'a qualified person'} must review the pages before they are public.</p>
      <TextField
        control={form.control}
        name="name"
        label="Name of the reviewer"
        hint="Who reviewed the pages, for example Jane Doe."
        maxLength={CHARS}
        required="Enter the name of the reviewer."
      />
      <TextField
        control={form.control}
        name="credentials"
        label="Qualification"
        hint="For example licensed attorney in Oklahoma."
        maxLength={CHARS}
        required="Enter the qualification of the reviewer."
      />
      <CheckField
        control={form.control}
        name="isConfirmed"
        label="This person has reviewed these pages"
        hint="Required. The review is recorded with the approval."
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" needsNetwork busy={form.isBusy} disabled={!isConfirmed}>
          Approve and deploy
        </Button>
      </div>
    </Form>
  );
}
