import { useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { type Site, type SiteTheme, siteApi } from '@/api/sites';
import { CheckField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { type SaveForm, useSaveForm } from '@/components/form/use-save-form';
import { ThemeChoice } from '@/components/sites/theme-choice';
import { useTargetOptions } from '@/components/sites/use-targets';
import { PermissionPanel } from '@/components/states/panels';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { showToast } from '@/lib/toast';
import { DangerCard } from './danger-card';
import type { SiteTabProps } from './detail-page';
import { DomainsCard } from './domains-card';
import { domainOf, isDomain } from './site-address';

/** Settings of a site; they take effect with its next release. */
export default function SettingsTab({ site, canChange }: SiteTabProps) {
  const navigate = useNavigate();
  if (!canChange) {
    return (
      <Card>
        <PermissionPanel />
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SettingsCard key={site.id} site={site} />
      <DomainsCard site={site} />
      <DangerCard site={site} onDeleted={() => navigate('/dominator/sites')} />
    </div>
  );
}

function valuesOf(site: Site) {
  return {
    name: site.name,
    theme: site.theme as string,
    phone: site.phone ?? '',
    phoneIsOwned: site.phoneIsOwned,
    phoneIsRecorded: site.phoneIsRecorded,
    targetId: site.targetId ?? '',
    domains: site.domains.join('\n'),
  };
}

type Values = ReturnType<typeof valuesOf>;

/** Domains of the lines of a text, each once. */
function domainsOf(text: string): string[] {
  const hosts = text.split(/[\s,]+/).filter((line) => line !== '');
  return [...new Set(hosts.map(domainOf))];
}

function checkDomains(text: string): true | string {
  const wrong = domainsOf(text).find((host) => !isDomain(host));
  return wrong === undefined || `${wrong} is not a domain. Write it as www.example.com.`;
}

function checkPhone(typed: string): true | string {
  const digits = typed.replaceAll(/\D/g, '');
  return (
    typed.trim() === '' || (digits.length >= 8 && digits.length <= 15) || 'Enter a number such as +1 918 555 0123.'
  );
}

function SettingsCard({ site }: { site: Site }) {
  const queries = useQueryClient();
  const form = useSaveForm<Values, { site: Site }>({
    defaultValues: valuesOf(site),
    save: ({ name, theme, phone, phoneIsOwned, phoneIsRecorded, targetId, domains }) =>
      siteApi.update(site.id, {
        name: name.trim(),
        theme: theme as SiteTheme,
        phone: phone.trim(),
        phoneIsOwned: phone.trim() !== '' && phoneIsOwned,
        phoneIsRecorded: phone.trim() !== '' && phoneIsRecorded,
        // A live site keeps its target.
        ...((targetId || null) === site.targetId ? {} : { targetId: targetId || null }),
        domains: domainsOf(domains),
      }),
    after: (answer) => valuesOf(answer.site),
    nameOf: (field) => field.split('/')[0] ?? field,
    failure: 'Failed to save the settings',
    onSaved: async () => {
      showToast({ title: 'Settings saved', description: 'Build a release to bring them to the site.' });
      await queries.invalidateQueries({ queryKey: ['sites'] });
    },
  });
  return (
    <Card aria-label="Settings of the site">
      <CardHeader
        title="Settings"
        description="Name, theme and phone take effect with the next release, domains at once."
      />
      <CardBody>
        <Form form={form}>
          <LeaveGuard isDirty={form.isDirty} />
          <Fields form={form} isLive={site.liveRelease !== null && site.status !== 'offline'} />
          <div>
            <Button type="submit" needsNetwork busy={form.isBusy} disabled={!form.isDirty}>
              Save settings
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}

function Fields({ form: { control }, isLive }: { form: SaveForm<Values, { site: Site }>; isLive: boolean }) {
  const targets = useTargetOptions();
  const theme = useController({ control, name: 'theme' });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={control}
          name="name"
          label="Name"
          hint="Visitors see it, for example Tulsa Water Damage Guide."
          maxLength={60}
          required="Enter a name."
        />
        <SelectField
          control={control}
          name="targetId"
          label="Target"
          hint={
            <>
              {isLive ? 'Take the site offline before you change it.' : 'Where the files are uploaded.'}{' '}
              <ButtonLink to="/dominator/targets" variant="link" size="inline" className="text-[0.8125rem]">
                Add a target
              </ButtonLink>
            </>
          }
          options={targets}
        />
        <div className="grid content-start gap-2">
          <TextField
            control={control}
            name="phone"
            label="Phone (optional)"
            type="tel"
            hint="With the country code, for example +1 918 555 0123."
            check={checkPhone}
          />
          <CheckField
            control={control}
            name="phoneIsOwned"
            label="This number is mine"
            hint="The gate blocks a site with a number that you have not confirmed."
          />
          <CheckField
            control={control}
            name="phoneIsRecorded"
            label="Calls are recorded"
            hint="The pages say so at the number: many states require it."
          />
        </div>
        <TextareaField
          control={control}
          name="domains"
          label="Domains (optional)"
          rows={3}
          hint="One on each line, for example www.example.com."
          check={checkDomains}
          spellCheck={false}
        />
      </div>
      <ThemeChoice value={theme.field.value} onChange={theme.field.onChange} />
    </>
  );
}
