import { useState } from 'react';
import { Link } from 'react-router';
import { ENGINES } from '@/components/engines/engine-words';
import { Input } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { PARTS } from './chapters';
import { FirstSteps } from './first-steps';

interface Entry {
  title: string;
  text: string;
  to: string;
}

const GUIDE = PARTS.map(({ title, chapters }) => ({
  title,
  entries: chapters.map((chapter): Entry => ({ title: chapter.title, text: chapter.text, to: `/help/${chapter.id}` })),
}));

const METHODS = {
  title: 'Method cards',
  entries: ENGINES.map(
    ({ id, name, question }): Entry => ({
      title: `${name} engine`,
      text: question,
      to: `/help/engines/${id}`,
    }),
  ),
};

/** The user guide: first steps, chapters, glossary and method cards. */
export default function HelpPage() {
  const [wanted, setWanted] = useState('');
  const words = wanted.trim().toLowerCase();
  const sections = [...GUIDE, METHODS]
    .map(({ title, entries }) => ({ title, entries: entries.filter((entry) => isMatch(entry, words)) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <>
      <PageHeader title="Help" description="The user guide, the glossary, and how each engine works." />
      <div className="grid gap-8">
        <FirstSteps />
        <search>
          <Input
            type="search"
            aria-label="Filter chapters"
            placeholder="Filter chapters"
            className="max-w-md"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </search>
        {sections.map((section) => (
          <Section key={section.title} {...section} />
        ))}
        {sections.length === 0 ? (
          <p className="text-muted-foreground">No chapter matches. Try a shorter word.</p>
        ) : null}
      </div>
    </>
  );
}

function isMatch({ title, text }: Entry, words: string): boolean {
  return `${title} ${text}`.toLowerCase().includes(words);
}

function Section({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-[0.9375rem] font-semibold">{title}</h2>
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {entries.map(({ title: name, text, to }) => (
          <li key={to}>
            <Link to={to} className="-mx-2 block rounded-md p-2 hover:bg-accent">
              <span className="font-medium">{name}</span>
              <span className="block text-[0.8125rem] text-muted-foreground">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
