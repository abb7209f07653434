import { expect, it } from 'vitest';
import { plannedScreen } from '@/features/planned/planned-screens';
import { PLANNED_PATHS } from './planned-routes';

it.each(PLANNED_PATHS)('/%s names its planned content', (path) => {
  expect(plannedScreen(`/${path}`)?.filledBy).toMatch(/^Data from /);
});

it('an unknown address is not made up', () => {
  expect(plannedScreen('/dominator/nothing')).toBeNull();
});
