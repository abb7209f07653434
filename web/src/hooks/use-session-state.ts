import { useState } from 'react';

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** A text that lasts as long as the tab. */
export function useSessionState(key: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => read(key));
  const keep = (next: string) => {
    setValue(next);
    try {
      sessionStorage.setItem(key, next);
    } catch (error) {
      console.warn('Browser storage is not available', error);
    }
  };
  return [value, keep];
}
