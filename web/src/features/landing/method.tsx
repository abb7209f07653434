import { Section } from './section';

const STEPS = [
  {
    title: 'Bring what you have',
    text: 'Drop in an export of Search Console, or start with the sample data. You see which columns were understood before anything is stored.',
  },
  {
    title: 'Let the engines read it',
    text: 'Each engine answers one question, from which searches are worth winning to what moved the numbers. You watch it work.',
  },
  {
    title: 'Do the next best thing',
    text: 'You get a short list, ordered by worth against effort. Each entry shows its figures, its sources, and what would prove it wrong.',
  },
];

export function Method() {
  return (
    <Section title="From a file to a plan, on your own machine">
      <ol className="grid gap-px overflow-hidden rounded-lg border border-border bg-border md:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="bg-card p-6">
            <span aria-hidden="true" className="text-[0.8125rem] font-semibold text-brand tabular">
              {index + 1}
            </span>
            <h3 className="mt-3 text-[0.9375rem] font-semibold">{title}</h3>
            <p className="mt-1.5 text-muted-foreground">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
