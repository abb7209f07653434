import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '@/api/download';
import { errorText } from '@/api/errors';
import { type ListedRelease, type Site, siteApi } from '@/api/sites';
import { toastFailure } from '@/lib/failed';

/** Saves the files of a release, to host them anywhere. */
export function useSaveZip(site: Site, release: ListedRelease) {
  return useMutation({
    mutationFn: () => downloadFile(siteApi.zip(release.id), `${site.slug}-${release.number}.zip`),
    onError: (error) => toastFailure('The download failed', errorText(error)),
  });
}
