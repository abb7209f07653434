import { describe, expect, it } from 'vitest';
import { engineChannelUri, liveBase, realtimeOrigin } from './address';

const ORIGIN = 'https://lode.example';

describe('addresses of the live channels', () => {
  it.each([
    ['wss://live.example', 'wss://live.example/ws?token=t', 'https://live.example'],
    ['http://127.0.0.1:3000', 'ws://127.0.0.1:3000/ws?token=t', 'http://127.0.0.1:3000'],
    ['ws://127.0.0.1:5001/ws', 'ws://127.0.0.1:5001/ws?token=t', 'http://127.0.0.1:5001'],
    ['/ws', 'wss://lode.example/ws?token=t', 'https://lode.example'],
    ['https://lode.example', 'wss://lode.example/ws?token=t', 'https://lode.example'],
    ['http://lode.example', 'wss://lode.example/ws?token=t', 'https://lode.example'],
  ])('%s', (setting, uri, origin) => {
    const base = liveBase(setting, ORIGIN);
    if (!base) throw new Error('a base was expected');
    expect(engineChannelUri(base, 't', null)).toBe(uri);
    expect(realtimeOrigin(base)).toBe(origin);
  });

  it('asks for what came after the last event', () => {
    const base = liveBase(ORIGIN, ORIGIN);
    expect(base && engineChannelUri(base, 'a b', '12')).toBe('wss://lode.example/ws?token=a+b&since=12');
  });

  it.each([null, undefined, '', '  '])('an empty setting (%j) switches live updates off', (setting) => {
    expect(liveBase(setting, ORIGIN)).toBeNull();
  });
});
