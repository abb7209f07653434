import { useRef } from 'react';
import { errorText } from '@/api/errors';
import type { User } from '@/api/types';
import { userApi } from '@/api/user';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useAuth } from '@/hooks/use-auth';
import { toastFailure } from '@/lib/failed';
import { formatDate } from '@/lib/format';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';
import { humanise } from '@/lib/words';
import { AvatarCard } from './avatar-card';
import { EmailCard } from './email-card';
import { UnsavedChanges } from './unsaved-changes';

export default function ProfileTab() {
  const { user } = useAuth();
  if (!user) return <Callout tone="danger" title={failures.notAuthenticated} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <NameForm key={user.id} user={user} />
      <AvatarCard user={user} />
      <EmailCard user={user} />
      <Facts user={user} />
    </div>
  );
}

function NameForm({ user }: { user: User }) {
  const { setUser } = useAuth();
  const element = useRef<HTMLFormElement>(null);
  const stored = { firstName: user.firstName, lastName: user.lastName };
  const form = useSaveForm({
    defaultValues: stored,
    save: (names) => userApi.updateProfile({ ...names, name: `${names.firstName} ${names.lastName}`.trim() }),
    onSaved: (answer, names) => {
      setUser(answer.user ?? { ...user, ...names, name: answer.name });
      showToast({ title: 'Profile saved' });
    },
    onFailed: (error, methods) => {
      methods.reset();
      toastFailure(failures.updateProfile, errorText(error));
    },
  });
  return (
    <Card>
      <CardHeader title="Name" />
      <CardBody>
        <Form form={form} ref={element}>
          <UnsavedChanges isDirty={form.isDirty} form={element} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              control={form.control}
              name="firstName"
              label="First name"
              autoComplete="given-name"
              required="Enter your first name."
            />
            <TextField
              control={form.control}
              name="lastName"
              label="Last name"
              autoComplete="family-name"
              required="Enter your last name."
            />
          </div>
          <div>
            <Button type="submit" busy={form.isBusy} needsNetwork disabled={!form.isDirty}>
              Save
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}

function Facts({ user }: { user: User }) {
  const facts = [
    ['Member since', formatDate(user.createdAt)],
    ['Plan', humanise(user.subscription?.plan ?? '—')],
    ['Trial ends', formatDate(user.subscription?.trialEndsAt)],
    ['Workspaces', user.workspaces?.map((workspace) => `${workspace.name} (${workspace.role})`).join(', ') || '—'],
  ];
  return (
    <Card>
      <CardHeader
        title="Account"
        actions={<Badge tone={user.role === 'admin' ? 'brand' : 'neutral'}>{humanise(user.role)}</Badge>}
      />
      <CardBody>
        <dl className="grid gap-4 sm:grid-cols-2">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
              <dd className="mt-0.5 break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}
