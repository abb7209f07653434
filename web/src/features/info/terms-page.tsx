import { PageHeader } from '@/components/ui/page-header';
import { Prose, PublicFrame } from '@/components/ui/public-frame';
import { TRIAL_DAYS } from '@/lib/constants';

export default function TermsPage() {
  return (
    <PublicFrame>
      <Prose>
        <PageHeader title="Terms" />
        <p>
          These terms are between you and the operator of this installation of Motherlode, the person or company that
          runs the server you are looking at.
        </p>
        <h2>The software</h2>
        <p>
          Motherlode is free software under the GNU Affero General Public License, version 3 or later. It comes without
          warranty, as that licence says.
        </p>
        <h2>The trial</h2>
        <p>
          A new account starts a trial of {TRIAL_DAYS} days. It asks for no credit card and can be ended at any time. On
          a self-hosted installation nothing is locked unless the operator defines plans.
        </p>
        <h2>Your part</h2>
        <ul>
          <li>Import only data that you may use.</li>
          <li>Keep your password to yourself, and tell the operator when somebody else knows it.</li>
          <li>What you publish is yours to answer for, however it was suggested.</li>
        </ul>
        <h2>Forecasts</h2>
        <p>
          Estimates of traffic and money are estimates. Each shows its range and its assumptions. None is a promise.
        </p>
      </Prose>
    </PublicFrame>
  );
}
