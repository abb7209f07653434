import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Prose, PublicFrame } from '@/components/ui/public-frame';
import { useAuth } from '@/hooks/use-auth';
import { landing } from '@/lib/strings';

/** How to see the product at work. The demonstration is the product itself on the sample data. */
export default function DemoPage() {
  const { isAuthenticated } = useAuth();
  return (
    <PublicFrame>
      <Prose>
        <PageHeader title="See it at work" />
        <p>
          The demonstration is the product itself, on sample data that comes with it. The data is synthetic and is
          marked “Sample data” wherever it shows.
        </p>
        <ul>
          <li>Make an account. It takes one form, and no mail has to be confirmed first.</li>
          <li>In the second step of the welcome, choose the sample data.</li>
          <li>Start the keyword engine and watch it work. It ends on a list of what to do first.</li>
        </ul>
        <p>You can undo the sample import at any time, and bring your own export instead.</p>
        <div className="mt-8 flex flex-wrap gap-3 [&_a]:no-underline [&_a.text-primary-foreground]:text-primary-foreground">
          {isAuthenticated ? (
            <ButtonLink to="/projects/new" className="!text-primary-foreground">
              Open the import
            </ButtonLink>
          ) : (
            <ButtonLink to="/register" className="!text-primary-foreground">
              {landing.startTrial}
            </ButtonLink>
          )}
        </div>
      </Prose>
    </PublicFrame>
  );
}
