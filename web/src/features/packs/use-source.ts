import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type PackKey, packQueries } from '@/api/packs';

/** The text from which a pack is translated; null without one, or while it is loading. */
export interface Source {
  text: string | null;
  /** Leaves the translation. */
  close: () => void;
}

/** Returns the text of the pack that `?from` names, for the language of `path`. */
export function useSource({ language, vertical }: PackKey): Source {
  const [params, setParams] = useSearchParams();
  const from = params.get('from');
  const query = useQuery({
    ...packQueries.detail({ language: from ?? language, vertical }),
    enabled: from !== null && from !== language,
  });
  const text = from === null ? null : (query.data?.content?.text ?? null);
  return { text: text && inLanguage(text, language), close: () => setParams({}, { replace: true }) };
}

/** Returns the text of a pack as that of another language. */
export const inLanguage = (text: string, language: string) =>
  text.replace(/^language = .*$/m, `language = "${language}"`);
