import type { Schemas } from './types';

type Results = Schemas['EngineActionResults'];

/** An action of an engine, such as `pattern.change-points`. */
export type ActionKey = keyof Results;

/** A result with members of computed names, without their index signature: the other members keep their own types. */
type NamedMembers<Result> = Result extends infer Named & { [key: string]: number[] } ? Named : Result;

/** Seasonal components of a decomposition: one, or one for each period. */
export interface Seasons {
  seasonal?: number[];
  [period: `seasonal_${number}`]: number[];
}

interface Narrowed {
  'pattern.decompose': NamedMembers<Results['pattern.decompose']> & Seasons;
}

/** The result of an action, as the current version of its engine writes it. */
export type ActionResult<Key extends ActionKey> = (Omit<Results, keyof Narrowed> & Narrowed)[Key];

/** Parameters of an action; the server fills in the defaults of those left out. */
export type ActionParameters<Key extends ActionKey> = Partial<Schemas['EngineActionParameters'][Key]>;

/**
 * Types a result by the engine and action of its run. This is the only cast: the server writes the result by the same
 * schema, which lists every action. A result stored by an older version of an engine may lack newer members, so its
 * readers render inside `PlotBoundary` or read a `Partial`.
 */
export function typedResult<Key extends ActionKey>(_key: Key, result: unknown): ActionResult<Key> {
  return result as ActionResult<Key>;
}
