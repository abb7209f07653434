import type { ActionKey, ActionResult } from '@/api/engine-results';
import { formatChange, formatDate, formatMoney, formatPercent, NO_VALUE, plural } from '@/lib/format';
import { readable } from '@/lib/readable';
import { type Answer, type Answers, COUNTED, interval80, money80, sureness, whole } from './answer';
import { answersOfForecasts } from './answers-forecast';

const KEYWORDS: Answers = {
  'keyword.analyse': ({ totals }) => {
    const subject = `${plural(totals.queries, 'query', 'queries')} in ${plural(totals.clusters, 'cluster')}`;
    if (!totals.value)
      return { text: `${subject}: ${whole(totals.clicks)} clicks in the period.`, confidence: COUNTED };
    const amount = formatMoney(totals.value.midCents, totals.value.currency);
    return {
      text: `${subject} can add ${amount} a month at their target positions.`,
      confidence: money80(totals.value),
    };
  },
  'keyword.wins': ({ wins }) => {
    const [best] = wins;
    if (!best) return { text: 'No quick wins among these queries.', confidence: COUNTED };
    // The list is in the order of expected value and confidence by effort: another query may be worth more.
    const found = `${plural(wins.length, 'quick win')}. The one that pays most for its effort is "${best.query}"`;
    const sure = `${formatPercent(best.confidence, 0)} confidence.`;
    if (!best.impact) return { text: `${found}.`, confidence: sure };
    const amount = formatMoney(best.impact.midCents, best.impact.currency);
    return { text: `${found}: ${amount} a month.`, confidence: `${sure} ${money80(best.impact)}` };
  },
  'keyword.cluster': (result) => {
    if (!('groups' in result)) return null;
    const text = `${plural(result.clusters.length, 'text')} in ${plural(result.groups.length, 'group')}.`;
    return { text, confidence: COUNTED };
  },
};

const COMPETITORS: Answers = {
  'competitive.share': ({ domains, resultPages }) => {
    const own = domains.find(({ isOwn }) => isOwn);
    const [first] = domains;
    if (!own || !first) return null;
    const lead = first.isOwn ? 'more than any other site' : `${first.domain} gets ${formatPercent(first.share)}`;
    const text = `You get ${formatPercent(own.share)} of the clicks, ${whole(own.clicks)} a month; ${lead}.`;
    return { text, confidence: `Calculated from positions in ${plural(resultPages, 'SERP')} and a CTR curve.` };
  },
  'competitive.discover': ({ summary }) => ({ text: summary, confidence: COUNTED }),
  'competitive.explain': ({ summary }) => ({ text: summary, confidence: 'From the order of sites in the SERPs.' }),
  'competitive.gap': ({ queries, clicks }) => {
    const found = `Competitors rank above you on ${plural(queries.length, 'query', 'queries')}`;
    if (!clicks) return { text: `${found}.`, confidence: COUNTED };
    return {
      text: `${found} and get ${whole(clicks.mean)} more clicks a month on average.`,
      confidence: interval80(clicks),
    };
  },
  'competitive.links': ({ reclaim, prospects, uncheckedPages, gapNotComputed }) => {
    const pages = `${plural(reclaim.length, 'broken page')} with live backlinks`;
    const gap = `a link gap of ${plural(prospects.length, 'domain')}`;
    const rest = uncheckedPages > 0 ? ` ${plural(uncheckedPages, 'linked page')} not in the crawl.` : '';
    if (gapNotComputed) return { text: `${pages}.${rest}`, confidence: gapNotComputed };
    return { text: `${pages}, and ${gap}.${rest}`, confidence: COUNTED };
  },
};

const PAGES: Answers = {
  'semantic.coverage': ({ coverage, terms }) => {
    const [first] = terms;
    const next = first ? ` Add "${first.term}" first.` : '';
    const text = `Your page covers ${formatPercent(coverage, 0)} of the topics of the top-ranking pages.${next}`;
    return { text, confidence: COUNTED };
  },
  'semantic.overlap': ({ pairs, pages }) => ({
    text: `${plural(pairs.length, 'pair')} of near-duplicate pages among ${plural(pages, 'page')}.`,
    confidence: COUNTED,
  }),
  'semantic.links': ({ proposals, orphans, pages }) => ({
    text: `${plural(proposals.length, 'link')} to add and ${plural(orphans.length, 'orphan page')} among ${plural(pages.length, 'page')}.`,
    confidence: COUNTED,
  }),
  'semantic.prompts': ({ prompts }) => {
    const open = prompts.filter(({ isCovered }) => !isCovered).length;
    return {
      text: `No page of yours covers ${whole(open)} of ${plural(prompts.length, 'prompt')}.`,
      confidence: COUNTED,
    };
  },
  'content.audit': ({ summary }) => {
    const { keep, improve, merge, redirect, remove, extraClicks } = summary;
    const work = improve + merge + redirect + remove;
    const found = `${whole(work)} of ${plural(keep + work, 'page')} need work`;
    if (!extraClicks) return { text: `${found}.`, confidence: COUNTED };
    const { low, mid, high } = extraClicks;
    const confidence = `One position better: at least ${whole(low)}. Three positions better: at most ${whole(high)}.`;
    const text = `${found}. Two positions better, they bring about ${whole(mid)} more clicks a month.`;
    return { text, confidence };
  },
};

const MEASURED: Answers = {
  'causal.impact': ({ relative, cumulative, counterfactual, unit }) => {
    if (!relative) return null;
    const { effect, lo, hi } = relative;
    const total = `${whole(Math.abs(cumulative.effect))} ${cumulative.effect < 0 ? 'fewer' : 'more'}${unit == null ? '' : ` ${unit}`} than expected`;
    const text = `${formatChange(effect)} compared with no change: ${total} in ${plural(counterfactual.length, 'day')}.`;
    return { text, confidence: `95% interval: ${formatChange(lo)} to ${formatChange(hi)}.` };
  },
  'causal.power': ({ advice }) =>
    advice
      ? {
          text: readable(advice),
          confidence: 'At the power and the significance level in Parameters: 80% and 5% by default.',
        }
      : null,
  'pattern.change-points': (result) => {
    if ('cps' in result) return null;
    const { changes, days } = result;
    const last = changes.at(-1);
    if (!last) return { text: `The level did not change in ${plural(days, 'day')}.`, confidence: COUNTED };
    const levels = `from ${whole(last.before)} to ${whole(last.after)} clicks a day (${formatChange(last.relative)})`;
    const text = `${plural(changes.length, 'change')} in ${plural(days, 'day')}. The latest, on ${formatDate(last.date)}: ${levels}.`;
    return { text, confidence: `${sureness(last.confidence)} confidence.` };
  },
  'pattern.anomalies': (result) => {
    const count = result.anomalies.length;
    const text =
      count === 0
        ? 'No day differs from its trend and season.'
        : `${plural(count, 'day')} differ from trend and season.`;
    return { text, confidence: COUNTED };
  },
  'pattern.attribute': ({ actual, expected, relative, explanations, change, beforeDays, afterDays }) => {
    if (relative == null) return null;
    const [first] = explanations;
    const cause = first?.elements[0]
      ? `${first.elements[0].name} explains the most`
      : 'no page, query, device or country explains it';
    const period =
      change && beforeDays && afterDays
        ? `in the ${plural(afterDays, 'day')} from ${formatDate(change)} on, compared with the ${plural(beforeDays, 'day')} before`
        : 'in the period';
    const text = `Clicks changed by ${formatChange(relative)} ${period}: ${whole(actual)} where ${whole(expected)} were expected; ${cause}.`;
    return { text, confidence: 'Measured; the explanation is a statistical test.' };
  },
  'pattern.rules': ({ rules, tested }) => ({
    text: `${whole(rules.length)} of ${plural(tested, 'tested rule')} ${rules.length === 1 ? 'holds' : 'hold'} more often than by chance.`,
    confidence: 'A rule shows what occurs together, not what causes it.',
  }),
};

const ANSWERS: Answers = { ...KEYWORDS, ...COMPETITORS, ...PAGES, ...MEASURED, ...answersOfForecasts };

/** Returns the answer of a result; null for an action without one, and for a result that lacks a figure of it. */
export function answerOf<Key extends ActionKey>(key: Key, result: ActionResult<Key>): Answer | null {
  try {
    const answer = ANSWERS[key]?.(result) ?? null;
    return answer?.text.includes(NO_VALUE) ? null : answer;
  } catch {
    // An older version of the engine wrote the result without a member that the sentence needs.
    return null;
  }
}
