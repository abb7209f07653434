import type { AnswerReport } from '@/api/answers';
import { Card, CardHeader } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
import { LoadMore } from '@/components/ui/load-more';
import { usePhoneRows } from '@/components/ui/use-phone-rows';
import { PHONE, useMedia } from '@/hooks/use-media';
import { engineName, shareText } from '@/lib/answer-words';
import { plural } from '@/lib/format';
import { ShareBar } from './share-bar';
import { topicName } from './words';

type Topic = AnswerReport['topics'][number];

/** Shares of citations and of mentions by topic and engine, the own website with its rivals. */
export function TopicsCard({ topics }: { topics: readonly Topic[] }) {
  const isPhone = useMedia(PHONE);
  const [rows, pages] = usePhoneRows(topics);
  const Item = isPhone ? FoldedTopic : TopicBlock;
  return (
    <Card aria-label="Shares by topic">
      <CardHeader
        title="Shares by topic and engine"
        description="Mean over the prompts of a topic, with 95% intervals. Surfaces are listed apart, because their answers differ."
        className="max-sm:pb-4"
      />
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-border max-sm:border-t max-sm:border-border">
        {rows.map((topic) => (
          <li key={`${topic.topic} ${topic.engine}`} className="sm:p-5">
            <Item topic={topic} />
          </li>
        ))}
      </ul>
      <LoadMore query={pages} label="Show more engines" />
    </Card>
  );
}

/** The share of citations of the own website, with all shares below it. */
function FoldedTopic({ topic }: { topic: Topic }) {
  const own = topic.brands.find(({ brand }) => brand.isOwn);
  return (
    <Fold
      look="card"
      titleClassName="items-start py-2.5 [&>svg]:mt-0.5"
      title={
        <span className="grid min-w-0 flex-1 gap-1 text-[0.8125rem]">
          <span className="wrap-anywhere">
            <span className="font-medium">{topicName(topic.topic)}</span>, {engineName(topic.engine)}
          </span>
          <ShareBar share={own?.citations} isOwn />
        </span>
      }
    >
      <div className="px-5 pb-4">
        <TopicBlock topic={topic} />
      </div>
    </Fold>
  );
}

function TopicBlock({ topic }: { topic: Topic }) {
  const { shown } = topic;
  const isPartly = shown && shown.count < shown.answers;
  return (
    <section aria-label={`${topicName(topic.topic)}, ${engineName(topic.engine)}`}>
      <h3 className="font-semibold">{topicName(topic.topic)}</h3>
      <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-muted-foreground">
        {engineName(topic.engine)}: {plural(topic.answers, 'answer')} to {plural(topic.prompts, 'prompt')}.
        {isPartly ? ` An answer was shown in ${shareText({ ...shown, mid: shown.share })} of the checks.` : null}
      </p>
      <dl className="mt-3 grid gap-3 text-[0.8125rem]">
        {topic.brands.map(({ brand, citations, mentions }) => (
          <div key={brand.host} className="grid gap-x-6 gap-y-1 lg:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)]">
            <dt className={brand.isOwn ? 'font-medium wrap-anywhere' : 'wrap-anywhere'}>{brand.host}</dt>
            <dd className="grid gap-0.5">
              <span className="text-xs text-muted-foreground">Cited</span>
              <ShareBar share={citations} isOwn={brand.isOwn} />
            </dd>
            <dd className="grid gap-0.5">
              <span className="text-xs text-muted-foreground">Mentioned</span>
              <ShareBar share={mentions} isOwn={brand.isOwn} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
