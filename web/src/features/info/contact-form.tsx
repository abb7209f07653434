import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ContactInput, contactApi } from '@/api/contact';
import { ApiError, errorText } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input, Textarea } from '@/components/ui/field';
import { useAuth } from '@/hooks/use-auth';
import { login } from '@/lib/strings';

/** A message to the operator. What was typed stays when it could not be sent. */
export function ContactForm() {
  const { user } = useAuth();
  const [values, setValues] = useState<ContactInput>({ name: user?.name ?? '', email: user?.email ?? '', message: '' });
  const send = useMutation({ mutationFn: () => contactApi.send(values) });
  const fields = send.error instanceof ApiError ? send.error.fields : {};
  const bind = (name: keyof ContactInput) => ({
    name,
    required: true,
    value: values[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setValues({ ...values, [name]: event.target.value }),
  });
  if (send.isSuccess) {
    return (
      <div role="status" className="mt-6">
        <Callout tone="success" title="Your message was sent to the operator of this installation." />
      </div>
    );
  }
  return (
    <form
      className="mt-6 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      {send.isError ? <Callout tone="danger" title={errorText(send.error)} /> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={fields.name}>
          {(control) => <Input {...control} {...bind('name')} autoComplete="name" />}
        </Field>
        <Field label={login.email} error={fields.email}>
          {(control) => <Input {...control} {...bind('email')} type="email" autoComplete="email" />}
        </Field>
      </div>
      <Field label="Message" error={fields.message}>
        {(control) => <Textarea {...control} {...bind('message')} rows={6} />}
      </Field>
      <div>
        <Button type="submit" busy={send.isPending}>
          Send message
        </Button>
      </div>
    </form>
  );
}
