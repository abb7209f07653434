import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '@/api/types';
import { resetLive } from '@/lib/live/store';
import { useTheme } from '@/lib/theme';
import { FALLBACK_THEME } from '@/lib/themes/presets';
import { useThemes } from '@/lib/themes/store';
import { http } from '@/testing/http';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls, signIn } from '@/testing/session';
import SettingsPage from '../page';

const open = () => renderAt('/settings?tab=appearance', <SettingsPage />);

beforeEach(resetLive);

describe('appearance', () => {
  it('theme_from_page_shows_when_the_server_has_disabled_it', async () => {
    signIn();
    recordCalls('post', '/api/themes/extract', () => problem(501, 'off'));
    open();
    await userEvent.type(await screen.findByLabelText('Theme from a page'), 'https://example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Create theme' }));
    expect(await screen.findByText('Theme ripper not implemented yet')).toBeInTheDocument();
  });

  const page = {
    palette: [],
    mended: [],
    ownSets: ['light'],
    source: { url: 'https://x/', host: 'x', sheets: 2, skipped: [] },
  };

  async function read(run: Partial<Run>, result: Record<string, unknown> = {}) {
    signIn();
    const asked = recordCalls('post', '/api/themes/extract', () =>
      ok({ run: aRun({ id: 't1', kind: 'theme', engineId: null, status: 'queued' }) }),
    );
    server.use(
      http.get('/api/runs/t1', () => ok({ run: aRun({ id: 't1', kind: 'theme', engineId: null, ...run }) })),
      http.get('/api/runs/t1/result', () => ok({ run: aRun(), result })),
    );
    open();
    await userEvent.type(await screen.findByLabelText('Theme from a page'), 'example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Create theme' }));
    return asked;
  }

  it('theme_from_page_shows_the_progress_of_its_run', async () => {
    const progress = { percent: 40, stage: 'style sheets', message: '/main.css' };
    const asked = await read({ status: 'running', progress });
    expect(await screen.findByText('Style sheets: /main.css', undefined, { timeout: 4000 })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
    expect(asked).toEqual([{ url: 'example.com' }]);
  });

  it('theme_from_page_shows_why_the_run_failed', async () => {
    const detail = 'Neither the page nor its style sheets name a colour.';
    await read({ status: 'failed', error: { type: 'no-colours', detail } });
    expect(await screen.findByText(detail, undefined, { timeout: 4000 })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
  });

  it('shows, tries on and keeps the theme of a page', async () => {
    const mended = [{ set: 'light', role: 'primary', from: '#ffd700', to: '#a08000' }];
    const palette = [{ colour: '#ffd700', part: 'button', uses: 3 }];
    const theme = { ...FALLBACK_THEME, name: 'Northwind', customCSS: '} body { display: none' };
    await read({ status: 'succeeded' }, { ...page, theme, mended, palette });
    const card = within(await screen.findByRole('region', { name: 'Theme from the page' }, { timeout: 4000 }));
    expect(card.getByText('From x: 2 style sheets read.')).toBeInTheDocument();
    expect(card.getByText('#ffd700')).toBeInTheDocument();
    expect(card.getByText(/#ffd700 became #a08000/)).toBeInTheDocument();
    await userEvent.click(card.getByRole('button', { name: 'Preview' }));
    expect(useTheme.getState().preview).not.toBeNull();
    await userEvent.click(card.getByRole('button', { name: 'Save theme' }));
    expect(useTheme.getState().preview).toBeNull();
    expect(screen.queryByRole('region', { name: 'Theme from the page' })).not.toBeInTheDocument();
    const kept = useThemes.getState().custom.find(({ name }) => name === 'Northwind');
    expect(kept).toMatchObject({ category: 'imported' });
    expect(kept?.customCSS).toBeUndefined();
  });

  it('does not take what is no theme from the server', async () => {
    await read({ status: 'succeeded' }, { ...page, theme: { name: 'x' } });
    expect(await screen.findByText('Invalid theme data', undefined, { timeout: 4000 })).toBeInTheDocument();
  });

  it('refuses a file that is no theme', async () => {
    signIn();
    open();
    await userEvent.upload(
      await screen.findByLabelText('Theme file'),
      new File(['{}'], 'x.json', { type: 'application/json' }),
    );
    expect((await screen.findAllByText('Invalid theme data')).length).toBeGreaterThan(0);
  });

  it('edits a copy, warns of poor contrast, mends it, and refuses unsafe CSS', async () => {
    signIn();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Random theme' }));
    expect(await screen.findByText('All color pairs have sufficient contrast.')).toBeInTheDocument();
    const text = screen.getByLabelText('Foreground');
    await userEvent.clear(text);
    await userEvent.type(text, '#222222');
    expect(await screen.findByText(/with low contrast/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Fix contrast' }));
    expect(await screen.findByText('All color pairs have sufficient contrast.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Custom CSS'), '@import "x";');
    expect(await screen.findByText(/@import is not allowed/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save theme' })).toBeDisabled();
    await userEvent.clear(screen.getByLabelText('Custom CSS'));
    await userEvent.click(screen.getByRole('button', { name: 'Save theme' }));
    expect(await screen.findByRole('button', { name: /Use Random 0°/ })).toBeInTheDocument();
    vi.mocked(Math.random).mockRestore();
  });
});
