import type { Json, JsonObject } from '@/components/engines/result/value';

/** Members of results, read with a look at what they are: a result of an older version may lack some. */

export function objectAt(result: JsonObject, key: string): JsonObject | null {
  const value = result[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}

export function rowsAt(result: JsonObject, key: string): JsonObject[] {
  return listAt(result, key).filter(
    (each): each is JsonObject => typeof each === 'object' && each !== null && !Array.isArray(each),
  );
}

export function listAt(result: JsonObject, key: string): Json[] {
  const value = result[key];
  return Array.isArray(value) ? value : [];
}

export function numberAt(result: JsonObject | null, key: string): number | null {
  const value = result?.[key];
  return typeof value === 'number' ? value : null;
}

export function textAt(result: JsonObject | null, key: string): string {
  const value = result?.[key];
  return typeof value === 'string' ? value : '';
}

/** The currency of a result's amounts; results of older versions knew dollars alone. */
export function currencyOf(result: JsonObject): string {
  return textAt(result, 'currency') || 'USD';
}

/** Figures of a list; what is none is null. */
export function figuresAt(result: JsonObject, key: string): (number | null)[] {
  return listAt(result, key).map((each) => (typeof each === 'number' ? each : null));
}

export function textsAt(result: JsonObject, key: string): string[] {
  return listAt(result, key).filter((each): each is string => typeof each === 'string');
}
