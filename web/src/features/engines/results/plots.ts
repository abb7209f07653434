import type { ComponentType } from 'react';
import type { ActionKey, ActionResult } from '@/api/engine-results';
import { AuditPlots } from './audit';
import { CitationPlots, DiscoverPlots, ExperimentPlots, ImpactPlots, PowerPlots, TreatmentPlots } from './causal';
import { AnswerPlots, GapPlots, RivalPlots, SharePlots, StrengthPlots } from './competitive';
import { ComposePlots, ContentBriefPlots, RevisePlots, ScorePlots } from './content';
import { ApplyPlots, PlanPlots, UndoPlots, VerifyPlots } from './execution';
import { AnalysisPlots, GroupPlots, WinPlots } from './keyword';
import { CalibratePlots, CurvePlots, ReportPlots } from './learning';
import { BacklinkPlots } from './links';
import { ExplainPlots, MarketPlots, MarketTable, TenantPlots } from './local';
import { AnomalyPlots, AttributePlots, ChangePointPlots, DecomposePlots, RulePlots } from './pattern';
import type { PlotProps } from './plot-props';
import { ForecastPlots, RankingPlots, ScenarioPlots } from './predictive';
import { CoveragePlots, LinkPlots, OverlapPlots, PromptPlots, SemanticBriefPlots } from './semantic';
import { PortfolioPlots, RoadmapPlots, StrategicScenarioPlots } from './strategic';

/** Names of an object's members; of a list or a scalar, none. */
type NamesIn<Value> = Value extends readonly unknown[] ? never : Value extends object ? keyof Value & string : never;

/** Paths of a result's members, one level deep: `clicks` and `clicks.fan`. */
type PathsIn<Result> = Result extends unknown
  ? { [Name in keyof Result & string]: Name | `${Name}.${NamesIn<NonNullable<Result[Name]>>}` }[keyof Result & string]
  : never;

interface Plots<Key extends ActionKey> {
  Component: ComponentType<PlotProps<Key>>;
  /** Table with actions of its rows, shown below instead of a generic one. */
  Table?: ComponentType<PlotProps<Key>>;
  /** Fields that the plots show completely, so that no table repeats them. */
  shows: readonly PathsIn<ActionResult<Key>>[];
}

type Registry = { readonly [Key in ActionKey]: Plots<Key> | null };

/** Plots of each action; null if values and tables are sufficient. */
export const PLOTS: Registry = {
  'keyword.analyse': { Component: AnalysisPlots, shows: ['bing', 'bingPages'] },
  'keyword.wins': { Component: WinPlots, shows: [] },
  'keyword.expand': null,
  'keyword.keyphrases': null,
  'keyword.cluster': { Component: GroupPlots, shows: ['clusters', 'groups'] },
  'competitive.share': { Component: SharePlots, shows: [] },
  'competitive.discover': { Component: RivalPlots, shows: [] },
  'competitive.gap': { Component: GapPlots, shows: [] },
  'competitive.explain': { Component: StrengthPlots, shows: [] },
  'competitive.answers': { Component: AnswerPlots, shows: ['sites', 'engines'] },
  'competitive.links': { Component: BacklinkPlots, shows: ['reclaim', 'sites', 'prospects', 'sources'] },
  'semantic.coverage': { Component: CoveragePlots, shows: ['winnersCoverage'] },
  'semantic.overlap': { Component: OverlapPlots, shows: [] },
  'semantic.links': { Component: LinkPlots, shows: [] },
  'semantic.brief': { Component: SemanticBriefPlots, shows: ['words'] },
  'semantic.prompts': { Component: PromptPlots, shows: ['prompts', 'answers', 'from', 'to', 'pages'] },
  'semantic.similarity': null,
  'causal.impact': {
    Component: ImpactPlots,
    shows: ['verdict', 'counterfactual', 'counterfactualLo', 'counterfactualHi', 'point'],
  },
  'causal.citations': { Component: CitationPlots, shows: ['verdict', 'relative', 'days'] },
  'causal.power': { Component: PowerPlots, shows: ['steps_for', 'advice'] },
  'causal.experiment': { Component: ExperimentPlots, shows: [] },
  'causal.discover': { Component: DiscoverPlots, shows: ['directed', 'undirected'] },
  'causal.treatment': { Component: TreatmentPlots, shows: ['ite'] },
  'pattern.change-points': { Component: ChangePointPlots, shows: ['given'] },
  'pattern.decompose': { Component: DecomposePlots, shows: ['trend', 'seasonal', 'remainder', 'given'] },
  'pattern.anomalies': { Component: AnomalyPlots, shows: ['given'] },
  'pattern.attribute': { Component: AttributePlots, shows: ['change', 'beforeDays', 'afterDays'] },
  'pattern.rules': { Component: RulePlots, shows: [] },
  'strategic.portfolio': { Component: PortfolioPlots, shows: [] },
  'strategic.scenarios': { Component: StrategicScenarioPlots, shows: ['robust'] },
  'strategic.roadmap': { Component: RoadmapPlots, shows: [] },
  'content.brief': { Component: ContentBriefPlots, shows: ['outline', 'missingFacts'] },
  'content.compose': { Component: ComposePlots, shows: ['draft', 'score'] },
  'content.score': { Component: ScorePlots, shows: ['findings'] },
  'content.audit': { Component: AuditPlots, shows: ['slowPages'] },
  'content.verify': null,
  'content.revise': { Component: RevisePlots, shows: ['draft', 'changes', 'after'] },
  'predictive.forecast': { Component: ForecastPlots, shows: ['clicks.fan', 'impressions.fan'] },
  'predictive.scenarios': { Component: ScenarioPlots, shows: ['firstLead'] },
  'predictive.ranking': { Component: RankingPlots, shows: [] },
  'learning.report': { Component: ReportPlots, shows: [] },
  'learning.calibrate': { Component: CalibratePlots, shows: ['calibrated'] },
  'learning.curves': { Component: CurvePlots, shows: [] },
  'learning.bandit': null,
  'execution.plan': { Component: PlanPlots, shows: ['steps', 'blocked'] },
  'execution.apply': { Component: ApplyPlots, shows: ['next', 'counts', 'state', 'reason'] },
  'execution.verify': { Component: VerifyPlots, shows: ['verdict'] },
  'execution.undo': { Component: UndoPlots, shows: ['steps', 'blocked'] },
  'local.scan': { Component: MarketPlots, Table: MarketTable, shows: ['markets'] },
  'local.score': { Component: MarketPlots, Table: MarketTable, shows: ['markets'] },
  'local.explain': { Component: ExplainPlots, shows: ['parts', 'arithmetic'] },
  'local.tenants': { Component: TenantPlots, shows: ['tenants'] },
};

function isActionKey(key: string): key is ActionKey {
  return Object.hasOwn(PLOTS, key);
}

/** Key of an engine's action; null for an unknown action. */
export function actionKey(engineId: string, action: string): ActionKey | null {
  const key = `${engineId}.${action}`;
  return isActionKey(key) ? key : null;
}

/** Actions with plots of their results. */
export const ACTIONS_WITH_PLOTS = Object.keys(PLOTS)
  .filter(isActionKey)
  .filter((key) => PLOTS[key] !== null);
