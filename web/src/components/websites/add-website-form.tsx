import { useQueryClient } from '@tanstack/react-query';
import type { Website } from '@/api/types';
import { websiteApi, websiteQueries } from '@/api/websites';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { withScheme } from '@/lib/url';

/** Form that adds a website by address and name. */
export function AddWebsiteForm({
  onAdded,
  submitLabel = 'Add website',
}: {
  onAdded: (website: Website) => void;
  submitLabel?: string;
}) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: { url: '', name: '' },
    save: ({ url, name }) => websiteApi.create({ url: withScheme(url), ...(name.trim() ? { name: name.trim() } : {}) }),
    onSaved: ({ website }) => {
      queries.invalidateQueries({ queryKey: websiteQueries.all() });
      onAdded(website);
    },
  });
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={form.control}
          name="url"
          label="Address"
          inputMode="url"
          autoComplete="url"
          placeholder="example.com"
          required="Enter the address of the website, such as example.com."
        />
        <TextField control={form.control} name="name" label="Name (optional)" />
      </div>
      <div>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}
