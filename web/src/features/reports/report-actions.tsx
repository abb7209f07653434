import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { downloadFile } from '@/api/download';
import { errorText } from '@/api/errors';
import { type OneReport, type Report, type ReportIssue, reportApi, reportQueries } from '@/api/reports';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Drawer } from '@/components/ui/dialog';
import { plural } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';
import { LogoField } from './logo-field';
import { ReportForm } from './report-form';

const refused = (error: unknown) => showToast({ title: errorText(error), variant: 'destructive' });

/** Make, edit and delete a report. */
export function ReportActionButtons({ found }: { found: OneReport }) {
  const { report, logo } = found;
  const queries = useQueryClient();
  const go = useNavigate();
  const [isEdited, setEdited] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: reportQueries.all() });
  const make = useMutation({ mutationFn: () => reportApi.make(report.id), onSuccess: refresh, onError: refused });
  const remove = useMutation({
    mutationFn: () => reportApi.remove(report.id),
    onSuccess: async () => {
      await go('/reports');
      queries.removeQueries({ queryKey: ['reports', 'one', report.id] });
      await refresh();
    },
    onError: refused,
  });
  return (
    <>
      <Button needsNetwork variant="ghost" size="sm" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Button needsNetwork variant="outline" size="sm" onClick={() => setEdited(true)}>
        Edit
      </Button>
      <Button needsNetwork size="sm" busy={make.isPending} onClick={() => make.mutate()}>
        Make report
      </Button>
      <Drawer open={isEdited} onClose={() => beforeLeaving(() => setEdited(false))} title="Edit report">
        {isEdited ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <LogoField report={report} logo={logo ?? null} />
            <ReportForm report={report} logo={logo ?? null} websites={[]} onClose={() => setEdited(false)} />
          </div>
        ) : null}
      </Drawer>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        title="Delete this report?"
        text="Everything that was made of it is deleted, and its link ends."
        action="Delete"
      />
    </>
  );
}

/** Print, download and send an issue. */
export function DocumentActions({ report, issue }: { report: Report; issue: ReportIssue }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => downloadFile(reportApi.pdfPath(report.id, issue.id), `report-${issue.periodTo}.pdf`),
    onError: refused,
  });
  const send = useMutation({
    mutationFn: () => reportApi.send(report.id, issue.id),
    onSuccess: ({ emails, refusedEmails, isDelivered }) => {
      const rest = refusedEmails > 0 ? ` ${refusedEmails} over the daily limit.` : '';
      const where = isDelivered ? 'on the way' : 'in the outbox, because no mail server is set up';
      showToast({ title: `${plural(emails, 'email')} ${where}.${rest}` });
      return queries.invalidateQueries({ queryKey: ['reports', 'issues', report.id] });
    },
    onError: refused,
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" onClick={() => window.print()}>
        Print
      </Button>
      <Button needsNetwork variant="outline" size="sm" busy={save.isPending} onClick={() => save.mutate()}>
        Download PDF
      </Button>
      {report.settings.recipients.length > 0 ? (
        <Button needsNetwork variant="outline" size="sm" busy={send.isPending} onClick={() => send.mutate()}>
          Send to {plural(report.settings.recipients.length, 'recipient')}
        </Button>
      ) : null}
    </div>
  );
}
