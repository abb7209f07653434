import { useQueryClient } from '@tanstack/react-query';
import { type Connection, connectionApi, connectionQueries, type DataProvider } from '@/api/connections';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { beforeLeaving } from '@/lib/unsaved';
import { dollarsOf, microsOf } from './connection-words';
import { BudgetFields, CredentialFields, emptyCredentials, enteredOf, fieldOf } from './credential-fields';

/** Changes name, budget and credentials of a connection. */
export function EditDialog({
  connection,
  provider,
  onClose,
}: {
  connection: Connection;
  provider: DataProvider;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: {
      name: connection.name,
      credentials: emptyCredentials(provider),
      baseUrl: connection.baseUrl ?? '',
      dayBudget: dollarsOf(connection.dayBudgetMicros),
      monthBudget: dollarsOf(connection.monthBudgetMicros),
    },
    save: (values) => {
      const credentials = enteredOf(values);
      return connectionApi.update({
        id: connection.id,
        name: values.name,
        dayBudgetMicros: microsOf(values.dayBudget),
        monthBudgetMicros: microsOf(values.monthBudget),
        ...(provider.takesBaseUrl ? { baseUrl: values.baseUrl } : {}),
        ...(Object.keys(credentials).length > 0 ? { credentials } : {}),
      });
    },
    nameOf: fieldOf,
    onSaved: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: connectionQueries.all() });
    },
  });
  const leave = () => beforeLeaving(onClose);
  return (
    <Dialog open onClose={leave} title={`Edit ${connection.name}`}>
      <Form form={form} autoComplete="off">
        <LeaveGuard isDirty={form.isDirty} />
        <TextField
          control={form.control}
          name="name"
          label="Name"
          maxLength={100}
          required="Enter a name of 1 to 100 characters."
        />
        <CredentialFields control={form.control} provider={provider} isStored />
        <BudgetFields control={form.control} />
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" busy={form.isBusy} needsNetwork disabled={!form.isDirty}>
            Save connection
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
