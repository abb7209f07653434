import { type ContactInput, contactApi } from '@/api/contact';
import { TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { useAuth } from '@/hooks/use-auth';
import { login } from '@/lib/strings';

/** Message to the operator. The text is kept after a failure. */
export function ContactForm() {
  const { user } = useAuth();
  const defaultValues: ContactInput = { name: user?.name ?? '', email: user?.email ?? '', message: '' };
  const form = useSaveForm({ defaultValues, save: contactApi.send });
  const { control } = form;
  if (form.answer) {
    return (
      <div role="status" className="mt-6">
        <Callout tone="success" title="Your message was sent to the operator of this installation." />
      </div>
    );
  }
  return (
    <Form form={form} className="mt-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField control={control} name="name" label="Name" autoComplete="name" required="Enter your name." />
        <TextField
          control={control}
          name="email"
          label={login.email}
          type="email"
          autoComplete="email"
          required="Enter the address for the answer."
        />
      </div>
      <TextareaField control={control} name="message" label="Message" rows={6} required="Enter your message." />
      <div>
        <Button type="submit" busy={form.isBusy}>
          Send message
        </Button>
      </div>
    </Form>
  );
}
