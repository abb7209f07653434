import { PageHeader } from '@/components/ui/page-header';
import { Prose, PublicFrame } from '@/components/ui/public-frame';
import { ContactForm } from './contact-form';

export default function ContactPage() {
  return (
    <PublicFrame>
      <Prose>
        <PageHeader title="Contact" />
        <p>Contact the operator of this installation about your account, your data or this server.</p>
        <ContactForm />
        <h2>Report a problem</h2>
        <p>Please include:</p>
        <ul>
          <li>the address of the page and what you did before,</li>
          <li>the exact error message with its request ID, if shown,</li>
          <li>the time with your time zone.</li>
        </ul>
        <h2>If you are the operator</h2>
        <p>
          The state of the server is at <a href="/readyz">/readyz</a>, its interface is described at{' '}
          <a href="/api/docs">/api/docs</a>, and <code>motherlode --help</code> lists what can be done on the command
          line.
        </p>
      </Prose>
    </PublicFrame>
  );
}
