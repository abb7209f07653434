import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { errorText, isNotFound } from '@/api/errors';
import { type Pack, type PackKey, packApi, packQueries } from '@/api/packs';
import { NotFound } from '@/components/states/not-found';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PageHeader } from '@/components/ui/page-header';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { toastFailure } from '@/lib/failed';
import { formatDate, plural } from '@/lib/format';
import { saveText } from '@/lib/save-file';
import { showToast } from '@/lib/toast';
import { humanise } from '@/lib/words';
import { HistoryCard } from './history-card';
import { PackBadge } from './pack-badge';
import { PackEditor } from './pack-editor';
import { PackView } from './pack-view';
import { TranslateButton } from './translate-button';
import { useSource } from './use-source';
import { VIEWER_REASON } from './words';

/** A pack: readable, editable as text, with its history. */
export default function PackPage() {
  const { language = 'en', vertical = '' } = useParams();
  const path = { language, vertical };
  const query = useQuery(packQueries.detail(path));
  const source = useSource(path);
  const [wantsEdit, setEditing] = useState(false);
  const start = query.data?.content === null ? source.text : null;
  const canChange = useWorkspaces().current?.role !== 'viewer';
  if (isNotFound(query.error)) return <NotFound />;
  const pack = query.data;
  const isEditing = wantsEdit || (canChange && start !== null);
  const close = () => {
    setEditing(false);
    source.close();
  };
  return (
    <>
      <PageHeader
        title={pack?.name ?? humanise(vertical)}
        eyebrow={
          <Link className="hover:underline" to={language === 'en' ? '/packs' : `/packs?language=${language}`}>
            Editorial packs{language === 'en' ? '' : `, ${language}`}
          </Link>
        }
        description={pack?.content ? <Facts pack={pack} /> : undefined}
        actions={
          pack && !isEditing ? (
            <Actions path={path} pack={pack} canChange={canChange} onEdit={() => setEditing(true)} />
          ) : null
        }
      />
      <QueryPanel query={query} fallback="Failed to load the pack.">
        {(loaded) =>
          isEditing ? (
            <PackEditor path={path} pack={loaded} start={start} onClose={close} />
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              {loaded.content ? (
                <PackView content={loaded.content} />
              ) : (
                <Card>
                  <EmptyPanel
                    title="No pack for this vertical yet"
                    text="Write one in the format of the other packs, or import one. Documents then use it."
                  />
                </Card>
              )}
              <HistoryCard path={path} pack={loaded} canChange={canChange} />
            </div>
          )
        }
      </QueryPanel>
    </>
  );
}

function Facts({ pack: { content, source } }: { pack: Pack }) {
  if (!content) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <PackBadge source={source} />
      <span>
        {plural(content.words, 'word')}, {plural(content.questions.length, 'question')}, revised{' '}
        {formatDate(content.updated)}
      </span>
      {content.review ? <span>Review before publication: {content.review}</span> : null}
    </span>
  );
}

function Actions({
  path,
  pack,
  canChange,
  onEdit,
}: {
  path: PackKey;
  pack: Pack;
  canChange: boolean;
  onEdit: () => void;
}) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => packApi.remove(path),
    onSuccess: () => {
      setAsking(false);
      queries.invalidateQueries({ queryKey: packQueries.all() });
      showToast({ title: pack.hasBuiltIn ? 'The built-in pack counts again' : 'Own pack removed' });
    },
    onError: (error) => toastFailure('The pack was not removed', errorText(error)),
  });
  const reason = canChange ? undefined : VIEWER_REASON;
  const text = pack.content?.text;
  const label = pack.hasBuiltIn ? 'Back to the built-in pack' : 'Remove own pack';
  return (
    <>
      {text ? (
        <Button variant="outline" onClick={() => saveText(text, `${path.vertical}.md`, 'text/markdown')}>
          Export
        </Button>
      ) : null}
      {text ? <TranslateButton {...path} canChange={canChange} /> : null}
      {pack.hasOwn ? (
        <Button variant="outline" needsNetwork disabled={!canChange} title={reason} onClick={() => setAsking(true)}>
          {label}
        </Button>
      ) : null}
      <Button disabled={!canChange} title={reason} onClick={onEdit}>
        {pack.content ? 'Edit' : 'Write a pack'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        title={`${label}?`}
        text="Your text stays in the history, from which it can be restored."
        action={label}
      />
    </>
  );
}
