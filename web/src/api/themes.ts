import { themes as texts } from '@/lib/strings';
import { answer, client } from './client';
import { ApiError } from './errors';
import { runQueries } from './runs';
import type { Run } from './types';

/** A colour that was found on a page, and how much it is used there. */
export interface FoundColour {
  colour: string;
  /** surface, text, button, link, bar, frame or variable. */
  part: string;
  /** Letters of text for surfaces and texts, elements for all others. */
  uses: number;
}

/** What a run has read from a page. The theme is checked before it is used. */
export interface PageTheme {
  theme: unknown;
  palette: FoundColour[];
  /** Colours of the page that were changed so that they can be read. */
  mended: { set: string; role: string; from: string; to: string }[];
  /** Sets that the page has itself; the other was made after it. */
  ownSets: string[];
  source: { url: string; host: string; sheets: number; skipped: { url: string; reason: string }[] };
}

export const themeQueries = {
  /** What a run that has succeeded has read. */
  ofRun: (runId: string) => runQueries.result<PageTheme>(runId),
};

export const themeApi = {
  /** Begins to read a page's look. @throws with the promised text where the operator has switched that off */
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
