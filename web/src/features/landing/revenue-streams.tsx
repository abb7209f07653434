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
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {STREAMS.map(({ title, range, text }) => (
          <li key={title} className="flex flex-col rounded-lg border border-border bg-background p-5">
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-4 text-lg font-semibold tracking-tight text-brand tabular">{range}</p>
            <p className="mt-2 text-muted-foreground">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-6 max-w-2xl text-[0.8125rem] text-muted-foreground">
        Typical price ranges, not a promise of income. Results depend on your market and your work.
      </p>
    </Section>
  );
}
