import type { ReactNode } from 'react';
import type { PackConditions, PackContent, PackReference } from '@/api/packs';
import { Badge } from '@/components/ui/badge';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
import { formatNumber } from '@/lib/format';
import { Findings } from './findings';
import { conditionWords } from './words';

/** Sections of a pack with their statements, where they hold, and their sources. */
export function PackView({ content }: { content: PackContent }) {
  const sources = new Map(content.sources.map((source) => [source.id, source]));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {content.findings.length > 0 ? (
        <Callout tone="warning" title="The check of this pack found">
          <Findings findings={content.findings} />
        </Callout>
      ) : null}
      {content.sections
        .filter(({ statements }) => statements.length > 0)
        .map(({ key, heading, isOrdered, statements }, index) => (
          <Section key={key} isOpen={index === 0} title={heading} count={statements.length} isOrdered={isOrdered}>
            {statements.map(({ id, label, text, conditions, sources: ids }) => (
              <Entry key={id} conditions={conditions} ids={ids} sources={sources}>
                {label ? <strong>{label}: </strong> : null}
                {text}
              </Entry>
            ))}
          </Section>
        ))}
      {content.questions.length > 0 ? (
        <Section title="Questions" count={content.questions.length}>
          {content.questions.map(({ id, question, answer, conditions, sources: ids }) => (
            <Entry key={id} conditions={conditions} ids={ids} sources={sources}>
              <strong className="block">{question}</strong>
              {answer}
            </Entry>
          ))}
        </Section>
      ) : null}
      {content.glossary.length > 0 ? (
        <Section title="Glossary" count={content.glossary.length}>
          {content.glossary.map(({ term, definition }) => (
            <li key={term} className="px-5 py-3">
              <strong>{term}: </strong>
              {definition}
            </li>
          ))}
        </Section>
      ) : null}
      <Section title="Sources" count={content.sources.length}>
        {content.sources.map((source) => (
          <li key={source.id} className="px-5 py-3 wrap-anywhere">
            <SourceLink source={source} />
          </li>
        ))}
      </Section>
    </div>
  );
}

function Section({
  title,
  count,
  isOrdered = false,
  isOpen = false,
  children,
}: {
  title: string;
  count: number;
  isOrdered?: boolean;
  /** Whether it is unfolded at first. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  const List = isOrdered ? 'ol' : 'ul';
  const heading = `${title} (${formatNumber(count, 0)})`;
  // A pack has about a hundred statements: sections unfold.
  return (
    <Card aria-label={title}>
      <Fold
        look="card"
        open={isOpen || undefined}
        title={<h2 className="text-[0.9375rem] font-semibold">{heading}</h2>}
      >
        <List className="divide-y divide-border border-t border-border leading-6">{children}</List>
      </Fold>
    </Card>
  );
}

function Entry({
  conditions,
  ids,
  sources,
  children,
}: {
  conditions: PackConditions;
  ids: readonly string[];
  sources: ReadonlyMap<string, PackReference>;
  children: ReactNode;
}) {
  const words = conditionWords(conditions);
  const known = ids.map((id) => sources.get(id)).filter((source) => source !== undefined);
  return (
    <li className="px-5 py-3">
      <p className="max-w-prose">{children}</p>
      {words.length > 0 ? (
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          {words.map((word) => (
            <Badge key={word}>{word}</Badge>
          ))}
        </p>
      ) : null}
      {known.length > 0 ? (
        <p className="mt-1 text-[0.8125rem] wrap-anywhere text-muted-foreground">
          {known.map((source, index) => (
            <span key={source.id}>
              {index > 0 ? '; ' : ''}
              <SourceLink source={source} />
            </span>
          ))}
        </p>
      ) : null}
    </li>
  );
}

function SourceLink({ source: { title, publisher, year, url } }: { source: PackReference }) {
  const isAddress = /^https?:\/\//.test(url);
  return (
    <>
      {isAddress ? (
        <a
          className="text-brand underline underline-offset-2"
          href={url}
          target="_blank"
          rel="nofollow noopener noreferrer"
        >
          {title}
        </a>
      ) : (
        title
      )}{' '}
      ({publisher}, {year})
    </>
  );
}
