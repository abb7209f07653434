import { useQueryClient } from '@tanstack/react-query';
import { API_KEY_SCOPES, type ApiKeyScope, accountApi, accountQueries } from '@/api/account';
import { CheckListField, SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';

const DAY_MS = 86_400_000;
const NEVER = 'never';
/** Lifetimes of a key, in days. */
const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: NEVER, label: 'Never expires' },
];
const SCOPES = API_KEY_SCOPES.map((scope) => ({ value: scope, label: <span className="font-mono">{scope}</span> }));

function expiryOf(life: string): { expiresAt?: string } {
  return life === NEVER ? {} : { expiresAt: new Date(Date.now() + Number(life) * DAY_MS).toISOString() };
}

/** Form for name, scopes and expiry of a new key. `onCreated` receives the key itself, which is shown only once. */
export function ApiKeyForm({ onCreated }: { onCreated: (key: string) => void }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: { name: '', life: '90', scopes: [] as ApiKeyScope[] },
    save: ({ name, life, scopes }) => accountApi.createApiKey({ name, scopes, ...expiryOf(life) }),
    nameOf: (field) => (field === 'expiresAt' ? 'life' : field),
    onSaved: ({ key }) => {
      onCreated(key);
      return queries.invalidateQueries({ queryKey: accountQueries.apiKeys().queryKey });
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={form.control}
          name="name"
          label="Name"
          hint="For example: Reporting script."
          maxLength={80}
          required="Enter a name for the key."
        />
        <SelectField control={form.control} name="life" label="Expiry" options={LIVES} />
      </div>
      <CheckListField
        control={form.control}
        name="scopes"
        label="Scopes"
        options={SCOPES}
        required="Choose at least one scope."
      />
      <div>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Create key
        </Button>
      </div>
    </Form>
  );
}
