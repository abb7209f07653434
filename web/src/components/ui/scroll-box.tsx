import type { ComponentProps } from 'react';

/** A box that scrolls: its label names it, and it can be reached and moved by keyboard. */
export function ScrollBox({ label, ...rest }: Omit<ComponentProps<'section'>, 'aria-label'> & { label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
  return <section aria-label={label} tabIndex={0} {...rest} />;
}
