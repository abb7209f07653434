import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Connection, connectionApi, connectionQueries } from '@/api/connections';
import { websiteQueries } from '@/api/websites';
import { SelectField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { showToast } from '@/lib/toast';

/** Choice of the property of an account and of the website that its data belong to. */
export function PropertyForm({ connection, choice }: { connection: Connection; choice: string }) {
  const queries = useQueryClient();
  const { data: websites } = useQuery(websiteQueries.list());
  const { settings, account } = connection;
  const key = choice === 'site' ? 'site' : 'property';
  const form = useSaveForm({
    defaultValues: { property: settings[key] ?? '', websiteId: settings.websiteId ?? '' },
    save: ({ property, websiteId }) =>
      connectionApi.update({ id: connection.id, settings: { [key]: property, websiteId } }),
    nameOf: (field) => (field === 'settings/websiteId' ? 'websiteId' : 'property'),
    onSaved: () => {
      showToast({ title: 'Property saved' });
      return queries.invalidateQueries({ queryKey: connectionQueries.list().queryKey });
    },
  });
  if (account.properties.length === 0) return null;
  const hosts = (websites ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Form form={form} className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <SelectField
        control={form.control}
        name="property"
        label={key === 'site' ? 'Site' : 'Property'}
        required="Choose what to fetch."
        options={[{ value: '', label: 'Choose one' }, ...account.properties]}
      />
      <SelectField
        control={form.control}
        name="websiteId"
        label="Website"
        required="Choose the website that the data belong to."
        options={[{ value: '', label: hosts.length === 0 ? 'No website yet' : 'Choose one' }, ...hosts]}
      />
      <Button type="submit" variant="secondary" needsNetwork busy={form.isBusy} disabled={!form.isDirty}>
        Save property
      </Button>
    </Form>
  );
}
