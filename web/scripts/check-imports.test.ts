import { describe, expect, it } from 'vitest';
import { importsOf, objection } from './check-imports.mjs';

describe('import arrows', () => {
  it.each([
    ['features/a/page.tsx', 'components/ui/button', null],
    ['features/a/page.tsx', 'features/a/part', null],
    ['features/a/page.tsx', 'features/b/part', 'a feature imports a feature'],
    ['lib/x.ts', 'api/client', 'lib imports api'],
    ['components/ui/x.tsx', 'features/a/page', 'components imports features'],
    ['api/client.ts', 'testing/server', 'product code imports a test helper'],
    ['api/client.test.tsx', 'testing/server', null],
    ['main.tsx', 'app/app', null],
  ])('%s -> %s', (from, to, why) => expect(objection(from, to)).toBe(why));

  it('finds static, side-effect, dynamic and relative imports', () => {
    const source =
      "import { a } from '@/lib/a';\nimport '@/styles/b.css';\nconst c = import('../d');\nimport e from 'e';";
    expect(importsOf('features/a/page.tsx', source)).toEqual(['lib/a', 'styles/b.css', 'features/d']);
  });
});
