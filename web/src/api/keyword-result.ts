import type { Schemas } from './types';

/** 10 %, 50 % and 90 % points of an estimate. */
export type Interval = Schemas['Estimate'];

/** One factor of the product behind every amount. */
export type Factor = Schemas['KeywordEngineFactor'];

export type CurvePoint = Schemas['KeywordEngineCurvePoint'];

export type KeywordTotals = Schemas['KeywordEngineTotals'];

/** Result of the keyword engine's analysis. A run of an older version may have left members out. */
export type KeywordResult = Partial<Schemas['KeywordAnalyseResult']>;
