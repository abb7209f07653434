import { onTestFinished, vi } from 'vitest';
import { PHONE } from '@/hooks/use-media';

/** Makes the screen as narrow as a phone until the test ends. */
export function onPhone(): void {
  const media = vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query === PHONE,
        media: query,
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
  onTestFinished(() => media.mockRestore());
}
