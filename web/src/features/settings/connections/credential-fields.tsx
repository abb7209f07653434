import type { Control } from 'react-hook-form';
import type { DataProvider } from '@/api/connections';
import { TextField } from '@/components/form/fields';
import { isDollars } from './connection-words';

export interface CredentialValues {
  name: string;
  /** By the name of the field. */
  credentials: Record<string, string>;
  baseUrl: string;
  dayBudget: string;
  monthBudget: string;
}

/** Returns the credentials that were entered. */
export function enteredOf({ credentials }: CredentialValues): Record<string, string> {
  return Object.fromEntries(Object.entries(credentials).filter(([, text]) => text.trim() !== ''));
}

/** Maps fields of the request to those of the form. */
export function fieldOf(field: string): string {
  return field.replaceAll('/', '.').replace('BudgetMicros', 'Budget');
}

/** Empty values of a provider's credentials. */
export function emptyCredentials(provider: DataProvider): Record<string, string> {
  return Object.fromEntries(provider.fields.map(({ name }) => [name, '']));
}

/** Credentials as a provider asks for them. While a key is stored, empty fields keep it. */
export function CredentialFields({
  control,
  provider,
  isStored = false,
}: {
  control: Control<CredentialValues>;
  provider: DataProvider;
  isStored?: boolean;
}) {
  return (
    <>
      {provider.takesBaseUrl ? (
        <TextField
          control={control}
          name="baseUrl"
          label="Server (optional)"
          type="url"
          hint={`For a compatible server of your own. Otherwise ${provider.baseUrl} is used.`}
        />
      ) : null}
      {provider.fields.map((field) => (
        <TextField
          key={field.name}
          control={control}
          name={`credentials.${field.name}`}
          label={field.isRequired || isStored ? field.label : `${field.label} (optional)`}
          type={field.name === 'login' ? 'text' : 'password'}
          autoComplete="off"
          spellCheck={false}
          hint={isStored ? 'Leave it empty to keep the stored one.' : undefined}
          required={field.isRequired && !isStored ? `Enter the ${field.label}.` : undefined}
        />
      ))}
    </>
  );
}

/** Daily and monthly limit of a connection. */
export function BudgetFields({ control }: { control: Control<CredentialValues> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="dayBudget"
        label="Budget per day, $ (optional)"
        inputMode="decimal"
        hint="For example 0.50. Empty for no limit."
        check={isDollars}
      />
      <TextField
        control={control}
        name="monthBudget"
        label="Budget per month, $ (optional)"
        inputMode="decimal"
        hint="Calls that would exceed it are not made."
        check={isDollars}
      />
    </div>
  );
}
