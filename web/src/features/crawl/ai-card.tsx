import type { CrawlAgent, CrawlAi } from '@/api/crawls';
import { Badge } from '@/components/ui/badge';
import { CardBody } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { Table, Td, Th } from '@/components/ui/table';
import { AI_PURPOSES, purposeName } from '@/lib/ai-purposes';
import { formatNumber, formatPercent, plural } from '@/lib/format';

/** Which AI crawlers may use the pages, and what they can read. */
export function AiCard({ ai }: { ai: CrawlAi }) {
  const others = [...new Set(ai.agents.map(({ purpose }) => purpose))].filter(
    (each) => !AI_PURPOSES.some((known) => known === each),
  );
  return (
    <FoldingCard
      title="AI crawlers"
      summary={blockedText(ai.agents)}
      description="Blocking training leaves answers untouched. Blocking the search index takes the website out of answers."
      always
      className="overflow-clip"
    >
      <Table label="Access of AI crawlers" className="mt-3 border-y border-border">
        <thead>
          <tr>
            <Th className="pl-5">Crawler</Th>
            <Th numeric className="pr-5">
              Pages that it may use
            </Th>
          </tr>
        </thead>
        {[...AI_PURPOSES, ...others].map((purpose) => (
          <Group key={purpose} purpose={purpose} agents={ai.agents.filter((agent) => agent.purpose === purpose)} />
        ))}
      </Table>
      <CardBody className="grid max-w-3xl gap-1 text-[0.8125rem] text-pretty text-muted-foreground">
        <p>{scriptText(ai.scriptPages)}</p>
        <p>{llmsText(ai.hasLlmsTxt)}</p>
      </CardBody>
    </FoldingCard>
  );
}

function Group({ purpose, agents }: { purpose: string; agents: readonly CrawlAgent[] }) {
  if (agents.length === 0) return null;
  return (
    <tbody className="border-b border-border last:border-b-0">
      <tr>
        <th scope="rowgroup" colSpan={2} className="bg-muted/50 px-5 py-2 text-xs font-medium text-muted-foreground">
          {purposeName(purpose)}
        </th>
      </tr>
      {agents.map((agent) => (
        <AgentRow key={agent.name} agent={agent} />
      ))}
    </tbody>
  );
}

function AgentRow({ agent: { name, allowed, refused, nosnippet, isUnbound } }: { agent: CrawlAgent }) {
  const all = allowed + refused;
  return (
    <tr>
      <th scope="row" className="border-b border-border px-5 py-2.5 font-normal in-[tr:last-child]:border-b-0">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {name} {isUnbound ? <Badge tone="warning">not bound by robots.txt</Badge> : null}
        </span>
      </th>
      <Td numeric className="pr-5">
        {formatNumber(allowed, 0)} of {formatNumber(all, 0)}{' '}
        <span className="ml-1 text-muted-foreground">{all > 0 ? formatPercent(allowed / all, 0) : ''}</span>
        {nosnippet === null || nosnippet === 0 ? null : (
          <span className="block text-xs text-muted-foreground">{formatNumber(nosnippet, 0)} not to be quoted</span>
        )}
      </Td>
    </tr>
  );
}

/** How many crawlers may use no page or only some of them. */
function blockedText(agents: readonly CrawlAgent[]): string {
  const blocked = agents.filter(({ refused }) => refused > 0).length;
  return blocked === 0 ? 'all allowed' : `${formatNumber(blocked, 0)} of ${formatNumber(agents.length, 0)} blocked`;
}

function scriptText(pages: number): string {
  if (pages === 0) return 'No page needs scripts to show its content. AI crawlers do not run scripts.';
  return `${plural(pages, 'page needs', 'pages need')} scripts to show content. AI crawlers do not run scripts and do not see it.`;
}

function llmsText(has: boolean | null): string {
  const state =
    has === null ? 'Whether there is an llms.txt is unknown' : has ? 'There is an llms.txt' : 'There is no llms.txt';
  return `${state}. No large operator has promised to read it.`;
}
