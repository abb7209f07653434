import { useQueryClient } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { crawlApi, crawlQueries } from '@/api/crawls';
import { ApiError, errorText } from '@/api/errors';
import { runQueries } from '@/api/runs';
import type { Website } from '@/api/types';
import { CheckField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { withWebsite } from '@/hooks/use-current-website';
import { beforeLeaving } from '@/lib/unsaved';
import { bodyOf, LIMITS, type Values, valuesOf } from './crawl-form-values';
import type { Starter } from './use-starter';

const SWITCHED_OFF = 501;

/** Form of a new crawl. */
export function NewCrawlDialog({ website, starter }: { website: Website; starter: Starter }) {
  return (
    <Dialog
      open={starter.isOpen}
      onClose={() => beforeLeaving(starter.close)}
      title={`Crawl ${website.host}`}
      description="Fetches pages as robots.txt allows. The engines read them afterwards."
    >
      <NewCrawlForm website={website} starter={starter} />
    </Dialog>
  );
}

function NewCrawlForm({ website, starter }: { website: Website; starter: Starter }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useSaveForm({
    defaultValues: valuesOf(website, starter.model),
    save: (values) => crawlApi.create(bodyOf(values, website.id)),
    onSaved: ({ run }) => {
      queries.setQueryData(runQueries.detail(run.id).queryKey, { success: true, run });
      queries.invalidateQueries({ queryKey: crawlQueries.all() });
      queries.invalidateQueries({ queryKey: ['runs', 'list'] });
      starter.close();
      navigate(withWebsite('/crawl', website.id));
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError) || error.status !== SWITCHED_OFF) return;
      starter.switchOff(errorText(error));
      starter.close();
    },
  });
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <Fields control={form.control} />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(starter.close)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Start crawl
        </Button>
      </div>
    </Form>
  );
}

function Fields({ control }: { control: Control<Values> }) {
  return (
    <>
      <TextField
        control={control}
        name="url"
        label="Start URL"
        type="url"
        required="Enter the URL at which the crawl starts."
      />
      <div className="grid grid-cols-2 gap-4">
        <NumberField control={control} name="maxPages" label="Maximum URLs" />
        <NumberField control={control} name="maxDepth" label="Maximum depth" hint="Steps from the start URL." />
        <NumberField
          control={control}
          name="delayMs"
          label="Delay, ms"
          hint="Between two requests. A longer delay in robots.txt applies."
        />
        <div className="pt-6">
          <CheckField control={control} name="subdomains" label="Include subdomains" />
        </div>
      </div>
      <TextareaField
        control={control}
        name="include"
        label="Include only URLs that match"
        rows={2}
        hint="Optional. Regular expressions, one per line, for example /blog/"
      />
      <TextareaField
        control={control}
        name="exclude"
        label="Exclude URLs that match"
        rows={2}
        hint="Optional. Regular expressions, one per line, for example \?sort="
      />
    </>
  );
}

function NumberField({
  control,
  name,
  label,
  hint,
}: {
  control: Control<Values>;
  name: keyof typeof LIMITS;
  label: string;
  hint?: string;
}) {
  const { min, max } = LIMITS[name];
  const text = `Enter a whole number from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}.`;
  const isWithin = (value: number) => Number.isInteger(value) && value >= min && value <= max;
  return (
    <TextField
      control={control}
      name={name}
      label={label}
      hint={hint}
      type="number"
      min={min}
      max={max}
      required={text}
      check={(typed) => isWithin(Number(typed)) || text}
    />
  );
}
