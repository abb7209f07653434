import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { KeywordResult } from '@/api/keyword-result';
import { keywordQueries } from '@/api/keywords';
import type { Keyword, Website } from '@/api/types';
import { ChartFrame, type ChartTable } from '@/components/charts/chart-frame';
import type { CurveLine, ScatterPoint } from '@/components/charts/curve-scatter';
import { EmptyPanel, ErrorPanel, LoadingRows } from '@/components/states/panels';
import { Card, CardBody } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { formatNumber, formatPercent, formatPosition } from '@/lib/format';

const CurveScatter = lazy(() =>
  import('@/components/charts/curve-scatter').then((module) => ({ default: module.CurveScatter })),
);

/** Maximum number of dots: queries with the most impressions. */
const DOTS = 200;
/** Last position of the curve. */
const LAST_POSITION = 20;

/** CTR curve of the site with its queries: a dot below the curve gets fewer clicks than expected. */
export function CurveView({
  website,
  result,
  onOpen,
}: {
  website: Website;
  result: KeywordResult | null;
  onOpen: (keyword: Keyword) => void;
}) {
  const query = useInfiniteQuery(
    keywordQueries.list({ websiteId: website.id, sort: 'impressions', order: 'desc' }, DOTS),
  );
  const keywords = useMemo(() => (query.data?.pages[0]?.keywords ?? []).filter(isOnCurve), [query.data]);
  const points = useMemo(() => keywords.map(toPoint), [keywords]);
  const lines = useMemo(() => linesOf(result), [result]);
  if (query.isPending) return <LoadingRows rows={16} />;
  if (query.isError && !query.data)
    return <ErrorPanel error={query.error} fallback="Failed to load the CTR curve." onRetry={() => query.refetch()} />;
  if (points.length === 0) {
    return (
      <EmptyPanel
        title="No query with both a position and impressions yet"
        text="Import a Search Console export with queries: it has positions, clicks and impressions."
      />
    );
  }
  const open = (id: string) => {
    const keyword = keywords.find((each) => each.id === id);
    if (keyword) onOpen(keyword);
  };
  return (
    <Card>
      <CardBody>
        <ChartFrame
          title="CTR by position"
          description={`CTR of the ${formatNumber(points.length, 0)} queries with the most impressions, compared with the expected curve. A dot far below the curve suggests improving title and description.${result?.curve ? ` Curve: ${result.curve.source}.` : ''}`}
          table={tableOf(keywords)}
          fileName="ctr"
        >
          <Suspense fallback={<Skeleton className="h-96" />}>
            <CurveScatter label="CTR by position, one dot per query" points={points} lines={lines} onOpen={open} />
          </Suspense>
        </ChartFrame>
      </CardBody>
    </Card>
  );
}

type OnCurve = Keyword & { ctr: number; position: number };

function isOnCurve(keyword: Keyword): keyword is OnCurve {
  return keyword.ctr !== null && keyword.position !== null && keyword.position <= LAST_POSITION;
}

function toPoint(keyword: OnCurve): ScatterPoint {
  const { id, query, ctr, position, impressions, expectedCtr } = keyword;
  const expected = expectedCtr === null ? '' : `, ${formatPercent(expectedCtr, 1)} expected`;
  return {
    id,
    x: position,
    y: ctr,
    weight: impressions,
    label: `${query}: position ${formatPosition(position)}, ${formatPercent(ctr, 1)} CTR${expected}, ${formatNumber(impressions, 0)} impressions`,
  };
}

function linesOf(result: KeywordResult | null): CurveLine[] {
  const curve = result?.curve;
  if (!curve || curve.points.length === 0) return [];
  const line = (name: string, dashed: boolean, key: 'ctr' | 'prior'): CurveLine => ({
    name,
    dashed,
    points: curve.points.map((point) => ({ x: point.position, y: point[key] })),
  });
  if (!curve.isFitted) return [line('Published CTR curve', true, 'prior')];
  return [line('CTR curve of this site', false, 'ctr'), line('Published CTR curve', true, 'prior')];
}

function tableOf(keywords: readonly OnCurve[]): ChartTable {
  const percent = (value: string | number | null) => formatPercent(value as number | null, 2);
  return {
    headers: ['Query', 'Position', 'CTR', 'Expected CTR', 'Impressions', 'Clicks'],
    rows: keywords.map((row) => [row.query, row.position, row.ctr, row.expectedCtr, row.impressions, row.clicks]),
    formats: [
      null,
      (value) => formatPosition(value as number),
      percent,
      percent,
      (value) => formatNumber(value as number, 0),
      (value) => formatNumber(value as number, 0),
    ],
  };
}
