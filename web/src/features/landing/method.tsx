import { Section } from './section';

const STEPS = [
  {
    title: 'Import your data',
    text: 'Upload a Search Console export or use the sample data. Preview the recognized columns before anything is stored.',
  },
  {
    title: 'Run the engines',
    text: 'Each engine answers one question, from valuable keywords to the causes of traffic changes.',
  },
  {
    title: 'Act on the results',
    text: 'Get a list of opportunities ranked by value and effort, each with its data, sources and assumptions.',
  },
];

export function Method() {
  return (
    <Section title="From an export to a plan in three steps">
      <ol className="grid gap-px overflow-hidden rounded-lg border border-border bg-border md:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 bg-card p-4 sm:block sm:p-6">
            <span aria-hidden="true" className="text-[0.8125rem] font-semibold text-brand tabular">
              {index + 1}
            </span>
            <h3 className="text-[0.9375rem] font-semibold sm:mt-3">{title}</h3>
            <p className="col-start-2 mt-1 text-muted-foreground">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
