import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentDocument } from '@/api/documents';
import { ApiError, errorText } from '@/api/errors';
import { type SitePage, siteApi } from '@/api/sites';

/** A page of a site, or the label of a new one. */
export type Place = { page: SitePage } | { label: string };

interface Target {
  siteId: string;
  place: Place;
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

async function putText({ siteId, place }: Target, { id, version }: ContentDocument): Promise<void> {
  const text = { documentId: id, version };
  if ('label' in place) await siteApi.addPage(siteId, { label: place.label, ...text });
  // The text of a page's own document is there already.
  else if (place.page.documentId !== id) await siteApi.putText(siteId, { path: place.page.path, ...text });
}

/** Puts the current version onto a page and builds a release, which waits for approval. */
export function useSiteText(document: ContentDocument) {
  const queries = useQueryClient();
  const put = useMutation({
    mutationFn: async (target: Target) => {
      await putText(target, document);
      return { isBuilding: await build(target.siteId) };
    },
    onSettled: () =>
      Promise.all(['sites', 'documents', 'runs'].map((noun) => queries.invalidateQueries({ queryKey: [noun] }))),
  });
  return { ...put, problem: put.isError ? textOf(put.error) : null };
}

export type PutText = ReturnType<typeof useSiteText>;
