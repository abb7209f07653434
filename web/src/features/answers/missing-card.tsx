import type { AnswerReport } from '@/api/answers';
import { Fold } from '@/components/ui/fold';
import { FoldingCard } from '@/components/ui/folding-card';
import { Table, Td, Th } from '@/components/ui/table';
import { shareText } from '@/lib/answer-words';
import { formatMoney, formatNumber, NO_VALUE } from '@/lib/format';

type Missing = NonNullable<AnswerReport['missing']>;
type Value = Missing['value'];
type Clicks = Missing['clicks'];

const SHOWN = 20;

/** Monthly value of citations in AI overviews that the website lacks, with the assumptions. */
export function MissingCard({ missing }: { missing: Missing }) {
  const { prompts = [], withoutVolume = 0, assumptions = [] } = missing;
  return (
    <FoldingCard
      title="Value of missing citations"
      summary={missing.value ? `${formatMoney(missing.value.midCents, missing.value.currency)} a month` : undefined}
      description="What being cited in every AI overview of Google would add a month, with 80% intervals. There is no estimate for assistants: how often a question is asked there is not published."
    >
      <div className="grid gap-4 p-5">
        {prompts.length > 0 ? (
          <>
            <p>
              All together: {clicksText(missing.clicks)} clicks, {moneyText(missing.value)}.
            </p>
            <Rows prompts={prompts} />
            <Fold title={<span className="font-medium">Assumptions</span>}>
              <ul className="list-disc pl-5 text-sm">
                {assumptions.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </Fold>
          </>
        ) : null}
        {withoutVolume > 0 ? (
          <p className="text-sm text-muted-foreground">
            {formatNumber(withoutVolume, 0)} {withoutVolume === 1 ? 'query has' : 'queries have'} AI overviews but no
            known search volume. Import volumes and run the keyword engine to see an estimate.
          </p>
        ) : null}
      </div>
    </FoldingCard>
  );
}

function Rows({ prompts }: { prompts: Missing['prompts'] & {} }) {
  return (
    <Table stacked label="Missing citations by query">
      <thead>
        <tr>
          <Th>Query</Th>
          <Th numeric>Volume</Th>
          <Th numeric>Overview shown</Th>
          <Th numeric>Overviews that cite you</Th>
          <Th numeric>Clicks a month</Th>
          <Th numeric>Monthly value</Th>
        </tr>
      </thead>
      <tbody>
        {prompts.slice(0, SHOWN).map((row) => (
          <tr key={row.prompt}>
            <Td stack="title">{row.text}</Td>
            <Td numeric label="Volume">
              {formatNumber(row.volume, 0)}
            </Td>
            <Td numeric label="Overview shown">
              {shareText({ ...row.shown, mid: row.shown.share })}
            </Td>
            <Td numeric label="Cites you">
              {shareText({ ...row.cited, mid: row.cited.share })}
            </Td>
            <Td numeric label="Clicks a month">
              {clicksText(row.clicks)}
            </Td>
            <Td numeric label="Monthly value">
              {moneyText(row.value)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function clicksText(clicks: Clicks): string {
  if (!clicks) return NO_VALUE;
  const text = (value: number) => formatNumber(value, value < 10 ? 1 : 0);
  return `${text(clicks.mid)} (${text(clicks.low)} to ${text(clicks.high)})`;
}

function moneyText(value: Value): string {
  if (!value) return 'value unknown';
  const { lowCents, midCents, highCents, currency } = value;
  const text = (cents: number) => formatMoney(cents, currency);
  return `${text(midCents)} (${text(lowCents)} to ${text(highCents)})`;
}
