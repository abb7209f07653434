import { PageHeader } from '@/components/ui/page-header';
import { Prose, PublicFrame } from '@/components/ui/public-frame';

export default function PrivacyPage() {
  return (
    <PublicFrame>
      <Prose>
        <PageHeader title="Privacy" />
        <p>
          Motherlode is self-hosted. Your data stays on this installation, and its operator is responsible for it. There
          is no central service.
        </p>
        <h2>Stored data</h2>
        <ul>
          <li>Your account: name, email address, optional company, and your password as an argon2id hash.</li>
          <li>The websites you add, the files you import, and the results of the engines.</li>
          <li>Sign-in sessions, and a log of security events such as sign-ins.</li>
        </ul>
        <h2>Data in this browser</h2>
        <p>
          Session tokens, your profile, cached server responses for offline use, and your themes. Signing out removes
          everything except the themes.
        </p>
        <h2>No tracking</h2>
        <ul>
          <li>No third-party content, no advertising and no tracking.</li>
          <li>Imported files are processed only on this installation.</li>
        </ul>
        <h2>Your rights</h2>
        <p>
          In Settings you can edit your account, export your data and delete your account. Undoing an import removes its
          rows. For other requests, contact the operator.
        </p>
      </Prose>
    </PublicFrame>
  );
}
