import { expect, test } from 'vitest';
import type { EngineId } from '@/api/types';
import { anEngine } from '@/testing/records';
import { inOrder } from './engines-panel';
import { uptime } from './health-strip';

test('uptime shows its two greatest units', () => {
  expect([7, 61, 3_600, 93_600, 864_000].map(uptime)).toEqual(['7 s', '1 min', '1 h', '1 d 2 h', '10 d']);
});

test('known engines keep their order, unknown ones follow', () => {
  const ids = ['unheard', 'local', 'keyword', 'causal'].map((id) => anEngine({ id: id as EngineId }));
  expect(inOrder(ids).map((engine) => engine.id)).toEqual(['keyword', 'causal', 'local', 'unheard']);
});
