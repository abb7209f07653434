import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { patchChannel, resetLive, useLive } from '@/lib/live/store';
import { setOnline } from '@/testing/network';
import { renderAt } from '@/testing/render';
import { ConnectionChip } from './connection-chip';

beforeEach(() => {
  resetLive();
  useLive.setState({ available: true });
});

test('connection_chip_shows_the_state_and_links_to_the_settings', () => {
  renderAt('/dashboard', <ConnectionChip />);
  const chip = screen.getByRole('link');
  expect(chip).toHaveTextContent(/^Off$/);
  expect(chip).toHaveAttribute('href', '/settings?tab=live');
  const states = [
    [{ connecting: true }, 'Connecting'],
    [{ connecting: false, connected: true }, 'Live'],
    [{ connected: false, reconnecting: true, reconnectAttempts: 3 }, 'Reconnecting 3/10'],
    [{ reconnecting: false, error: 'Connection lost' }, 'Off'],
  ] as const;
  for (const [change, text] of states) {
    act(() => patchChannel('engine', change));
    expect(chip.textContent).toBe(text);
  }
  act(() => patchChannel('engine', { connected: true }));
  act(() => useLive.setState({ available: false }));
  expect(chip.textContent).toBe('Off');
});

test('chip_is_not_live_while_the_browser_is_offline', () => {
  renderAt('/dashboard', <ConnectionChip />);
  act(() => patchChannel('engine', { connected: true }));
  const chip = screen.getByRole('link');
  expect(chip).toHaveTextContent(/^Live$/);
  setOnline(false);
  expect(chip).toHaveTextContent(/^Offline$/);
  setOnline(true);
  expect(chip).toHaveTextContent(/^Live$/);
});
