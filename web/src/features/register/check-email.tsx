import { Link, useLocation } from 'react-router';
import { ResendForm } from '@/components/account/resend-form';
import { Callout } from '@/components/ui/callout';

/** Last step of a registration where email is set up: the same for new and for known addresses. */
export function CheckEmail({ email, message }: { email: string; message: string }) {
  const { search } = useLocation();
  return (
    <>
      <h1 className="text-2xl font-semibold">Check your email</h1>
      <div role="status" className="mt-6">
        <Callout tone="success" title={message}>
          <p>
            We sent an email to <strong className="break-all">{email}</strong>. The link is valid for two days.
          </p>
        </Callout>
      </div>
      <p className="mt-6 text-muted-foreground">
        After that,{' '}
        <Link to={`/login${search}`} className="text-brand underline underline-offset-4">
          sign in
        </Link>
        . No email? Look in your spam folder, or request another one.
      </p>
      <div className="mt-6">
        <ResendForm email={email} />
      </div>
    </>
  );
}
