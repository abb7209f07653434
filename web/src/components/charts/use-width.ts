import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of an element in pixels, updated on resize; `initial` before the first measurement. */
export function useWidth(ref: RefObject<HTMLElement | null>, initial = 720): number {
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
