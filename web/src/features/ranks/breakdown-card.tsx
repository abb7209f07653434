import type { ReactNode } from 'react';
import type { RankGroup, RankMover, RankSummary } from '@/api/ranks';
import { CardBody } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { Table, Td, Th } from '@/components/ui/table';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useUrlState } from '@/hooks/use-url-state';
import { formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import { changeText, featureName } from './rank-words';

const DEFAULTS = { by: 'movers' };
const TABS = [
  { value: 'movers', label: 'Movers' },
  { value: 'features', label: 'SERP features' },
  { value: 'tags', label: 'Tags' },
  { value: 'places', label: 'Places' },
  { value: 'devices', label: 'Devices' },
] as const;

/** Movers of the week, features of the results, and groups of keywords. */
export function BreakdownCard({ summary, onKeyword }: { summary: RankSummary; onKeyword: (id: string) => void }) {
  const [{ by }, setUrl] = useUrlState(DEFAULTS);
  const shown = TABS.find(({ value }) => value === by)?.value ?? 'movers';
  const content: Record<(typeof TABS)[number]['value'], ReactNode> = {
    movers: <Movers summary={summary} onKeyword={onKeyword} />,
    features: <Features summary={summary} />,
    tags: <Groups name="Tag" groups={summary.tags} nameOf={(tag) => tag} none="No keyword has a tag." />,
    places: (
      <Groups name="Place" groups={summary.places} nameOf={(place) => place || 'Whole country'} none="No keywords." />
    ),
    devices: (
      <Groups
        name="Device"
        groups={summary.devices}
        nameOf={(device) => (device === 'mobile' ? 'Mobile' : 'Desktop')}
        none="No keywords."
      />
    ),
  };
  return (
    <FoldingCard
      title="Breakdown"
      summary={`${formatNumber(summary.moversUp.length, 0)} won, ${formatNumber(summary.moversDown.length, 0)} lost`}
      description="What moved in seven days, and how groups of keywords do."
    >
      <CardBody>
        <Tabs value={shown} onValueChange={(to) => setUrl({ by: to })}>
          <TabList aria-label="Breakdown of">
            {TABS.map(({ value, label }) => (
              <Tab key={value} value={value}>
                {label}
              </Tab>
            ))}
          </TabList>
          <TabPanel value={shown} className="min-h-40 pt-4">
            {content[shown]}
          </TabPanel>
        </Tabs>
      </CardBody>
    </FoldingCard>
  );
}

function Movers({ summary, onKeyword }: { summary: RankSummary; onKeyword: (id: string) => void }) {
  const { moversUp, moversDown } = summary;
  if (moversUp.length + moversDown.length === 0) {
    return <p className="text-muted-foreground">No rank changed compared with seven days ago.</p>;
  }
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <MoverList title="Won" movers={moversUp} onKeyword={onKeyword} />
      <MoverList title="Lost" movers={moversDown} onKeyword={onKeyword} />
    </div>
  );
}

function MoverList({
  title,
  movers,
  onKeyword,
}: {
  title: string;
  movers: readonly RankMover[];
  onKeyword: (id: string) => void;
}) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {movers.length === 0 ? <p className="text-muted-foreground">None.</p> : null}
      <ul className="grid gap-1.5 text-[0.8125rem]">
        {movers.map((mover) => (
          <li key={mover.id} className="flex items-baseline justify-between gap-4">
            <button
              type="button"
              className="min-h-6 text-left wrap-anywhere hover:text-brand hover:underline"
              onClick={() => onKeyword(mover.id)}
            >
              {mover.keyword}
            </button>
            <span className="tabular whitespace-nowrap text-muted-foreground">
              {mover.from ?? 'beyond'} to {mover.to ?? 'beyond'}{' '}
              <span className={mover.change > 0 ? 'text-success' : 'text-destructive'}>{changeText(mover.change)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Features({ summary }: { summary: RankSummary }) {
  if (summary.features.length === 0) return <p className="text-muted-foreground">No features yet.</p>;
  return (
    <Table label="SERP features">
      <thead>
        <tr>
          <Th>Feature</Th>
          <Th numeric>Keywords</Th>
          <Th numeric>With your website</Th>
        </tr>
      </thead>
      <tbody>
        {summary.features.map(({ feature, keywords, owned }) => (
          <tr key={feature}>
            <Td>{featureName(feature)}</Td>
            <Td numeric>{formatNumber(keywords, 0)}</Td>
            <Td numeric>{formatNumber(owned, 0)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Groups({
  name,
  groups,
  nameOf,
  none,
}: {
  name: string;
  groups: readonly RankGroup[];
  nameOf: (name: string) => string;
  none: string;
}) {
  if (groups.length === 0) return <p className="text-muted-foreground">{none}</p>;
  return (
    <Table label={`Keywords by ${name.toLowerCase()}`}>
      <thead>
        <tr>
          <Th>{name}</Th>
          <Th numeric>Keywords</Th>
          <Th numeric>First ten</Th>
          <Th numeric>Share of voice</Th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.name}>
            <Td>{nameOf(group.name)}</Td>
            <Td numeric>{formatNumber(group.keywords, 0)}</Td>
            <Td numeric>{formatNumber(group.top10, 0)}</Td>
            <Td numeric>{group.share === null ? NO_VALUE : formatPercent(group.share, 1)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
