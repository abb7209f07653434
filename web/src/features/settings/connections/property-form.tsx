import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Connection, connectionApi, connectionQueries } from '@/api/connections';
import { websiteQueries } from '@/api/websites';
import { SelectField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { showToast } from '@/lib/toast';

/** Data sources of all websites. */
const SOURCES = ['websites', 'sources'];

/** Choice of the website that an account fetches data of and, where it has several, of the property. */
export function PropertyForm({ connection, choice }: { connection: Connection; choice: string | null }) {
  const queries = useQueryClient();
  const { data: websites } = useQuery(websiteQueries.list());
  const { settings, account } = connection;
  const key = choice === 'site' ? 'site' : 'property';
  const form = useSaveForm({
    defaultValues: { property: settings[key] ?? '', websiteId: settings.websiteId ?? '' },
    save: ({ property, websiteId }) =>
      connectionApi.update({
        id: connection.id,
        settings: { websiteId, ...(choice === null ? {} : { [key]: property }) },
      }),
    nameOf: (field) => (field === 'settings/websiteId' ? 'websiteId' : 'property'),
    onSaved: () => {
      showToast({ title: 'Choice saved' });
      queries.invalidateQueries({ queryKey: SOURCES });
      return queries.invalidateQueries({ queryKey: connectionQueries.list().queryKey });
    },
  });
  if (choice !== null && account.properties.length === 0) return null;
  const hosts = (websites ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Form form={form} className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] xl:grid-cols-2">
      {choice === null ? null : (
        <SelectField
          control={form.control}
          name="property"
          label={key === 'site' ? 'Site' : 'Property'}
          required="Choose what to fetch."
          options={[{ value: '', label: 'Choose one' }, ...account.properties]}
        />
      )}
      <SelectField
        control={form.control}
        name="websiteId"
        label="Website"
        required="Choose the website that the data belong to."
        options={[{ value: '', label: hosts.length === 0 ? 'No website yet' : 'Choose one' }, ...hosts]}
      />
      <Button type="submit" variant="secondary" needsNetwork busy={form.isBusy} disabled={!form.isDirty}>
        Save choice
      </Button>
      {settings.websiteId ? (
        <Link
          to={`/projects/${settings.websiteId}`}
          className="text-[0.8125rem] text-brand underline-offset-4 hover:underline sm:col-span-3 xl:col-span-2"
        >
          Show the data source of this website
        </Link>
      ) : null}
    </Form>
  );
}
