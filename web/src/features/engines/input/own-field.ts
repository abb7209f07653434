/** Part of the input from a field, or its error. */
export type Read = { input: Record<string, unknown> } | { error: string };

/** A field for data that only the user has, typed or read from a file. */
export interface OwnField {
  name: string;
  label: string;
  help?: string;
  kind: 'text' | 'long' | 'date' | 'number' | 'choice' | 'flag' | 'file';
  options?: readonly { value: string; label: string }[];
  /** Whether the action requires it. */
  isRequired?: boolean;
  placeholder?: string;
  /** File to fill in, with its name. */
  template?: { name: string; text: string };
  read: (text: string) => Read;
}

export type OwnValues = Record<string, string>;

/** The field of the whole input as JSON, which every action has. */
export const JSON_FIELD = 'json';

/** Builds the input from the filled fields, overridden by the JSON. Errors by field. */
export function gather(fields: readonly OwnField[], values: OwnValues) {
  const input: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const text = values[field.name]?.trim() ?? '';
    if (text === '') {
      if (field.isRequired && !values[JSON_FIELD]?.trim()) errors[field.name] = 'This field is required';
      continue;
    }
    const read = field.read(text);
    if ('error' in read) errors[field.name] = read.error;
    else merge(input, read.input);
  }
  const whole = readJson(values[JSON_FIELD]?.trim() ?? '');
  if ('error' in whole) errors[JSON_FIELD] = whole.error;
  else merge(input, whole.input);
  return { input, errors };
}

function readJson(text: string): Read {
  if (text === '') return { input: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (isPlain(value)) return { input: value };
    return { error: 'Enter one JSON object in braces' };
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'This is not valid JSON' };
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Merges objects recursively. */
function merge(target: Record<string, unknown>, over: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(over)) {
    const own = target[key];
    if (isPlain(own) && isPlain(value)) {
      const both = { ...own };
      merge(both, value);
      target[key] = both;
    } else target[key] = value;
  }
}
