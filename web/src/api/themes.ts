import { themes as texts } from '@/lib/strings';
import { call } from './client';
import { ApiError } from './errors';

export const themeApi = {
  /** Colours and fonts of a page, as a theme. @throws with the promised text where the server does not do it */
  async extract(url: string): Promise<unknown> {
    try {
      const answer = await call<{ theme?: unknown }>('POST', '/api/themes/extract', { body: { url } });
      return answer.theme;
    } catch (error) {
      if (error instanceof ApiError && [404, 501].includes(error.status)) throw new ApiError(texts.noRipper, 501);
      throw error;
    }
  },
};
