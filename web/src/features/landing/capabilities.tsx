import { Bot, GitBranch, type LucideIcon, Pickaxe, Radar, RefreshCcw, TrendingUp } from 'lucide-react';
import { Section } from './section';

const CAPABILITIES: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Pickaxe,
    title: 'Strategic opportunity engine',
    text: 'Finds profitable keywords and niches and ranks them by value and effort.',
  },
  {
    icon: TrendingUp,
    title: 'Predictive ranking',
    text: 'Forecasts rankings with probabilities, and tracks the accuracy of its forecasts.',
  },
  {
    icon: Radar,
    title: 'Competitive intelligence',
    text: 'Shows who ranks for your keywords, what they cover and where they are weak.',
  },
  {
    icon: RefreshCcw,
    title: 'Self-learning AI',
    text: 'Compares recommendations with their outcomes and calibrates its confidence.',
  },
  {
    icon: Bot,
    title: 'Automated execution',
    text: 'Builds, optimizes and ranks sites on autopilot, within your budgets and limits.',
  },
  {
    icon: GitBranch,
    title: 'Causal framework',
    text: 'Separates the effect of a change from the trend, and reports when the data are insufficient.',
  },
];

export function Capabilities() {
  return (
    <Section
      title="Six capabilities, one data set"
      text="All engines use the same data, so their results are consistent."
    >
      <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-3">
        {CAPABILITIES.map(({ icon: Icon, title, text }) => (
          <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 sm:block">
            <span className="row-span-2 grid size-10 place-items-center rounded-md bg-brand-soft text-brand">
              <Icon size={18} aria-hidden="true" />
            </span>
            <h3 className="text-[0.9375rem] font-semibold sm:mt-4">{title}</h3>
            <p className="mt-1 text-muted-foreground">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
