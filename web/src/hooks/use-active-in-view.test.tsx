import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { useActiveInView } from './use-active-in-view';

const box = (left: number, width: number) => new DOMRect(left, 0, width, 40);

function Strip() {
  const ref = useRef<HTMLElement>(null);
  useActiveInView(ref);
  return (
    <nav ref={ref}>
      <a href="/a">A</a>
      <a href="/b" aria-current="page">
        B
      </a>
    </nav>
  );
}

/** Renders the strip, 300 px wide, with its active link `left` px from its start. */
function scrolledFor(left: number): number {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'NAV' ? box(16, 300) : box(16 + left, 80);
  });
  render(<Strip />);
  return screen.getByRole('navigation').scrollLeft;
}

test('active_link_outside_of_the_strip_is_scrolled_to_its_middle', () => {
  expect(scrolledFor(400)).toBe(290);
});

test('visible_active_link_leaves_the_strip_where_it_is', () => {
  expect(scrolledFor(100)).toBe(0);
});
