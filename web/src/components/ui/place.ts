import { type RefObject, useLayoutEffect } from 'react';

/** Distance to the edges of the window, in px. */
const MARGIN = 8;

type Align = 'start' | 'center' | 'end';

/** Puts a fixed `panel` below `anchor`, or above it where there is no room below, and keeps it in the window. */
export function place(panel: HTMLElement, anchor: HTMLElement, align: Align, gap: number): void {
  const from = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const left = { start: from.left, center: from.left + (from.width - width) / 2, end: from.right - width }[align];
  const below = from.bottom + gap;
  const above = from.top - gap - height;
  const isBelow = below + height <= window.innerHeight - MARGIN || above < MARGIN;
  panel.style.left = `${clamp(left, window.innerWidth - MARGIN - width)}px`;
  panel.style.top = `${clamp(isBelow ? below : above, window.innerHeight - MARGIN - height)}px`;
}

function clamp(value: number, limit: number): number {
  return Math.max(MARGIN, Math.min(value, limit));
}

/** Keeps a fixed panel at its anchor while the page scrolls and the window changes its size. */
export function usePlaced(
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  { align, gap }: { align: Align; gap: number },
): void {
  useLayoutEffect(() => {
    const put = () => {
      if (panel.current && anchor.current) place(panel.current, anchor.current, align, gap);
    };
    put();
    window.addEventListener('resize', put);
    window.addEventListener('scroll', put, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', put);
      window.removeEventListener('scroll', put, { capture: true });
    };
  }, [panel, anchor, align, gap]);
}
