import { useQueryClient } from '@tanstack/react-query';
import { type Annotation, annotationApi, annotationQueries, type NewAnnotation } from '@/api/annotations';
import type { Website } from '@/api/types';
import { CheckField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { beforeLeaving } from '@/lib/unsaved';
import { humanise } from '@/lib/words';

const KINDS: readonly Annotation['kind'][] = ['deploy', 'edit', 'title', 'link', 'migration', 'google_update', 'other'];
const KIND_OPTIONS = KINDS.map((kind) => ({ value: kind, label: humanise(kind) }));

interface Values {
  title: string;
  kind: Annotation['kind'];
  day: string;
  detail: string;
  /** Paths or addresses, one per line. */
  pages: string;
  isEverywhere: boolean;
}

function valuesOf(note: Annotation | null, website: Website | null): Values {
  return {
    title: note?.title ?? '',
    kind: note?.kind ?? 'edit',
    day: note?.day ?? '',
    detail: note?.detail ?? '',
    pages: note?.pages.join('\n') ?? '',
    isEverywhere: note ? note.websiteId == null : website === null,
  };
}

function bodyOf({ isEverywhere, pages, ...values }: Values, websiteId: string | null): NewAnnotation {
  return {
    ...values,
    pages: pages.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])),
    websiteId: isEverywhere ? null : websiteId,
  };
}

/** Creates an entry of the change log, or edits `note`. */
export function ChangeForm({
  note,
  website,
  onClose,
}: {
  note: Annotation | null;
  website: Website | null;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: valuesOf(note, website),
    save: (values) => {
      const body = bodyOf(values, note?.websiteId ?? website?.id ?? null);
      return note ? annotationApi.update(note.id, body) : annotationApi.create(body);
    },
    onSaved: () => {
      queries.invalidateQueries({ queryKey: annotationQueries.all() });
      onClose();
    },
  });
  const { control } = form;
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <TextField control={control} name="title" label="Change" maxLength={200} required="Enter what changed." />
      <div className="grid grid-cols-2 gap-4">
        <SelectField control={control} name="kind" label="Type" options={KIND_OPTIONS} />
        <TextField control={control} name="day" label="Date" type="date" required="Enter the day of the change." />
      </div>
      <TextareaField
        control={control}
        name="pages"
        label="Pages"
        hint="One per line. Leave empty for the whole site."
      />
      <TextareaField
        control={control}
        name="detail"
        label="Details"
        hint="Optional. For example: new titles with city names."
      />
      <CheckField control={control} name="isEverywhere" label="Applies to all websites" />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
          Cancel
        </Button>
        <Button needsNetwork type="submit" busy={form.isBusy}>
          Save
        </Button>
      </div>
    </Form>
  );
}
