import { landing } from '@/lib/strings';
import { Section } from './section';

const STREAMS = [
  {
    title: 'Lead generation',
    range: landing.leadGeneration,
    text: 'Sell enquiries from ranking pages to local businesses.',
  },
  {
    title: 'Rank and rent',
    range: landing.rankAndRent,
    text: 'Rent out sites that rank for a local service.',
  },
  {
    title: 'SEO services',
    range: landing.seoServices,
    text: 'Offer SEO to clients with evidence for each step.',
  },
  { title: 'White label', range: landing.whiteLabel, text: 'Offer the platform under your own brand.' },
];

export function RevenueStreams() {
  return (
    <Section title="Four revenue streams" className="bg-card">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {STREAMS.map(({ title, range, text }) => (
          <li
            key={title}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 rounded-lg border border-border bg-background p-4 sm:block sm:p-5"
          >
            <h3 className="font-semibold">{title}</h3>
            <p className="text-base font-semibold tracking-tight text-brand tabular sm:mt-4 sm:text-lg">{range}</p>
            <p className="mt-1 text-muted-foreground col-span-2">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-6 max-w-2xl text-[0.8125rem] text-muted-foreground">
        Typical price ranges, not a promise of income. Results depend on your market and your work.
      </p>
    </Section>
  );
}
