import { PageHeader } from '@/components/ui/page-header';
import { Prose, PublicFrame } from '@/components/ui/public-frame';
import { TRIAL_DAYS } from '@/lib/constants';
import { NOTICES } from './notices';

export default function TermsPage() {
  return (
    <PublicFrame>
      <Prose>
        <PageHeader title="Terms" />
        <p>These terms are between you and the operator of this installation of Motherlode.</p>
        <h2>The software</h2>
        <p>
          Motherlode is free software under the GNU Affero General Public License, version 3 or later. It comes without
          warranty, as stated in the license.
        </p>
        <h2>The trial</h2>
        <p>
          A new account starts a trial of {TRIAL_DAYS} days. No credit card is required, and you can cancel anytime.
          Features are restricted only if the operator defines plans.
        </p>
        <h2>Your responsibilities</h2>
        <ul>
          <li>Import only data that you are allowed to use.</li>
          <li>Keep your password secret, and notify the operator if someone else knows it.</li>
          <li>You are responsible for what you publish, including suggested content.</li>
        </ul>
        <h2>Data and fonts by other authors</h2>
        <ul>
          {NOTICES.map(({ name, about, url }) => (
            <li key={name}>
              <a href={url}>{name}</a>: {about}
            </li>
          ))}
        </ul>
        <h2>Forecasts</h2>
        <p>Forecasts of traffic and revenue are estimates with a range and assumptions. They are not guarantees.</p>
      </Prose>
    </PublicFrame>
  );
}
