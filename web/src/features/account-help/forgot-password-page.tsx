import { HelpPage } from './help-page';

export default function ForgotPasswordPage() {
  return (
    <HelpPage title="Forgot your password?">
      <p>This installation sends no mail, so a new password is set by its operator.</p>
      <p>
        Ask the operator to run <code>motherlode user reset</code> with your e-mail address. Then sign in with the
        password they give you.
      </p>
    </HelpPage>
  );
}
