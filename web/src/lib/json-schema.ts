/** Form fields read out of a JSON schema of parameters (draft 2020-12, an object of plain properties). */

export interface FormOption {
  value: string;
  label: string;
  help: string | null;
}

export interface FormField {
  name: string;
  label: string;
  help: string | null;
  kind: 'number' | 'integer' | 'money' | 'percent' | 'text' | 'flag' | 'choice' | 'numbers' | 'texts';
  minimum: number | null;
  maximum: number | null;
  /** Default of the server; null if it has none. */
  fallback: unknown;
  /** True where `fallback` is a setting of the website. */
  isFromWebsite?: boolean;
  options: FormOption[];
}

type Schema = Record<string, unknown>;

/** Typed texts by field; an empty text means the server's default. */
export type FormValues = Record<string, string>;

/** Fields of an object schema, in its order. Properties of a shape that no field can show are left out. */
export function formFields(schema: Schema): FormField[] {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = toField(name, resolve(property, schema));
    return field ? [field] : [];
  });
}

/** Replaces the defaults of fields with the website's settings of the same name. */
export function withWebsiteSettings(fields: FormField[], settings: object | null | undefined): FormField[] {
  const known = (settings ?? {}) as Record<string, unknown>;
  return fields.map((field) => {
    const value = known[field.name];
    const isSet = value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
    return isSet ? { ...field, fallback: value, isFromWebsite: true } : field;
  });
}

/** Resolves `$ref` and single `allOf`, keeps sibling keywords, and removes the null of optional fields. */
function resolve(property: Schema, root: Schema): Schema {
  const single = Array.isArray(property.allOf) && property.allOf.length === 1 ? (property.allOf[0] as Schema) : null;
  const choices = (property.anyOf ?? null) as Schema[] | null;
  const other = choices?.filter((choice) => choice.type !== 'null');
  if (other?.length === 1 && other[0]) return { ...resolve(other[0], root), ...property, anyOf: undefined };
  if (single) return { ...resolve(single, root), ...property, allOf: undefined };
  if (typeof property.$ref !== 'string') return property;
  const target = property.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Schema | undefined)?.[key], root);
  const { title: _title, ...found } = resolve((target ?? {}) as Schema, root);
  return { ...found, ...property, $ref: undefined };
}

function typeOf(property: Schema): string | null {
  const { type } = property;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return (type.find((each) => each !== 'null') as string | undefined) ?? null;
  return null;
}

function optionsOf(property: Schema): FormOption[] {
  const consts = (property.oneOf ?? []) as Schema[];
  const fromConst = consts
    .filter((each) => typeof each.const === 'string')
    .map((each) => option(String(each.const), typeof each.description === 'string' ? each.description : null));
  const listed = [property, ...consts].flatMap((each) => (each.enum ?? []) as unknown[]);
  return [...listed.filter((each) => typeof each === 'string').map((each) => option(each, null)), ...fromConst];
}

function option(value: string, help: string | null): FormOption {
  const words = value.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return { value, label: words.charAt(0).toUpperCase() + words.slice(1).toLowerCase(), help };
}

function kindOf(name: string, property: Schema, options: FormOption[]): FormField['kind'] | null {
  if (options.length > 0) return 'choice';
  const type = typeOf(property);
  if (type === 'boolean') return 'flag';
  if (type === 'string') return 'text';
  if (type === 'array') {
    const item = typeOf((property.items ?? {}) as Schema);
    return item === 'number' || item === 'integer' ? 'numbers' : item === 'string' ? 'texts' : null;
  }
  if (type !== 'number' && type !== 'integer') return null;
  if (name.endsWith('Cents')) return 'money';
  const maximum = property.maximum;
  if (/(Rate|Share)$/.test(name) && typeof maximum === 'number' && maximum <= 1) return 'percent';
  return type;
}

function toField(name: string, property: Schema): FormField | null {
  const options = optionsOf(property);
  const kind = kindOf(name, property, options);
  if (!kind) return null;
  const title = typeof property.title === 'string' ? property.title : option(name, null).label;
  return {
    name,
    kind,
    label: title.replace(/ \(cents\)$/, ''),
    help: typeof property.description === 'string' ? property.description.replace(', in cents', '') : null,
    minimum: scaled(kind, property.minimum),
    maximum: scaled(kind, property.maximum),
    fallback: property.default ?? null,
    options,
  };
}

/** Money is shown in units of the currency and kept in cents; percentages are shown times a hundred. */
function scale(kind: FormField['kind']): number {
  if (kind === 'money') return 0.01;
  return kind === 'percent' ? 100 : 1;
}

function scaled(kind: FormField['kind'], value: unknown): number | null {
  return typeof value === 'number' ? tidy(value * scale(kind)) : null;
}

/** Takes away the dust of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** How the server's own value reads in the field; empty when it has none. */
export function fallbackText(field: FormField): string {
  const { fallback } = field;
  if (fallback === null || fallback === undefined) return '';
  if (Array.isArray(fallback)) return fallback.join(', ');
  if (typeof fallback === 'number') return String(scaled(field.kind, fallback));
  return String(fallback);
}

/** Returns true for values that only the user can know, for which the server has no default. */
export function isOwnKnowledge(field: FormField): boolean {
  return (
    field.isFromWebsite || field.fallback === null || (Array.isArray(field.fallback) && field.fallback.length === 0)
  );
}

function numberIn(field: FormField, text: string): number | string {
  const value = Number(text.replaceAll(/[$,\s]/g, ''));
  if (!Number.isFinite(value)) return 'Enter a number';
  if (field.kind === 'integer' && !Number.isInteger(value)) return 'Enter a whole number';
  if (field.kind !== 'numbers') {
    if (field.minimum !== null && value < field.minimum) return `At least ${field.minimum}`;
    if (field.maximum !== null && value > field.maximum) return `At most ${field.maximum}`;
  }
  return tidy(value / scale(field.kind));
}

function readField(field: FormField, text: string): { value: unknown } | { error: string } {
  switch (field.kind) {
    case 'text':
    case 'choice':
      return { value: text };
    case 'flag':
      return { value: text === 'true' };
    case 'texts':
      return { value: parts(text) };
    case 'numbers': {
      const values = parts(text).map((part) => numberIn(field, part));
      const wrong = values.find((value) => typeof value === 'string');
      return wrong === undefined ? { value: values } : { error: String(wrong) };
    }
    default: {
      const value = numberIn(field, text);
      return typeof value === 'string' ? { error: value } : { value };
    }
  }
}

function parts(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Returns the filled parameters to send. `errors` by field name. */
export function readForm(
  fields: readonly FormField[],
  values: FormValues,
): { parameters: Record<string, unknown>; errors: Record<string, string> } {
  const parameters: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const text = values[field.name]?.trim() ?? '';
    if (text === '') continue;
    const read = readField(field, text);
    if ('error' in read) errors[field.name] = read.error;
    else parameters[field.name] = read.value;
  }
  return { parameters, errors };
}
