/** Classes that turn the cells of a table into parts of cards on phones; a row adds its own grid. */
export const CARD_CELL = 'max-md:block max-md:border-0 max-md:p-0 max-md:text-left';

/** A cell with its heading, `data-name`, above its value. */
export const NAMED_CELL = `${CARD_CELL} max-md:before:block max-md:before:text-xs max-md:before:font-normal max-md:before:text-muted-foreground max-md:before:content-[attr(data-name)]`;

/** A row of three named cells in a line, under cells of the whole line. */
export const CARD_ROW = 'max-md:grid max-md:grid-cols-3 max-md:gap-x-5 max-md:gap-y-3 max-md:p-4';
export const WHOLE_LINE = `${CARD_CELL} max-md:col-span-3`;
