import { expect, test } from 'vitest';
import { COMPONENT_LINES, FUNCTION_LINES, longFunctions } from './check-lengths.mjs';

const lines = (count: number) => '  call();\n'.repeat(count);
const names = (source: string) => longFunctions('a.tsx', source).map(({ name }) => name);

test('function_over_its_limit_is_reported_with_its_line_and_length', () => {
  const source = `const a = 1;\nfunction long() {\n${lines(FUNCTION_LINES - 1)}}\n`;
  expect(longFunctions('a.ts', source)).toEqual([
    { line: 2, name: 'long', lines: FUNCTION_LINES + 1, limit: FUNCTION_LINES },
  ]);
});

test('functions_at_their_limit_are_not_reported', () => {
  expect(names(`function f() {\n${lines(FUNCTION_LINES - 2)}}\n`)).toEqual([]);
  expect(names(`function Page() {\n${lines(COMPONENT_LINES - 3)}  return <p />;\n}\n`)).toEqual([]);
});

test('components_have_the_longer_limit_and_other_functions_do_not', () => {
  const body = `${lines(COMPONENT_LINES - 1)}  return <p />;\n`;
  expect(names(`function Page() {\n${body}}\n`)).toEqual(['Page']);
  expect(names(`const Page = () => {\n${body}};\n`)).toEqual(['Page']);
  expect(names(`function useForm() {\n${lines(FUNCTION_LINES)}}\n`)).toEqual(['useForm']);
});

test('methods_and_callbacks_are_measured_too', () => {
  expect(names(`class A {\n  m() {\n${lines(FUNCTION_LINES)}  }\n}\n`)).toEqual(['m']);
  expect(names(`run(() => {\n${lines(FUNCTION_LINES)}});\n`)).toEqual(['anonymous function']);
});
