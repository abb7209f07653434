import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum number of presses to reach everything. */
const MOST_TABS = 80;

/** Goes on by Tab until `target` has the focus; on its way the focus can always be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(focusShows), 'the focus cannot be seen').toEqual([]);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`not reached within ${MOST_TABS} presses of Tab`);
}

/** Returns the focused element if it has no visible focus indicator. */
function focusShows(): string[] {
  const at = document.activeElement;
  if (!at || at === document.body) return [];
  const isMarked = (element: Element) => {
    const { outlineStyle, outlineWidth, boxShadow, strokeWidth } = getComputedStyle(element);
    // A shape of a drawing has a thicker edge than its neighbours instead of an outline.
    const other = element instanceof SVGElement ? element.parentElement?.querySelector(':scope > :not(:focus)') : null;
    const edge = (width: string) => Number.parseFloat(width) || 0;
    const hasEdge = other && edge(strokeWidth) >= edge(getComputedStyle(other).strokeWidth) + 1;
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' || Boolean(hasEdge);
  };
  return isMarked(at) || (at.parentElement && isMarked(at.parentElement)) ? [] : [at.outerHTML.slice(0, 200)];
}
