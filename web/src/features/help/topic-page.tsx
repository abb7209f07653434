import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ENGINES } from '@/components/engines/engine-words';
import { cardText } from '@/components/engines/method/cards';
import { MarkdownView } from '@/components/engines/method/markdown-view';
import { NotFound } from '@/components/states/not-found';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { chapterOf, chapterText, documentAddress, pictureAddress } from './chapters';

/** A chapter of the user guide. */
export function ChapterPage() {
  const { topic = '' } = useParams();
  const chapter = chapterOf(topic);
  if (!chapter) return <NotFound />;
  return <Topic title={chapter.title} text={chapter.text} id={topic} load={() => chapterText(topic)} />;
}

/** The method card of an engine. */
export function CardPage() {
  const { engine = '' } = useParams();
  const card = ENGINES.find(({ id }) => id === engine);
  if (!card) return <NotFound />;
  const load = async () => (await cardText(card.id)).replace(/^# .*\n/, '');
  return <Topic title={`${card.name} engine`} text={card.question} id={`engines/${card.id}`} load={load} />;
}

function Topic({ title, text, id, load }: { title: string; text: string; id: string; load: () => Promise<string> }) {
  const query = useQuery({ queryKey: ['help', id], queryFn: load });
  return (
    <>
      <PageHeader
        title={title}
        description={text}
        actions={
          <ButtonLink to="/help" variant="outline" size="sm">
            All chapters
          </ButtonLink>
        }
      />
      <QueryPanel query={query} fallback="Failed to load the chapter.">
        {(source) => (
          <article className="max-w-3xl">
            <MarkdownView source={source} level={1} document={documentAddress} picture={pictureAddress} />
          </article>
        )}
      </QueryPanel>
    </>
  );
}
