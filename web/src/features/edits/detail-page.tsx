import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type Edit, editQueries } from '@/api/edits';
import { isNotFound } from '@/api/errors';
import { NotFound } from '@/components/states/not-found';
import { ErrorPanel } from '@/components/states/panels';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { useLiveEvent } from '@/hooks/use-live-event';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { ChangesCard } from './changes-card';
import { PreviewCard } from './preview-card';
import { ResultCard } from './result-card';
import { StatusCard } from './status-card';

/** An edit: its status, its changes, and the differences of the pages. */
export default function EditPage() {
  const { id = '' } = useParams();
  const query = useQuery(editQueries.detail(id));
  useLiveEvent('edit:updated', ({ edit }) => {
    if (edit.id === id) void query.refetch();
  });
  if (isNotFound(query.error)) return <NotFound />;
  const edit = query.data;
  return (
    <>
      <PageHeader
        title={edit?.title ?? 'Edit'}
        eyebrow={
          <Link to="/edits" className="hover:text-foreground hover:underline">
            Edits
          </Link>
        }
        description={edit ? <About edit={edit} /> : undefined}
        actions={<UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />}
      />
      <Shown query={query} />
    </>
  );
}

function About({ edit }: { edit: Edit }) {
  return (
    <>
      {edit.websiteName}
      {edit.reason ? `: ${edit.reason}` : null}
    </>
  );
}

function Shown({ query }: { query: ReturnType<typeof useEdit> }) {
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const edit = query.data;
  if (edit === undefined) {
    if (!query.isError) return <DetailSkeleton />;
    return (
      <Card>
        <ErrorPanel error={query.error} fallback="Failed to load the edit." onRetry={() => query.refetch()} />
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6" aria-busy={query.isFetching}>
      <StatusCard edit={edit} canChange={canChange} />
      <ResultCard edit={edit} />
      <ChangesCard edit={edit} canChange={canChange} />
      <PreviewCard edit={edit} />
    </div>
  );
}

function useEdit(id: string) {
  return useQuery(editQueries.detail(id));
}

function DetailSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-32 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
