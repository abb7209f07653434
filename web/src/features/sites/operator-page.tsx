import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { type NewSiteOperator, type SiteOperator, siteApi, siteQueries } from '@/api/sites';
import { TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { DominatorNav } from '@/components/sites/dominator-nav';
import { missingText } from '@/components/sites/operator';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { PageHeader } from '@/components/ui/page-header';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { showToast } from '@/lib/toast';
import { OperatorPreview } from './operator-preview';

const DEFAULT_COUNTRY = 'US';

function valuesOf({ updatedAt, ...values }: SiteOperator): NewSiteOperator {
  return { ...values, country: updatedAt ? values.country : DEFAULT_COUNTRY };
}

/** Who runs the sites: used by the disclosure, the privacy policy and the terms of each site. */
export default function OperatorPage() {
  const query = useQuery(siteQueries.operator());
  const canChange = useWorkspaces().current?.role !== 'viewer';
  return (
    <>
      <DominatorNav />
      <PageHeader
        title="Who runs your sites"
        description="Visitors must be able to see who is behind a site. These details appear in its disclosure, privacy policy and terms."
      />
      <QueryPanel query={query} fallback="Failed to load the operator." loading={<OperatorSkeleton />}>
        {({ operator, missing }) => <OperatorForm operator={operator} missing={missing} canChange={canChange} />}
      </QueryPanel>
    </>
  );
}

function OperatorSkeleton() {
  return (
    <Card>
      <LoadingRows rows={7} />
    </Card>
  );
}

function OperatorForm({
  operator,
  missing,
  canChange,
}: {
  operator: SiteOperator;
  missing: string[];
  canChange: boolean;
}) {
  const queries = useQueryClient();
  const form = useSaveForm<NewSiteOperator, { success: true; operator: SiteOperator; missing: string[] }>({
    defaultValues: valuesOf(operator),
    save: siteApi.saveOperator,
    after: (answer) => valuesOf(answer.operator),
    failure: 'Failed to save the operator',
    onSaved: async (answer) => {
      queries.setQueryData(siteQueries.operator().queryKey, answer);
      showToast({ title: 'Operator saved', description: 'The next release of each site uses these details.' });
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
      <Card>
        <CardHeader title="Operator" description="A company or a person, as it is registered." />
        <CardBody>
          <Form form={form}>
            <LeaveGuard isDirty={form.isDirty} />
            <OperatorState missing={missing} isNew={!operator.updatedAt} />
            <fieldset disabled={!canChange} className="grid gap-6">
              <OperatorFields control={form.control} />
              {canChange ? (
                <div>
                  <Button type="submit" needsNetwork busy={form.isBusy} disabled={!form.isDirty}>
                    Save operator
                  </Button>
                </div>
              ) : null}
            </fieldset>
          </Form>
        </CardBody>
      </Card>
      <Preview control={form.control} />
    </div>
  );
}

function OperatorState({ missing, isNew }: { missing: string[]; isNew: boolean }) {
  if (missing.length === 0) {
    return (
      <Callout
        tone="success"
        action={
          <ButtonLink to="/dominator/goldmine-deployment" size="sm" variant="outline">
            Deploy markets
          </ButtonLink>
        }
      >
        The operator is complete.
      </Callout>
    );
  }
  return (
    <Callout
      tone={isNew ? 'info' : 'warning'}
      title={isNew ? 'Enter this once for all sites' : 'The operator is incomplete'}
    >
      No site can be created without: {missingText(missing)}.
    </Callout>
  );
}

function checkEmail(typed: string): true | string {
  return typed.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) || 'Enter an email address.';
}

function OperatorFields({ control }: { control: Control<NewSiteOperator> }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={control}
          name="legalName"
          label="Legal name"
          hint="For example North Leads LLC, or your own name."
          autoComplete="organization"
          required="Enter the legal name."
        />
        <TextField
          control={control}
          name="brandName"
          label="Brand name (optional)"
          hint="If visitors know you by another name."
        />
        <TextField
          control={control}
          name="email"
          label="Email for visitors"
          type="email"
          autoComplete="email"
          required="Enter an email address."
          check={checkEmail}
        />
        <TextField
          control={control}
          name="privacyEmail"
          label="Email for questions about personal data (optional)"
          type="email"
          hint="Without one, the email for visitors is shown."
          check={checkEmail}
        />
        <TextareaField
          control={control}
          name="postalAddress"
          label="Postal address"
          rows={3}
          hint="Street, city and ZIP code, one on each line; or why there is none."
          maxLength={500}
          autoComplete="street-address"
          required="Enter the postal address."
        />
        <div className="grid content-start gap-5">
          <TextField control={control} name="phone" label="Phone (optional)" type="tel" autoComplete="tel" />
          <div className="grid grid-cols-2 gap-4">
            <TextField control={control} name="state" label="State (optional)" hint="For example OK." maxLength={40} />
            <TextField
              control={control}
              name="country"
              label="Country"
              hint="Two letters, for example US."
              maxLength={2}
            />
          </div>
        </div>
      </div>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-1 font-medium">Reviewer of regulated and often abused trades (optional)</legend>
        <p className="text-[0.8125rem] text-muted-foreground sm:col-span-2">
          Pages about law, health and money, and about locksmiths and garage doors, which are often abused, need a named
          person who reviews them. Without one the gate blocks them.
        </p>
        <TextField control={control} name="reviewerName" label="Name of the reviewer" />
        <TextField
          control={control}
          name="reviewerCredentials"
          label="Qualification"
          hint="For example licensed attorney in Oklahoma."
        />
      </fieldset>
    </>
  );
}

function Preview({ control }: { control: Control<NewSiteOperator> }) {
  return <OperatorPreview operator={useWatch({ control }) as NewSiteOperator} />;
}
