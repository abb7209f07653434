import { ButtonLink } from '@/components/ui/button';
import { Strata } from '@/components/ui/strata';
import { landing } from '@/lib/strings';
import { Look } from './look';
import { TrialTerms } from './trial-terms';

/** The promise, and the product's picture next to it: below it on narrow screens. */
export function Hero() {
  return (
    <section className="relative overflow-hidden border-b border-border">
      <Strata className="absolute inset-y-0 right-0 h-full w-full opacity-70 lg:-translate-y-44 [mask-image:linear-gradient(to_right,transparent_38%,black_80%)] max-md:opacity-30" />
      <div className="relative mx-auto grid max-w-6xl items-center gap-8 px-4 py-8 sm:px-6 lg:min-h-[calc(100svh-4rem)] lg:grid-cols-[26rem_1fr] lg:gap-12">
        <div>
          <h1 className="text-4xl leading-[1.06] font-semibold tracking-[-0.03em] sm:text-5xl">
            Find the keywords that grow your revenue
          </h1>
          <p className="mt-5 max-w-xl text-base leading-relaxed text-muted-foreground sm:text-lg">
            An SEO platform with 11 AI-powered intelligence engines that find, rank and monetize markets. Every
            suggestion shows its evidence, value and confidence.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to="/register" size="lg">
              {landing.startTrial}
            </ButtonLink>
            <ButtonLink to="/demo" size="lg" variant="outline" className="bg-background">
              {landing.viewDemo}
            </ButtonLink>
          </div>
          <TrialTerms className="mt-5" />
        </div>
        <Look />
      </div>
    </section>
  );
}
