/** Classes that turn the rows of a table into cards on phones. */
export const CARD_ROW =
  'max-md:grid max-md:grid-cols-2 max-md:gap-x-5 max-md:gap-y-3 max-md:border-b max-md:border-border max-md:p-4 max-md:last:border-b-0';
export const CARD_CELL = 'align-top max-md:block max-md:border-0 max-md:p-0 max-md:text-left';
export const WHOLE_LINE = `${CARD_CELL} max-md:col-span-2`;
export const NAMED_CELL = `${CARD_CELL} max-md:before:block max-md:before:text-xs max-md:before:font-normal max-md:before:text-muted-foreground max-md:before:content-[attr(data-name)]`;
