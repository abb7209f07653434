import { act } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, vi } from 'vitest';
import { OFFLINE_REASON } from '@/lib/strings';
import { http } from '@/testing/http';
import { HEALTHY, server } from './server';

/** Sets the browser's network status. `vi.restoreAllMocks` ends it. */
export function setOnline(isOnline: boolean): void {
  server.use(http.get('/healthz', () => (isOnline ? HttpResponse.json(HEALTHY) : HttpResponse.error())));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

/** Expects these buttons to require the network, and to explain so. */
export function expectToNeedNetwork(...buttons: HTMLElement[]): void {
  const before = buttons.map((button) => button.getAttribute('title'));
  setOnline(false);
  for (const button of buttons) {
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute('title', OFFLINE_REASON);
  }
  setOnline(true);
  expect(buttons.map((button) => button.getAttribute('title'))).toEqual(before);
  vi.restoreAllMocks();
}
