import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';

const DESCRIPTION = new URL('../../../api/openapi.json', import.meta.url);
const GENERATED = fileURLToPath(new URL('./schema.gen.ts', import.meta.url));

it('schema.gen.ts matches api/openapi.json', { timeout: 30_000 }, async () => {
  const expected = astToString(await openapiTS(DESCRIPTION, { emptyObjectsUnknown: true, defaultNonNullable: false }));
  // The generator's command line adds a comment to the output of its library.
  expect(readFileSync(GENERATED, 'utf8').endsWith(expected), 'run npm run gen and commit what it writes').toBe(true);
});
