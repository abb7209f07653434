import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Annotation, annotationApi, annotationQueries } from '@/api/annotations';
import { errorText } from '@/api/errors';
import type { Website } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { LineFigure } from '@/components/charts/line-figure';
import { EmptyPanel } from '@/components/states/panels';
import { QueryFailure } from '@/components/states/query-failure';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Drawer } from '@/components/ui/dialog';
import { LoadMore } from '@/components/ui/load-more';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { usePhoneRows } from '@/components/ui/use-phone-rows';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { formatDate, formatNumber, plural } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';
import { humanise } from '@/lib/words';
import { ChangeForm } from './change-form';

/** The change log and daily clicks. Engines and experiments measure effects of these changes. */
export default function AnnotationsPage() {
  const { query: websites, websites: all, current, choose } = useCurrentWebsite();
  const query = useInfiniteQuery({
    ...annotationQueries.list(current ? { websiteId: current.id } : {}),
    enabled: !websites.isPending,
  });
  const [edited, setEdited] = useState<Annotation | 'new' | null>(null);
  const noted = query.data?.pages.flatMap((page) => page.annotations) ?? [];
  const [shown, more] = usePhoneRows(noted, query);
  return (
    <>
      <PageHeader
        title="Change log"
        description="Record changes and their dates, so that their effects can be measured."
        actions={
          <>
            <WebsiteSwitcher websites={all} current={current} pending={websites.isPending} onChoose={choose} />
            <Button needsNetwork size="sm" onClick={() => setEdited('new')}>
              Add change
            </Button>
          </>
        }
      />
      <Editor edited={edited} website={current} onClose={() => setEdited(null)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {websites.isPending ? <DaysSkeleton /> : null}
        <QueryFailure query={websites} fallback="Failed to load the websites." />
        {current ? <Days website={current} noted={noted} /> : null}
        <Card aria-label="Changes">
          <QueryPanel
            query={query}
            fallback="Failed to load the changes."
            isEmpty={() => noted.length === 0}
            empty={
              <EmptyPanel
                title="No changes yet"
                text="Add each release, edit or move, and each Google update, with its date."
                action={
                  <Button needsNetwork size="sm" onClick={() => setEdited('new')}>
                    Add change
                  </Button>
                }
              />
            }
          >
            {() => (
              <>
                <ul className="divide-y divide-border">
                  {shown.map((note) => (
                    <Item key={note.id} note={note} onEdit={() => setEdited(note)} />
                  ))}
                </ul>
                <LoadMore query={more} label="Show more" />
              </>
            )}
          </QueryPanel>
        </Card>
      </div>
    </>
  );
}

/** Placeholder of the chart while loading. */
function DaysSkeleton() {
  return <Skeleton className="h-110 rounded-lg sm:h-96" />;
}

/** Clicks per day with the changes as marks. */
function Days({ website, noted }: { website: Website; noted: readonly Annotation[] }) {
  const daily = useQuery(websiteQueries.daily(website.id));
  const days = daily.data?.days ?? [];
  if (daily.isPending) return <DaysSkeleton />;
  if (daily.data === undefined) return <QueryFailure query={daily} fallback="Failed to load the daily clicks." />;
  if (days.length === 0) return null;
  const place = (day: string) => days.findIndex((each) => each.day === day);
  const marks = noted
    .map((note) => ({ at: place(note.day), text: note.title, tone: 4 as const }))
    .filter((mark) => mark.at >= 0);
  return (
    <Card aria-label="Days" className="p-5">
      <LineFigure
        title="Clicks per day"
        description={`${plural(days.length, 'day')} of ${website.name}; changes are marked.`}
        fileName={`days-${website.id}`}
        xs={days.map((_, index) => index)}
        xText={(index) => formatDate(days[index]?.day)}
        yText={(value) => formatNumber(value, 0)}
        lines={[{ name: 'Clicks', values: days.map((day) => day.clicks), tone: 1 }]}
        marks={marks}
        height={240}
      />
    </Card>
  );
}

function Item({ note, onEdit }: { note: Annotation; onEdit: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => annotationApi.remove(note.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['annotations'] }),
    onError: (error) => showToast({ title: errorText(error), variant: 'destructive' }),
  });
  const about = <span className="sr-only">: {note.title}</span>;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-5 py-3.5">
      <div className="min-w-0">
        <p className="font-medium text-pretty">{note.title}</p>
        {note.detail ? <p className="text-[0.8125rem] text-pretty text-muted-foreground">{note.detail}</p> : null}
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted-foreground">
          <Badge>{humanise(note.kind)}</Badge>
          <span>{formatDate(note.day)}</span>
          <span>{note.pages.length > 0 ? plural(note.pages.length, 'page') : 'whole site'}</span>
          {note.websiteId == null ? <span>all websites</span> : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button needsNetwork variant="ghost" size="sm" onClick={() => setAsking(true)}>
          Delete{about}
        </Button>
        <Button needsNetwork variant="ghost" size="sm" onClick={onEdit}>
          Edit{about}
        </Button>
        {note.websiteId != null && note.kind !== 'google_update' ? (
          <ButtonLink variant="outline" size="sm" to={`/experiments?annotation=${note.id}`}>
            Measure effect{about}
          </ButtonLink>
        ) : null}
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        title="Delete this change log entry?"
        text={note.title}
        action="Delete"
      />
    </li>
  );
}

function Editor({
  edited,
  website,
  onClose,
}: {
  edited: Annotation | 'new' | null;
  website: Website | null;
  onClose: () => void;
}) {
  return (
    <Drawer
      open={edited !== null}
      onClose={() => beforeLeaving(onClose)}
      title={edited === 'new' ? 'Add change' : 'Edit change'}
    >
      {edited === null ? null : (
        <ChangeForm
          key={edited === 'new' ? 'new' : edited.id}
          note={edited === 'new' ? null : edited}
          website={website}
          onClose={onClose}
        />
      )}
    </Drawer>
  );
}
