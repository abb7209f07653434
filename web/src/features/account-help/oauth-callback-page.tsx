import { HelpPage } from './help-page';

export default function OAuthCallbackPage() {
  return (
    <HelpPage title="Google sign-in is not configured">
      <p>The operator of this installation has not connected it to Google.</p>
      <p>Sign in with your e-mail address and password, or create an account.</p>
    </HelpPage>
  );
}
