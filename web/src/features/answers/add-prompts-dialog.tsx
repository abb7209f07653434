import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerSuggestion, answerApi, answerQueries } from '@/api/answers';
import { CheckListField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';

interface Values {
  /** One prompt per line. */
  lines: string;
  suggested: string[];
  topic: string;
  country: string;
  city: string;
  /** Dollars a month. */
  value: string;
}

/** Fields of the form by the names of the request. */
const NAMES: Record<string, keyof Values> = {
  topic: 'topic',
  country: 'country',
  city: 'city',
  valueCents: 'value',
};

const EMPTY: Values = { lines: '', suggested: [], topic: '', country: '', city: '', value: '' };

/** Form that adds prompts: pasted lines, and questions among the website's own queries. */
export function AddPromptsDialog({
  websiteId,
  open,
  onClose,
}: {
  websiteId: string;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={() => beforeLeaving(onClose)}
      title="Add prompts"
      description="Questions as customers ask them. Each is asked several times, because answers vary."
    >
      <AddPromptsForm websiteId={websiteId} onClose={onClose} />
    </Dialog>
  );
}

function AddPromptsForm({ websiteId, onClose }: { websiteId: string; onClose: () => void }) {
  const queries = useQueryClient();
  const { data: suggestions = [] } = useQuery(answerQueries.suggestions(websiteId));
  const form = useSaveForm({
    defaultValues: EMPTY,
    save: (values) => answerApi.addPrompts({ websiteId, prompts: promptsOf(values, suggestions) }),
    nameOf: (field) => NAMES[field.split(/[./]/).at(-1) ?? ''] ?? 'lines',
    onSaved: ({ added }) => {
      queries.invalidateQueries({ queryKey: answerQueries.all() });
      showToast({ title: added === 1 ? '1 prompt added' : `${added} prompts added` });
      onClose();
    },
  });
  const isNumber = (typed: string) => typed === '' || (Number.isFinite(Number(typed)) && Number(typed) >= 0);
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <TextareaField
        control={form.control}
        name="lines"
        label="Prompts"
        rows={5}
        hint="One per line, for example: Who is the best plumber in Waco?"
      />
      {suggestions.length > 0 ? (
        <CheckListField
          control={form.control}
          name="suggested"
          label="Questions among your own queries"
          className="mt-2 grid max-h-48 gap-1 overflow-y-auto"
          options={suggestions.map(({ text }) => ({
            value: text,
            label: <span className="wrap-anywhere">{text}</span>,
          }))}
        />
      ) : null}
      <TextField
        control={form.control}
        name="topic"
        label="Topic"
        maxLength={100}
        hint="Optional, for example: repairs"
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          control={form.control}
          name="country"
          label="Country"
          maxLength={2}
          hint="Optional, for example: US"
        />
        <TextField control={form.control} name="city" label="City" maxLength={100} hint="Optional, for example: Waco" />
      </div>
      <TextField
        control={form.control}
        name="value"
        label="Monthly value of each, in dollars"
        inputMode="decimal"
        hint="Optional. Prompts of a higher value are asked more often."
        check={(typed) => isNumber(typed) || 'Enter an amount of 0 or more.'}
      />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Add prompts
        </Button>
      </div>
    </Form>
  );
}

/** Prompts of the typed lines and of the chosen suggestions. */
function promptsOf(values: Values, suggestions: readonly AnswerSuggestion[]) {
  const shared = {
    topic: values.topic,
    country: values.country || null,
    city: values.city || null,
    valueCents: values.value === '' ? null : Math.round(Number(values.value) * 100),
  };
  const typed = linesOf(values.lines).map((text) => ({ text, ...shared }));
  const chosen = suggestions
    .filter(({ text }) => values.suggested.includes(text))
    .map(({ text, valueCents }) => ({ text, ...shared, valueCents: shared.valueCents ?? valueCents }));
  return [...typed, ...chosen];
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
