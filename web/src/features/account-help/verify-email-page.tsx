import { HelpPage } from './help-page';

export default function VerifyEmailPage() {
  return (
    <HelpPage title="Verify your address">
      <p>There is nothing to do: this installation sends no mail, and accounts work without a verified address.</p>
    </HelpPage>
  );
}
