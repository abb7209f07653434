import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentDocument } from '@/api/documents';
import { ApiError, errorText } from '@/api/errors';
import { type SitePage, siteApi } from '@/api/sites';

interface Target {
  siteId: string;
  page: SitePage;
}

/** Builds a release; false if the site is busy, so that the text has to wait for the next one. */
async function build(siteId: string): Promise<boolean> {
  try {
    await siteApi.build(siteId);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return false;
    throw error;
  }
}

const textOf = (error: unknown) =>
  (error instanceof ApiError ? Object.values(error.fields)[0] : undefined) ?? errorText(error);

/** Puts the current version onto a page and builds a release, which waits for approval. */
export function useSiteText(document: ContentDocument) {
  const queries = useQueryClient();
  const put = useMutation({
    mutationFn: async ({ siteId, page: { path, documentId } }: Target) => {
      const body = { path, documentId: document.id, version: document.version };
      // The text of a page's own document is there already.
      if (documentId !== document.id) await siteApi.putText(siteId, body);
      return { isBuilding: await build(siteId) };
    },
    onSettled: () =>
      Promise.all(['sites', 'documents', 'runs'].map((noun) => queries.invalidateQueries({ queryKey: [noun] }))),
  });
  return { ...put, problem: put.isError ? textOf(put.error) : null };
}

export type PutText = ReturnType<typeof useSiteText>;
