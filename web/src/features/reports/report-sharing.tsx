import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { type Report, reportApi, reportQueries } from '@/api/reports';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { formatDateTime } from '@/lib/format';
import { showToast } from '@/lib/toast';

/** The link of a report: created, shown once, ended. */
export function ReportSharing({ report }: { report: Report }) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: reportQueries.all() });
  const onError = (error: unknown) => showToast({ title: errorText(error), variant: 'destructive' });
  const share = useMutation({ mutationFn: () => reportApi.share(report.id), onSuccess: refresh, onError });
  const end = useMutation({
    mutationFn: () => reportApi.endSharing(report.id),
    onSuccess: () => {
      share.reset();
      return refresh();
    },
    onError,
  });
  const link = share.data?.link;
  return (
    <Card aria-label="Link" className="flex flex-wrap items-center justify-between gap-3 p-5">
      <div className="min-w-0" role="status">
        <p className="font-medium">{report.sharedAt ? 'Shared by a link' : 'Not shared'}</p>
        <p className="text-[0.8125rem] break-all text-muted-foreground">
          {link ??
            (report.sharedAt
              ? `Since ${formatDateTime(report.sharedAt)}. The link was shown once; a new one ends it.`
              : 'Whoever has the link reads the latest issue without an account.')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {link ? <CopyButton text={link} label="Copy link" /> : null}
        {report.sharedAt ? (
          <Button needsNetwork variant="outline" size="sm" busy={end.isPending} onClick={() => end.mutate()}>
            End link
          </Button>
        ) : null}
        {link ? null : (
          <Button needsNetwork variant="outline" size="sm" busy={share.isPending} onClick={() => share.mutate()}>
            {report.sharedAt ? 'New link' : 'Share by link'}
          </Button>
        )}
      </div>
    </Card>
  );
}
