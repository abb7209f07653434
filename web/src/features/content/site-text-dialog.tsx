import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentDocument } from '@/api/documents';
import { type SitePage, siteQueries } from '@/api/sites';
import { QueryPanel } from '@/components/states/query-panel';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input, Select } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/skeleton';
import { TypedFilter } from '@/components/ui/typed-filter';
import { type Place, type PutText, useSiteText } from './use-site-text';

/** Number of sites from which they can be searched. */
const SEARCHED = 8;

interface Props {
  document: ContentDocument;
  isDirty: boolean;
  onClose: () => void;
}

/** Puts the saved text onto a page of a site. Visitors see it once a release with it is approved. */
export default function SiteTextDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title="Save to a site"
      description="The text replaces the text of a page, or becomes a new page. Visitors see it after you have approved the next release of the site."
    >
      <SiteText {...props} />
    </Dialog>
  );
}

function SiteText({ document, isDirty, onClose }: Props) {
  const [text, setText] = useState('');
  const sites = useQuery(siteQueries.named(text.trim()));
  const put = useSiteText(document);
  if (put.isSuccess) return <Saved siteId={put.variables.siteId} isBuilding={put.data.isBuilding} onClose={onClose} />;
  return (
    <QueryPanel
      query={sites}
      fallback="Failed to load the sites."
      loading={<Skeleton className="h-40" />}
      isEmpty={({ length }) => length === 0 && text.trim() === ''}
      empty={<NoSites />}
    >
      {(listed) => (
        <>
          {listed.length >= SEARCHED || text !== '' ? (
            <TypedFilter icon label="Search sites" className="mb-4" value={text} onChange={setText} />
          ) : null}
          {listed.length > 0 ? (
            <SiteTextForm {...{ document, isDirty, put, onClose }} sites={listed} />
          ) : (
            <p role="status">No site has this text in its name, vertical or places.</p>
          )}
        </>
      )}
    </QueryPanel>
  );
}

function NoSites() {
  return (
    <div className="grid justify-items-start gap-3">
      <p>No site yet. Create one from a market; then its pages can take texts of documents.</p>
      <ButtonLink to="/dominator/sites" size="sm">
        Sites
      </ButtonLink>
    </div>
  );
}

function SiteTextForm({
  document,
  isDirty,
  put,
  onClose,
  sites,
}: Props & { put: PutText; sites: readonly { id: string; name: string }[] }) {
  const own = sites.find(({ id }) => id === document.websiteId);
  const [chosen, setSiteId] = useState<string | null>(null);
  // A search may leave out the chosen site.
  const siteId = (sites.find(({ id }) => id === chosen) ?? own ?? sites[0])?.id ?? '';
  const site = useQuery(siteQueries.detail(siteId));
  const at = usePlace(document, siteId, site.data?.pages ?? []);
  return (
    <div className="grid gap-4">
      {isDirty ? (
        <Callout tone="warning">
          Version {document.version} is used, without your unsaved edits. Save them first to include them.
        </Callout>
      ) : null}
      <Field label="Site">
        {(control) => (
          <Select {...control} value={siteId} onChange={({ target }) => setSiteId(target.value)}>
            {sites.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <QueryPanel query={site} fallback="Failed to load the pages of the site." loading={<Skeleton className="h-16" />}>
        {() => <PlaceFields {...at} />}
      </QueryPanel>
      <p className="text-[0.8125rem] text-muted-foreground">{consequence(at.place, at.isItself)}</p>
      {put.problem ? (
        <Callout tone="danger" title="The text was not saved to the site">
          {put.problem}
        </Callout>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          needsNetwork
          busy={put.isPending}
          disabled={at.place === null}
          onClick={() => at.place && put.mutate({ siteId, place: at.place })}
        >
          {at.isItself ? 'Build release' : 'Save and build release'}
        </Button>
      </div>
    </div>
  );
}

/** Value of the choice of a new page; no path is like it. */
const NEW = 'new';
/** Maximum number of characters of the label of a page. */
const LABEL_CHARS = 40;

/** Where the text goes on a site: the chosen page, a new one, or at first the page that the document is. */
function usePlace(document: ContentDocument, siteId: string, pages: readonly SitePage[]) {
  const [picked, setPicked] = useState<{ siteId: string; path: string | null }>({ siteId: '', path: null });
  const [label, setLabel] = useState(document.title.slice(0, LABEL_CHARS));
  const path = picked.siteId === siteId ? picked.path : null;
  const isNew = path === NEW;
  const page = pages.find((one) => one.path === path) ?? pages.find((one) => one.documentId === document.id) ?? null;
  const isItself = !isNew && page?.documentId === document.id;
  const setPath = (to: string | null) => setPicked({ siteId, path: to });
  return { pages, page, isNew, isItself, label, setPath, setLabel, place: placeOf(isNew, label, page) };
}

function placeOf(isNew: boolean, label: string, page: SitePage | null): Place | null {
  if (isNew) return label.trim() === '' ? null : { label: label.trim() };
  return page && { page };
}

function PlaceFields({ pages, page, isNew, label, setPath, setLabel }: ReturnType<typeof usePlace>) {
  if (pages.length === 0) return <p>This site has no pages yet. Build it first.</p>;
  return (
    <div className="grid gap-4">
      <Field label="Page">
        {(control) => (
          <Select
            {...control}
            value={isNew ? NEW : (page?.path ?? '')}
            onChange={({ target }) => setPath(target.value || null)}
          >
            <option value="">Choose a page</option>
            <option value={NEW}>New page</option>
            {pages.map(({ path, label: words }) => (
              <option key={path} value={path}>
                {words} ({path})
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isNew ? (
        <Field label="Label" hint="Words in the navigation. The path of the page is made from them.">
          {(control) => (
            <Input
              {...control}
              value={label}
              maxLength={LABEL_CHARS}
              onChange={({ target }) => setLabel(target.value)}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

function consequence(place: Place | null, isItself: boolean): string {
  if (place === null) return 'Choose the page whose text is replaced, or a new page.';
  if ('label' in place) {
    return 'The page is an article with a copy of the text in a document of its own. Builds never rewrite or remove it.';
  }
  if (isItself) return 'This document is that page: its saved text is part of the next release.';
  return `The present text of “${place.page.label}” stays in the versions of its document, and can be restored there.`;
}

function Saved({ siteId, isBuilding, onClose }: { siteId: string; isBuilding: boolean; onClose: () => void }) {
  return (
    <div className="grid gap-4">
      <p role="status">
        {isBuilding
          ? 'The text is saved to the page, and a release is being built. Approve it there once it has passed the checks.'
          : 'The text is saved to the page. The site is busy: build a release there once it is done.'}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
        <ButtonLink to={`/dominator/sites/${siteId}`}>Open the site</ButtonLink>
      </div>
    </div>
  );
}
