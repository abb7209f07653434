import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import type { User } from '@/api/types';
import { userApi } from '@/api/user';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field, Input } from '@/components/ui/field';
import { useAuth } from '@/hooks/use-auth';
import { formatDate } from '@/lib/format';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';
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
  const [firstName, setFirstName] = useState(user.firstName);
  const [lastName, setLastName] = useState(user.lastName);
  const form = useRef<HTMLFormElement>(null);
  const changed = firstName !== user.firstName || lastName !== user.lastName;
  const save = useMutation({
    mutationFn: () => userApi.updateProfile({ firstName, lastName, name: `${firstName} ${lastName}`.trim() }),
    onSuccess: (answer) => {
      setUser(answer.user ?? { ...user, firstName, lastName, name: answer.name });
      showToast({ title: 'Profile saved' });
    },
    onError: (error) => {
      setFirstName(user.firstName);
      setLastName(user.lastName);
      showToast({ title: failures.updateProfile, description: errorText(error), variant: 'destructive' });
    },
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  return (
    <Card>
      <CardHeader title="Name" />
      <CardBody>
        <form
          ref={form}
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <UnsavedChanges isDirty={changed} form={form} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="First name" error={fields.firstName}>
              {(control) => (
                <Input
                  {...control}
                  required
                  autoComplete="given-name"
                  value={firstName}
                  onChange={(event) => setFirstName(event.target.value)}
                />
              )}
            </Field>
            <Field label="Last name" error={fields.lastName}>
              {(control) => (
                <Input
                  {...control}
                  required
                  autoComplete="family-name"
                  value={lastName}
                  onChange={(event) => setLastName(event.target.value)}
                />
              )}
            </Field>
          </div>
          <div>
            <Button type="submit" busy={save.isPending} needsNetwork disabled={!changed}>
              Save
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}

function Facts({ user }: { user: User }) {
  const facts = [
    ['Member since', formatDate(user.createdAt)],
    ['Plan', user.subscription?.plan ?? '—'],
    ['Trial ends', formatDate(user.subscription?.trialEndsAt)],
    ['Workspaces', user.workspaces?.map((workspace) => `${workspace.name} (${workspace.role})`).join(', ') || '—'],
  ];
  return (
    <Card>
      <CardHeader
        title="Account"
        actions={<Badge tone={user.role === 'admin' ? 'brand' : 'neutral'}>{user.role}</Badge>}
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
