import { type RefObject, useEffect } from 'react';

/** Scrolls a strip of tabs or links sideways until the active one is visible, after each render of its owner. */
export function useActiveInView(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const strip = ref.current;
    const active = strip?.querySelector('[data-state="active"], [aria-current="page"]');
    if (!strip || !active) return;
    const [outer, inner] = [strip.getBoundingClientRect(), active.getBoundingClientRect()];
    if (inner.left >= outer.left && inner.right <= outer.right) return;
    strip.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  });
}
