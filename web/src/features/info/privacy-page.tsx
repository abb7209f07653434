import { PageHeader } from '@/components/ui/page-header';
import { Prose, PublicFrame } from '@/components/ui/public-frame';

export default function PrivacyPage() {
  return (
    <PublicFrame>
      <Prose>
        <PageHeader title="Privacy" />
        <p>
          Motherlode runs on the machine of whoever installed it. There is no central service behind it: what you enter
          and import stays in that installation, and its operator is responsible for it.
        </p>
        <h2>What is kept</h2>
        <ul>
          <li>Your account: name, e-mail address, company if you gave one, and your password as an argon2id hash.</li>
          <li>The websites you add, the files you import, and what the engines make of them.</li>
          <li>Sign-in sessions, and a log of security events such as sign-ins.</li>
        </ul>
        <h2>What this browser keeps</h2>
        <p>
          Your session's tokens, your last known profile and the last answers of the server for when it is away, and the
          themes you made. Signing out removes all but the themes.
        </p>
        <h2>What is not done</h2>
        <ul>
          <li>These pages load nothing from third parties, and there is no advertising and no tracking.</li>
          <li>Imported files are read by this installation alone.</li>
        </ul>
        <h2>Your rights</h2>
        <p>
          You see and correct your account in the settings, where you can also take all your data with you and delete
          the account. An import can be undone, which removes the rows it brought. For the rest, ask the operator of
          this installation.
        </p>
      </Prose>
    </PublicFrame>
  );
}
