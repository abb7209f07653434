import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { cachedUser, tokenStorage } from '@/lib/session/token-storage';
import { renderAt } from '@/testing/render';
import { TextField } from './fields';
import { Form } from './form';
import { useSaveForm } from './use-save-form';

function Example() {
  const form = useSaveForm({ defaultValues: { place: '', trade: 'Roofing', password: '' }, save: async () => ({}) });
  return (
    <Form form={form}>
      <TextField control={form.control} name="place" label="Place" />
      <TextField control={form.control} name="trade" label="Trade" />
      <TextField control={form.control} name="password" label="Password" />
    </Form>
  );
}

function signIn(id: string): void {
  tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
  cachedUser.write(JSON.stringify({ id }));
}

async function typeUntil(end: () => void): Promise<void> {
  signIn('u1');
  const { unmount } = renderAt('/', <Example />);
  await userEvent.type(screen.getByLabelText('Place'), 'Austin');
  await userEvent.type(screen.getByLabelText('Password'), 'hunter2');
  end();
  unmount();
}

test('values_typed_before_the_session_ended_are_back_for_the_same_user_but_no_secret_is', async () => {
  await typeUntil(() => tokenStorage.clear());
  signIn('u1');
  renderAt('/', <Example />);
  expect(screen.getByLabelText('Place')).toHaveValue('Austin');
  expect(screen.getByLabelText('Trade')).toHaveValue('Roofing');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Austin');
});

test('another_user_gets_none_of_them', async () => {
  await typeUntil(() => tokenStorage.clear());
  signIn('u2');
  renderAt('/', <Example />);
  expect(screen.getByLabelText('Place')).toHaveValue('');
});

test('form_that_is_left_while_signed_in_keeps_nothing', async () => {
  await typeUntil(() => {});
  renderAt('/', <Example />);
  expect(screen.getByLabelText('Place')).toHaveValue('');
});
