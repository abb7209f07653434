import { Fragment, type ReactNode } from 'react';

/** Renders items that have no identity and never move, such as the lines of a comparison; their position is their key. */
export function InOrder<T>({
  items,
  children,
}: {
  items: readonly T[];
  children: (item: T, index: number) => ReactNode;
}): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
  return items.map((item, index) => <Fragment key={index}>{children(item, index)}</Fragment>);
}
