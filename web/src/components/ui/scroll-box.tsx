import type { ComponentProps } from 'react';

/** A scrollable box with a label, reachable and scrollable by keyboard. */
export function ScrollBox({ label, ...rest }: Omit<ComponentProps<'section'>, 'aria-label'> & { label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
  return <section aria-label={label} tabIndex={0} {...rest} />;
}
