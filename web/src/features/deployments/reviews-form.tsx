import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { DeploymentApproval, NeededReview } from '@/api/deployments';
import { siteQueries } from '@/api/sites';
import { CheckField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { LoadingRows } from '@/components/states/panels';
import { Button } from '@/components/ui/button';
import { plural } from '@/lib/format';

/** Maximum length of a name or a qualification. */
const CHARS = 200;
/** Sites of a trade that are named. */
const NAMED = 5;

interface Values {
  reviews: { vertical: string; name: string; credentials: string; isConfirmed: boolean }[];
}

interface ReviewsFormProps {
  needed: NeededReview[];
  /** Whether other sites wait too, which need no review. */
  hasOthers: boolean;
  busy: boolean;
  approve: (body: DeploymentApproval) => Promise<unknown>;
  onClose: () => void;
}

/** Asks who reviewed the pages of each regulated trade, with the sites that need it. */
export function ReviewsForm(props: ReviewsFormProps) {
  const operator = useQuery(siteQueries.operator());
  if (operator.isPending) return <LoadingRows rows={3} className="p-0" />;
  const { reviewerName = '', reviewerCredentials = '' } = operator.data?.operator ?? {};
  return <Fields {...props} name={reviewerName} credentials={reviewerCredentials} />;
}

function Fields({
  needed,
  hasOthers,
  busy,
  approve,
  onClose,
  name,
  credentials,
}: ReviewsFormProps & { name: string; credentials: string }) {
  const form = useSaveForm<Values, unknown>({
    defaultValues: {
      reviews: needed.map(({ vertical }) => ({ vertical, name, credentials, isConfirmed: false })),
    },
    save: approve,
    nameOf: (field) => field.replaceAll('/', '.'),
    failure: 'Failed to approve the pages',
    onSaved: onClose,
  });
  const reviews = useWatch({ control: form.control, name: 'reviews' });
  return (
    <Form form={form} aria-label="Reviews">
      <p>Some of these trades are regulated: a qualified person must review their pages before they are public.</p>
      {needed.map((trade, index) => (
        <fieldset key={trade.vertical} className="grid gap-4 border-t border-border pt-4">
          <legend className="float-left w-full font-medium">{trade.verticalName}</legend>
          <p className="text-[0.8125rem] text-muted-foreground">
            {trade.reviewer ?? 'A qualified person'} reviews {namesOf(trade)}.
          </p>
          <TextField
            control={form.control}
            name={`reviews.${index}.name`}
            label="Name of the reviewer"
            hint="Who reviewed the pages, for example Jane Doe."
            maxLength={CHARS}
            required="Enter the name of the reviewer."
          />
          <TextField
            control={form.control}
            name={`reviews.${index}.credentials`}
            label="Qualification"
            hint="For example licensed attorney in Oklahoma."
            maxLength={CHARS}
            required="Enter the qualification of the reviewer."
          />
          <CheckField
            control={form.control}
            name={`reviews.${index}.isConfirmed`}
            label="This person has reviewed these pages"
            hint="Required. The review is recorded with the approval."
          />
        </fieldset>
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        {hasOthers ? (
          <Button
            variant="outline"
            needsNetwork
            busy={busy && !form.isBusy}
            onClick={() => void approve({ leavesUnreviewed: true }).then(onClose, onClose)}
          >
            Approve the other sites only
          </Button>
        ) : null}
        <Button
          type="submit"
          needsNetwork
          busy={form.isBusy}
          disabled={!reviews.every(({ isConfirmed }) => isConfirmed)}
        >
          Approve and deploy
        </Button>
      </div>
    </Form>
  );
}

function namesOf({ sites, siteCount }: NeededReview): string {
  const named = sites.slice(0, NAMED).map(({ name }) => name);
  const more = siteCount - named.length;
  return more > 0 ? `${named.join(', ')} and ${plural(more, 'more site')}` : named.join(', ');
}
