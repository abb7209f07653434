import { ButtonLink } from '@/components/ui/button';
import { landing, register } from '@/lib/strings';
import { TrialTerms } from './trial-terms';

export function CallToAction() {
  return (
    <section>
      <div className="mx-auto flex max-w-6xl flex-col items-start gap-5 px-4 py-12 sm:px-6 sm:py-28">
        <h2 className="max-w-2xl text-3xl font-semibold tracking-[-0.025em] sm:text-4xl">{register.invitation}</h2>
        <p className="max-w-xl text-[0.9375rem] text-muted-foreground">
          Create an account, load the sample data, and see an analysis in a few minutes.
        </p>
        <ButtonLink to="/register" size="lg">
          {landing.startDominating}
        </ButtonLink>
        <TrialTerms />
      </div>
    </section>
  );
}
