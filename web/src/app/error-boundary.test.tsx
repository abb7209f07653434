import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary';

let broken = true;

function Screen() {
  if (broken) throw new Error('the screen is broken');
  return <p>All is well</p>;
}

beforeEach(() => {
  broken = true;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('a screen that fails', () => {
  it('becomes the error screen, and comes back with Try Again', async () => {
    render(
      <ErrorBoundary>
        <Screen />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Home' })).toBeInTheDocument();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByText('All is well')).toBeInTheDocument();
  });

  it('does not hold the next page back', () => {
    const view = render(
      <ErrorBoundary resetKey="/a">
        <Screen />
      </ErrorBoundary>,
    );
    broken = false;
    view.rerender(
      <ErrorBoundary resetKey="/b">
        <Screen />
      </ErrorBoundary>,
    );
    expect(screen.getByText('All is well')).toBeInTheDocument();
  });
});
