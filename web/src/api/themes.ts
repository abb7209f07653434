import { z } from 'zod/mini';
import { themes as texts } from '@/lib/strings';
import { answer, client } from './client';
import { ApiError } from './errors';
import type { Run } from './types';

/** Result of a run that reads a page. The theme itself is validated by `readTheme` before use. */
const pageThemeSchema = z.object({
  theme: z.unknown(),
  palette: z.array(
    z.object({
      colour: z.string(),
      /** One of surface, text, button, link, bar, frame or variable. */
      part: z.string(),
      /** Number of characters for surfaces and texts, of elements for others. */
      uses: z.number(),
    }),
  ),
  /** Colours of the page that were changed for sufficient contrast. */
  mended: z.array(z.object({ set: z.string(), role: z.string(), from: z.string(), to: z.string() })),
  /** Sets that the page has itself; the other was derived from it. */
  ownSets: z.array(z.string()),
  source: z.object({
    url: z.string(),
    host: z.string(),
    sheets: z.number(),
    skipped: z.array(z.object({ url: z.string(), reason: z.string() })),
  }),
});

export type PageTheme = z.infer<typeof pageThemeSchema>;

/** Returns the result of a run that read a page, or null if it has another shape. */
export function pageTheme(result: unknown): PageTheme | null {
  const parsed = pageThemeSchema.safeParse(result);
  return parsed.success ? parsed.data : null;
}

export const themeApi = {
  /** Starts a run that reads the colours of a page. @throws with the promised text if the operator has disabled it */
  async extract(url: string): Promise<Run> {
    try {
      const { run } = await answer(client.POST('/api/themes/extract', { body: { url } }));
      return run;
    } catch (error) {
      if (error instanceof ApiError && error.status === 501) throw new ApiError(texts.noRipper, 501);
      throw error;
    }
  },
};
