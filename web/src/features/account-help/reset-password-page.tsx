import { HelpPage } from './help-page';

export default function ResetPasswordPage() {
  return (
    <HelpPage title="Set a new password">
      <p>Links that set a password are not in use on this installation.</p>
      <p>
        Ask the operator to run <code>motherlode user reset</code> with your e-mail address. Then sign in with the
        password they give you.
      </p>
    </HelpPage>
  );
}
