import { Bot, GitBranch, type LucideIcon, Pickaxe, Radar, RefreshCcw, TrendingUp } from 'lucide-react';
import { Section } from './section';

const CAPABILITIES: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Pickaxe,
    title: 'Strategic opportunity engine',
    text: 'Finds profitable keywords and niches, and orders them by what they are worth against the work they take.',
  },
  {
    icon: TrendingUp,
    title: 'Predictive ranking',
    text: 'Says where a page is heading, as a range with a probability, and keeps score of its own predictions.',
  },
  {
    icon: Radar,
    title: 'Competitive intelligence',
    text: 'Shows who holds the places you want, what they cover and you do not, and where they are weak.',
  },
  {
    icon: RefreshCcw,
    title: 'Self-learning AI',
    text: 'Compares what was advised with what came of it, and trusts each kind of advice as far as it has proved right.',
  },
  {
    icon: Bot,
    title: 'Automated execution',
    text: 'Builds, optimizes and ranks sites on autopilot, inside the budgets and limits that you set.',
  },
  {
    icon: GitBranch,
    title: 'Causal framework',
    text: 'Separates what a change did from what would have happened anyway, and says so when the data cannot tell.',
  },
];

export function Capabilities() {
  return (
    <Section title="Six ways to know more than the ranking" text="One set of data underneath, so that they agree.">
      <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {CAPABILITIES.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <span className="grid size-10 place-items-center rounded-md bg-brand-soft text-brand">
              <Icon size={18} aria-hidden="true" />
            </span>
            <h3 className="mt-4 text-[0.9375rem] font-semibold">{title}</h3>
            <p className="mt-1.5 text-muted-foreground">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
