import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type ReportDomain, reportDomainApi, reportQueries } from '@/api/reports';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Drawer } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';
import { DomainRecords } from './domain-records';

/** Button and drawer of the domain under which shared reports are read. */
export function ReportDomainButton({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Report domain
      </Button>
      <Drawer
        open={isOpen}
        onClose={() => beforeLeaving(() => setOpen(false))}
        title="Report domain"
        description="Clients open shared reports under your own domain. It shows your name, and nothing of this app."
      >
        {isOpen ? <Loaded name={name} /> : null}
      </Drawer>
    </>
  );
}

function Loaded({ name }: { name: string }) {
  const query = useQuery(reportQueries.domain());
  const { current } = useWorkspaces();
  // Until the workspaces are known, the server decides.
  const isOwner = current === null || current.role === 'owner';
  return (
    <QueryPanel query={query} fallback="Failed to load the report domain.">
      {({ domain }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {domain ? <Status domain={domain} isOwner={isOwner} /> : null}
          {isOwner ? (
            <DomainForm key={domain?.host} domain={domain ?? null} name={name} />
          ) : (
            <p className="text-[0.8125rem] text-muted-foreground">
              {domain ? 'Only owners' : 'There is no report domain. Only owners'} of the workspace can change it.
            </p>
          )}
        </div>
      )}
    </QueryPanel>
  );
}

function Status({ domain, isOwner }: { domain: ReportDomain; isOwner: boolean }) {
  const { host, isVerified, problem, advice, url } = domain;
  return (
    <section aria-label={host} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2" role="status">
        <p className="font-medium wrap-anywhere">{host}</p>
        <Badge tone={isVerified ? 'success' : 'warning'} dot>
          {isVerified ? 'Verified' : 'Not verified yet'}
        </Badge>
      </div>
      {isVerified ? (
        <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
          New links and emails begin with {url}. Links with the address of this server still work.
        </p>
      ) : (
        <>
          {problem ? (
            <Callout tone="warning" title="The DNS records were not found">
              <p className="wrap-anywhere">{problem}</p>
            </Callout>
          ) : null}
          <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">{advice}</p>
          <DomainRecords records={domain.records} />
        </>
      )}
      {isOwner ? <Actions domain={domain} /> : null}
    </section>
  );
}

function Actions({ domain: { host, isVerified } }: { domain: ReportDomain }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const onSettled = () => queries.invalidateQueries({ queryKey: reportQueries.domain().queryKey });
  const verify = useMutation({
    mutationFn: reportDomainApi.verify,
    onSuccess: ({ domain }) => {
      if (domain?.isVerified) showToast({ title: `${host} is verified` });
      else toastFailure(`${host} is not verified yet`, 'The check found no record. See what to do.');
    },
    onError: (error) => toastFailure('Failed to check the domain', errorText(error)),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: reportDomainApi.remove,
    onSuccess: () => setAsking(false),
    onError: (error) => toastFailure('Failed to remove the domain', errorText(error)),
    onSettled,
  });
  return (
    <div className="flex flex-wrap gap-2">
      {isVerified ? null : (
        <Button needsNetwork size="sm" busy={verify.isPending} onClick={() => verify.mutate()}>
          Check DNS records
        </Button>
      )}
      <Button needsNetwork variant="outline" size="sm" onClick={() => setAsking(true)}>
        Remove domain
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        title={`Remove ${host}?`}
        text="Links with this domain stop working. The same links with the address of this server go on working."
        action="Remove domain"
      />
    </div>
  );
}

/** Sets the domain; `name` is the default for the agency's name. */
function DomainForm({ domain, name }: { domain: ReportDomain | null; name: string }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: { host: domain?.host ?? '', name: domain?.name ?? name },
    save: reportDomainApi.set,
    onSaved: () => queries.invalidateQueries({ queryKey: reportQueries.domain().queryKey }),
  });
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <TextField
        control={form.control}
        name="host"
        label="Domain"
        hint={
          domain
            ? 'Another domain replaces this one, whose links stop working.'
            : 'A subdomain of your own, e.g. reports.agency.com.'
        }
        required="Enter a domain, such as reports.agency.com."
        autoComplete="off"
        inputMode="url"
        maxLength={253}
      />
      <TextField
        control={form.control}
        name="name"
        label="Your name"
        hint="Shown where a link has ended, e.g. Lovelace Media."
        required="Enter the name of your agency."
        maxLength={80}
      />
      <div className="flex justify-end">
        <Button needsNetwork type="submit" busy={form.isBusy}>
          {domain ? 'Save' : 'Add domain'}
        </Button>
      </div>
    </Form>
  );
}
