import { landing } from '@/lib/strings';
import { Section } from './section';

const STREAMS = [
  {
    title: 'Lead generation',
    range: landing.leadGeneration,
    text: 'Send enquiries from pages that rank to businesses that want them.',
  },
  {
    title: 'Rank and rent',
    range: landing.rankAndRent,
    text: 'Rent out a site that already ranks for a local service.',
  },
  {
    title: 'SEO services',
    range: landing.seoServices,
    text: 'Work for clients, with the evidence for each step in the report.',
  },
  { title: 'White label', range: landing.whiteLabel, text: 'Run the platform for others under your own name.' },
];

export function RevenueStreams() {
  return (
    <Section title="Four ways it can earn" className="bg-card">
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
        Ranges of what such work is offered for, not a promise of income. What you earn depends on your market and your
        work.
      </p>
    </Section>
  );
}
