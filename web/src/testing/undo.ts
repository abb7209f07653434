import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Clicks "Undo" in the visible message, which accepts clicks after a short delay. */
export async function pressUndo(): Promise<void> {
  const button = await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => userEvent.click(button));
}
