import type { ActionParameters, ActionResult } from './engine-results';

/** The result of a keyword analysis. A result of an older version may lack any part. */
export type KeywordResult = Partial<ActionResult<'keyword.analyse'>>;

/** Name of a parameter of the keyword analysis. */
export type KeywordParameter = keyof ActionParameters<'keyword.analyse'>;

/** One factor of the product behind every amount. */
export type Factor = ActionResult<'keyword.analyse'>['factors'][number];
