import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { documentQueries } from '@/api/documents';
import { isNotFound } from '@/api/errors';
import { NotFound } from '@/components/states/not-found';
import { ErrorPanel } from '@/components/states/panels';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { Editor } from './editor';

/** A document: its brief, and its text with the facts behind each sentence. */
export default function DocumentPage() {
  const { id = '' } = useParams();
  const query = useQuery(documentQueries.detail(id));
  if (query.data) {
    const { document, version } = query.data;
    return <Editor key={id} document={document} version={version ?? null} query={query} />;
  }
  if (isNotFound(query.error)) return <NotFound />;
  if (query.isError) {
    return (
      <Card>
        <ErrorPanel error={query.error} fallback="Failed to load the document." onRetry={() => query.refetch()} />
      </Card>
    );
  }
  return <EditorSkeleton />;
}

function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-16 rounded-lg" />
      <div className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <Skeleton className="h-96 rounded-lg max-lg:hidden" />
        <Skeleton className="h-[36rem] rounded-lg" />
      </div>
    </div>
  );
}
