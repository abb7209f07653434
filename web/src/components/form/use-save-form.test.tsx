import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import { renderAt } from '@/testing/render';
import { CheckListField, TextField } from './fields';
import { Form } from './form';
import { useSaveForm } from './use-save-form';

interface Values {
  name: string;
  cents: string;
  scopes: string[];
}

function refusal(...errors: { pointer: string; detail: string }[]): ApiError {
  return new ApiError('Some fields are wrong', 422, { errors });
}

function Example({ save }: { save: (values: Values) => Promise<unknown> }) {
  const form = useSaveForm<Values, unknown>({
    defaultValues: { name: '', cents: '', scopes: ['read'] },
    save,
    nameOf: (field) => (field === 'amountCents' ? 'cents' : field),
  });
  return (
    <Form form={form}>
      <TextField control={form.control} name="name" label="Name" required="Enter a name." />
      <TextField
        control={form.control}
        name="cents"
        label="Amount"
        check={(typed) => Number(typed) >= 0 || 'Enter an amount.'}
      />
      <CheckListField
        control={form.control}
        name="scopes"
        label="Scopes"
        required="Choose one."
        options={['read', 'write'].map((value) => ({ value, label: value }))}
      />
      <button type="submit">Save</button>
      <output>{form.isDirty ? 'unsaved' : 'stored'}</output>
    </Form>
  );
}

async function typeAndSave(name: string): Promise<void> {
  await userEvent.type(screen.getByLabelText('Name'), name);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

test('invalid_values_are_not_sent_and_the_first_wrong_field_is_focused', async () => {
  const save = vi.fn(async () => ({}));
  renderAt('/', <Example save={save} />);
  await userEvent.type(screen.getByLabelText('Amount'), 'x');
  await userEvent.click(screen.getByLabelText('read'));
  await typeAndSave('   ');
  expect(await screen.findByText('Enter a name.')).toBeInTheDocument();
  expect(screen.getByText('Enter an amount.')).toBeInTheDocument();
  expect(screen.getByText('Choose one.')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter a name.');
  expect(save).not.toHaveBeenCalled();
});

test('refused_fields_show_the_servers_text_under_the_forms_names', async () => {
  const save = vi.fn(() => Promise.reject(refusal({ pointer: '/amountCents', detail: 'Too small' })));
  renderAt('/', <Example save={save} />);
  await typeAndSave('Ada');
  expect(await screen.findByText('Too small')).toBeInTheDocument();
  expect(screen.getByLabelText('Amount')).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
});

test('refusal_of_an_unknown_field_appears_above_the_form', async () => {
  const save = vi.fn(() => Promise.reject(refusal({ pointer: '/elsewhere', detail: 'No' })));
  renderAt('/', <Example save={save} />);
  await typeAndSave('Ada');
  expect(await screen.findByRole('alert')).toHaveTextContent('Some fields are wrong');
});

test('saved_values_count_as_stored_and_later_changes_as_unsaved', async () => {
  renderAt('/', <Example save={async () => ({})} />);
  expect(screen.getByRole('status')).toHaveTextContent('stored');
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  expect(screen.getByRole('status')).toHaveTextContent('unsaved');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('stored'));
  await userEvent.type(screen.getByLabelText('Name'), '!');
  expect(screen.getByRole('status')).toHaveTextContent('unsaved');
});

test('several_wrong_fields_are_listed_with_a_way_to_each', async () => {
  renderAt('/', <Example save={vi.fn()} />);
  await userEvent.type(screen.getByLabelText('Amount'), 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Check 2 fields');
  await userEvent.click(screen.getByRole('button', { name: 'Amount' }));
  expect(screen.getByLabelText('Amount')).toHaveFocus();
  await userEvent.clear(screen.getByLabelText('Amount'));
  await userEvent.type(screen.getByLabelText('Amount'), '5');
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('a_refusal_without_a_field_disappears_when_a_value_is_changed', async () => {
  const save = vi.fn(() => Promise.reject(new ApiError('The store is away', 500)));
  renderAt('/', <Example save={save} />);
  await typeAndSave('Ada');
  expect(await screen.findByRole('alert')).toHaveTextContent('The store is away');
  await userEvent.type(screen.getByLabelText('Amount'), '5');
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(save).toHaveBeenCalledOnce();
});

test('a_refusal_without_a_field_gets_the_focus_and_keeps_what_was_typed', async () => {
  const save = vi.fn(() => Promise.reject(new ApiError('The store is away', 500)));
  renderAt('/', <Example save={save} />);
  await typeAndSave('Ada');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The store is away');
  expect(alert.parentElement).toHaveFocus();
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
});
