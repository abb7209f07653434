import { expect, type Page } from '@playwright/test';

/** A page moves at most this much while it loads: the sum of its layout shifts. */
const SHIFT_LIMIT = 0.02;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Records layout shifts of a page from its start. */
function watchShifts(): void {
  const shifts: { value: number; moved: string[] }[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : 'text'));
      if (!hadRecentInput) shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens `path` and expects that what is shown stays where it is. */
export async function expectStill(page: Page, path: string): Promise<void> {
  await page.addInitScript(watchShifts);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByLabel('Loading')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts,
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${path} moved: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(SHIFT_LIMIT);
}
