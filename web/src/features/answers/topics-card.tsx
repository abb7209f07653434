import type { AnswerReport } from '@/api/answers';
import { Card, CardHeader } from '@/components/ui/card';
import { engineName, shareText } from '@/lib/answer-words';
import { formatNumber } from '@/lib/format';
import { ShareBar } from './share-bar';
import { topicName } from './words';

type Topic = AnswerReport['topics'][number];

/** Shares of citations and of mentions by topic and engine, the own website with its rivals. */
export function TopicsCard({ topics }: { topics: readonly Topic[] }) {
  return (
    <Card aria-label="Shares by topic">
      <CardHeader
        title="Shares by topic and engine"
        description="Mean over the prompts of a topic, with 95% intervals. Surfaces are listed apart, because their answers differ."
      />
      <ul className="grid divide-y divide-border">
        {topics.map((topic) => (
          <li key={`${topic.topic} ${topic.engine}`} className="p-5">
            <TopicBlock topic={topic} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function TopicBlock({ topic }: { topic: Topic }) {
  const { shown } = topic;
  const isPartly = shown && shown.count < shown.answers;
  return (
    <section aria-label={`${topicName(topic.topic)}, ${engineName(topic.engine)}`}>
      <h3 className="font-semibold">{topicName(topic.topic)}</h3>
      <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-muted-foreground">
        {engineName(topic.engine)}: {formatNumber(topic.answers, 0)} answers to {formatNumber(topic.prompts, 0)}{' '}
        {topic.prompts === 1 ? 'prompt' : 'prompts'}.
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
