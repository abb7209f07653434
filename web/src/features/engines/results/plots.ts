import type { ComponentType } from 'react';
import { DiscoverPlots, ExperimentPlots, ImpactPlots, PowerPlots, TreatmentPlots } from './causal';
import { GapPlots, RivalPlots, SharePlots, StrengthPlots } from './competitive';
import { ComposePlots, ContentBriefPlots, RevisePlots, ScorePlots } from './content';
import { ApplyPlots, PlanPlots, UndoPlots, VerifyPlots } from './execution';
import { GroupPlots } from './keyword';
import { CalibratePlots, CurvePlots, ReportPlots } from './learning';
import { ExplainPlots, MarketPlots, TenantPlots } from './local';
import { AnomalyPlots, AttributePlots, ChangePointPlots, DecomposePlots, RulePlots } from './pattern';
import { ForecastPlots, RankingPlots, ScenarioPlots } from './predictive';
import type { ResultProps } from './result';
import { CoveragePlots, LinkPlots, OverlapPlots, SemanticBriefPlots } from './semantic';
import { PortfolioPlots, RoadmapPlots, StrategicScenarioPlots } from './strategic';

interface Plots {
  Component: ComponentType<ResultProps>;
  /** Members that the plots show whole, so that no table repeats them. */
  shows: readonly string[];
}

const plots = (Component: ComponentType<ResultProps>, ...shows: string[]): Plots => ({ Component, shows });

const PLOTS: Record<string, Plots> = {
  'competitive share': plots(SharePlots),
  'competitive discover': plots(RivalPlots),
  'competitive gap': plots(GapPlots),
  'competitive explain': plots(StrengthPlots),
  'keyword cluster': plots(GroupPlots, 'clusters', 'groups'),
  'semantic coverage': plots(CoveragePlots, 'winnersCoverage'),
  'semantic overlap': plots(OverlapPlots),
  'semantic links': plots(LinkPlots),
  'semantic brief': plots(SemanticBriefPlots, 'words'),
  'causal impact': plots(ImpactPlots, 'verdict', 'counterfactual', 'counterfactualLo', 'counterfactualHi', 'point'),
  'causal power': plots(PowerPlots, 'steps_for'),
  'causal experiment': plots(ExperimentPlots),
  'causal discover': plots(DiscoverPlots, 'directed', 'undirected'),
  'causal treatment': plots(TreatmentPlots, 'ite'),
  'pattern change-points': plots(ChangePointPlots, 'given'),
  'pattern decompose': plots(DecomposePlots, 'trend', 'seasonal', 'remainder', 'given'),
  'pattern anomalies': plots(AnomalyPlots, 'given'),
  'pattern attribute': plots(AttributePlots),
  'pattern rules': plots(RulePlots),
  'strategic portfolio': plots(PortfolioPlots),
  'strategic scenarios': plots(StrategicScenarioPlots, 'robust'),
  'strategic roadmap': plots(RoadmapPlots),
  'content brief': plots(ContentBriefPlots, 'outline', 'missingFacts'),
  'content compose': plots(ComposePlots, 'draft', 'score'),
  'content score': plots(ScorePlots, 'findings'),
  'content revise': plots(RevisePlots, 'draft', 'changes', 'after'),
  'predictive forecast': plots(ForecastPlots, 'clicks.fan', 'impressions.fan'),
  'predictive scenarios': plots(ScenarioPlots, 'firstLead'),
  'predictive ranking': plots(RankingPlots),
  'learning report': plots(ReportPlots),
  'learning calibrate': plots(CalibratePlots, 'calibrated'),
  'learning curves': plots(CurvePlots),
  'execution plan': plots(PlanPlots, 'steps', 'blocked'),
  'execution apply': plots(ApplyPlots, 'next', 'counts', 'state', 'reason'),
  'execution verify': plots(VerifyPlots, 'verdict'),
  'execution undo': plots(UndoPlots, 'steps', 'blocked'),
  'local scan': plots(MarketPlots, 'markets'),
  'local score': plots(MarketPlots, 'markets'),
  'local explain': plots(ExplainPlots, 'parts', 'arithmetic'),
  'local tenants': plots(TenantPlots, 'tenants'),
};

/** Engine and action, of all that are drawn. */
export const ACTIONS_WITH_PLOTS = Object.keys(PLOTS);

/** What is drawn of an action's result; null where figures and tables say all. */
export function plotsOf(engineId: string, action: string): Plots | null {
  return PLOTS[`${engineId} ${action}`] ?? null;
}
