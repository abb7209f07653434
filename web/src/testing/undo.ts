import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Presses "Undo" of the message in sight. A message takes clicks a moment after it is there. */
export async function pressUndo(): Promise<void> {
  const button = await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => userEvent.click(button));
}
