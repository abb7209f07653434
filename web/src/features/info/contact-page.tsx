import { PageHeader } from '@/components/ui/page-header';
import { Prose, PublicFrame } from '@/components/ui/public-frame';
import { ContactForm } from './contact-form';

export default function ContactPage() {
  return (
    <PublicFrame>
      <Prose>
        <PageHeader title="Contact" />
        <p>
          This installation is run by its operator: whoever gave you its address. For anything about your account, your
          data or this server, write to them here.
        </p>
        <ContactForm />
        <h2>When you report a failure</h2>
        <p>Three things find the cause quickly:</p>
        <ul>
          <li>the address of the page and what you had done just before,</li>
          <li>the message on the screen, word for word, with its request id if it shows one,</li>
          <li>the time, with your time zone.</li>
        </ul>
        <h2>When you are the operator</h2>
        <p>
          The state of the server is at <a href="/readyz">/readyz</a>, its interface is described at{' '}
          <a href="/api/docs">/api/docs</a>, and <code>motherlode --help</code> lists what can be done on the command
          line.
        </p>
      </Prose>
    </PublicFrame>
  );
}
