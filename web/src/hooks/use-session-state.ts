import { useState } from 'react';
import { tabStorage } from '@/lib/browser-storage';

/** A text that lasts as long as the tab. */
export function useSessionState(key: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => tabStorage.getItem(key) ?? '');
  const keep = (next: string) => {
    setValue(next);
    tabStorage.setItem(key, next);
  };
  return [value, keep];
}
