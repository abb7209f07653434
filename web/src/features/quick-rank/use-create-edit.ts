import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { editApi, editQueries, type PageChange } from '@/api/edits';
import { errorText } from '@/api/errors';
import type { FullPageAudit, PageFix } from '@/api/page-audits';
import { toastFailure } from '@/lib/failed';
import { pagePath } from '@/lib/words';

/** Creates an edit from a fix of an own page, and opens it. */
export function useCreateEdit(audit: FullPageAudit) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (fix: PageFix) =>
      editApi.create({
        websiteId: audit.websiteId ?? '',
        title: `${fix.title}: ${pagePath(audit.url)}`.slice(0, 200),
        reason: fix.reason,
        // The content engine's report has the changes in the form that edits have.
        changes: fix.changes as PageChange[],
      }),
    onSuccess: ({ edit }) => {
      queries.invalidateQueries({ queryKey: editQueries.all() });
      navigate(`/edits/${edit.id}`);
    },
    onError: (error) => toastFailure('Failed to create the edit', errorText(error)),
  });
}
