import { ButtonLink } from '@/components/ui/button';
import { Strata } from '@/components/ui/strata';
import { landing } from '@/lib/strings';
import { TrialTerms } from './trial-terms';

export function Hero() {
  return (
    <section className="relative flex items-center sm:min-h-[calc(100svh-4rem)] overflow-hidden border-b border-border">
      <Strata className="absolute inset-y-0 right-0 h-full w-full opacity-70 [mask-image:linear-gradient(to_right,transparent_38%,black_80%)] max-md:opacity-30" />
      <div className="relative mx-auto w-full max-w-6xl px-4 py-12 sm:px-6">
        <h1 className="max-w-3xl text-4xl leading-[1.06] font-semibold tracking-[-0.03em] sm:text-6xl">
          Find the keywords that grow your revenue
        </h1>
        <p className="mt-6 max-w-xl text-base leading-relaxed text-muted-foreground sm:text-lg">
          An SEO platform with 11 AI-powered intelligence engines that find, rank and monetize markets. Every suggestion
          shows its evidence, value and confidence.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to="/register" size="lg">
            {landing.startTrial}
          </ButtonLink>
          <ButtonLink to="/demo" size="lg" variant="outline" className="bg-background">
            {landing.viewDemo}
          </ButtonLink>
        </div>
        <TrialTerms className="mt-6" />
      </div>
    </section>
  );
}
