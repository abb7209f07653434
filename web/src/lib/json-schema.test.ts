import { describe, expect, test } from 'vitest';
import { fallbackText, formFields, isOwnKnowledge, readForm } from './json-schema';

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Keyword engine parameters',
  type: 'object',
  properties: {
    valuePerLeadCents: {
      title: 'Value per lead (cents)',
      description: 'What one lead is worth to you, in cents.',
      type: ['number', 'null'],
      minimum: 1,
      maximum: 100_000_000,
      default: null,
    },
    conversionRate: { title: 'Conversion rate', type: ['number', 'null'], minimum: 0.0001, maximum: 1, default: null },
    ctrCurve: { $ref: '#/$defs/CtrCurveChoice', title: 'Published curve', default: 'auto' },
    serpOverlap: { title: 'Shared results', type: 'integer', minimum: 1, maximum: 10, default: 4 },
    ctrPercentByPosition: { type: ['array', 'null'], items: { type: 'number' }, default: null },
    brandTerms: { title: 'Brand terms', type: 'array', items: { type: 'string' }, default: [] },
    nested: { type: 'object' },
  },
  $defs: {
    CtrCurveChoice: {
      title: 'CtrCurveChoice',
      oneOf: [
        { type: 'string', const: 'auto', description: 'Chosen by result page.' },
        { type: 'string', const: 'localPack' },
      ],
    },
  },
};

const fields = formFields(SCHEMA);
const field = (name: string) => {
  const found = fields.find((each) => each.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};

describe('fields of a schema', () => {
  test('keep their order, and leave out what no field can show', () => {
    expect(fields.map((each) => each.name)).toEqual([
      'valuePerLeadCents',
      'conversionRate',
      'ctrCurve',
      'serpOverlap',
      'ctrPercentByPosition',
      'brandTerms',
    ]);
  });

  test('money is asked for in units of the currency, with its limits', () => {
    expect(field('valuePerLeadCents')).toMatchObject({
      kind: 'money',
      label: 'Value per lead',
      help: 'What one lead is worth to you.',
      minimum: 0.01,
      maximum: 1_000_000,
    });
  });

  test('schema_reference_keeps_its_title_and_choices', () => {
    expect(field('ctrCurve')).toMatchObject({ kind: 'choice', label: 'Published curve', fallback: 'auto' });
    expect(field('ctrCurve').options).toEqual([
      { value: 'auto', label: 'Auto', help: 'Chosen by result page.' },
      { value: 'localPack', label: 'Local pack', help: null },
    ]);
  });

  test('fields_separate_user_knowledge_from_method_settings', () => {
    expect(fields.filter(isOwnKnowledge).map((each) => each.name)).toEqual([
      'valuePerLeadCents',
      'conversionRate',
      'ctrPercentByPosition',
      'brandTerms',
    ]);
    expect(fallbackText(field('serpOverlap'))).toBe('4');
    expect(fallbackText(field('conversionRate'))).toBe('');
  });
});

describe('what people typed', () => {
  test('is sent in the units of the server, and only where it was filled in', () => {
    const values = { valuePerLeadCents: '1,250.50', conversionRate: '7', serpOverlap: '', brandTerms: 'acme, acme co' };
    expect(readForm(fields, values)).toEqual({
      parameters: { valuePerLeadCents: 125_050, conversionRate: 0.07, brandTerms: ['acme', 'acme co'] },
      errors: {},
    });
  });

  test('is refused outside its limits, in the units it was typed in', () => {
    const values = { conversionRate: '140', serpOverlap: '2.5', ctrPercentByPosition: '28, x' };
    expect(readForm(fields, values)).toEqual({
      parameters: {},
      errors: {
        conversionRate: 'At most 100',
        serpOverlap: 'Enter a whole number',
        ctrPercentByPosition: 'Enter a number',
      },
    });
  });
});
