import { useQuery } from '@tanstack/react-query';
import { answerQueries } from '@/api/answers';
import { QueryPanel } from '@/components/states/query-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Table, Td, Th } from '@/components/ui/table';
import { engineName, shareText } from '@/lib/answer-words';
import { formatNumber } from '@/lib/format';

/** Shares of a prompt by day and engine, newest first. */
export function History({ promptId }: { promptId: string }) {
  const query = useQuery(answerQueries.history(promptId));
  return (
    <section aria-label="History of the prompt" className="border-t border-border">
      <h3 className="px-5 pt-4 pb-2 font-medium">History</h3>
      <QueryPanel query={query} fallback="Failed to load the history." loading={<Skeleton className="m-5 h-24" />}>
        {(days) =>
          days.length === 0 ? (
            <p className="px-5 pb-4 text-[0.8125rem] text-muted-foreground">No complete answers in the last year.</p>
          ) : (
            <Table label="Shares of the prompt by day">
              <thead>
                <tr>
                  <Th className="pl-5">Day (UTC)</Th>
                  <Th>Engine</Th>
                  <Th numeric>Answers</Th>
                  <Th numeric>Cited</Th>
                  <Th numeric className="pr-5">
                    Mentioned
                  </Th>
                </tr>
              </thead>
              <tbody>
                {[...days].reverse().map(({ day, engine, answers, citations, mentions }) => (
                  <tr key={`${day} ${engine}`}>
                    <Td className="pl-5 whitespace-nowrap">{day}</Td>
                    <Td>{engineName(engine)}</Td>
                    <Td numeric>{formatNumber(answers, 0)}</Td>
                    <Td numeric>{shareText(citations && { ...citations, mid: citations.share })}</Td>
                    <Td numeric className="pr-5">
                      {shareText(mentions && { ...mentions, mid: mentions.share })}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </QueryPanel>
    </section>
  );
}
