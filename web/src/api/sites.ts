import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type Site = Schemas['Site'];
export type SiteStatus = Schemas['SiteStatus'];
export type SiteKind = Schemas['SiteKind'];
export type SiteTheme = Schemas['SiteTheme'];
export type SitePage = Schemas['SitePage'];
export type SiteChanges = Schemas['SiteChanges'];
export type ListedRelease = Schemas['Release'];
export type Release = Schemas['FullRelease'];
export type GateReport = Schemas['GateReport'];
export type GateCheck = Schemas['GateCheck'];
export type GateFinding = Schemas['GateFinding'];
export type SiteDomain = Schemas['SiteDomain'];
export type SiteGrowth = Schemas['SiteGrowth'];
/** A planned page that no build could write. */
export type PageLeftOut = Schemas['PageLeftOut'];
export type ComingPage = Schemas['ComingPage'];
/** Who reviewed the pages of a regulated trade. */
export type Review = { name: string; credentials: string; isConfirmed: boolean };
export type SiteOperator = Schemas['SiteOperator'];
export type NewSiteOperator = Required<Schemas['SiteOperatorInput']>;
export type SiteFilter = Omit<QueryOf<'/api/sites'>, 'cursor' | 'limit'>;

const PAGE = 50;
/** Sites that the board of the pipeline shows. */
const ON_BOARD = 200;
/** Polling interval while a site is built or deployed, since live events may be missing. */
const POLL_MS = 5_000;
const isMoving = ({ status }: Site) => status === 'building' || status === 'deploying';
const of = (id: string) => ({ params: { path: { id } } });

export const siteQueries = {
  all: () => ['sites'] as const,
  list: (filter: SiteFilter) =>
    infiniteQueryOptions({
      queryKey: ['sites', 'list', filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/sites', { signal, params: { query: { ...filter, limit: PAGE, cursor } } })),
      placeholderData: (shown) => shown,
      refetchInterval: ({ state }) => {
        const listed = state.data?.pages.flatMap(({ sites }) => sites) ?? [];
        return listed.some(isMoving) ? POLL_MS : false;
      },
      ...paged,
    }),
  /** The latest sites, for the board of the pipeline. */
  board: () =>
    queryOptions({
      queryKey: ['sites', 'board'],
      queryFn: ({ signal }) => answer(client.GET('/api/sites', { signal, params: { query: { limit: ON_BOARD } } })),
      select: ({ sites }) => sites,
    }),
  /** The latest sites with a text in name, vertical or places. */
  named: (text: string) =>
    queryOptions({
      queryKey: ['sites', 'named', text],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/sites', { signal, params: { query: { limit: ON_BOARD, ...(text ? { text } : {}) } } })),
      placeholderData: (shown) => shown,
      select: ({ sites }) => sites,
    }),
  /** The latest sites of a vertical in a place. */
  inMarket: (vertical: string, place: string) =>
    queryOptions({
      queryKey: ['sites', 'in-market', vertical, place],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/sites', { signal, params: { query: { vertical, place, limit: PAGE } } })),
      select: ({ sites }) => sites,
    }),
  /** A site with its pages and its latest releases. */
  detail: (id: string) =>
    queryOptions({
      queryKey: ['sites', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/sites/{id}', { signal, ...of(id) })),
      refetchInterval: ({ state }) => (state.data && isMoving(state.data.site) ? POLL_MS : false),
    }),
  /** A release with its gate report and its files. A release never changes, except for its approval. */
  release: (id: string) =>
    queryOptions({
      queryKey: ['sites', 'release', id],
      queryFn: ({ signal }) => answer(client.GET('/api/releases/{id}', { signal, ...of(id) })),
      select: ({ release }) => release,
    }),
  operator: () =>
    queryOptions({
      queryKey: ['sites', 'operator'],
      queryFn: ({ signal }) => answer(client.GET('/api/site-operator', { signal })),
    }),
};

export const siteApi = {
  find: (id: string) => answer(client.GET('/api/sites/{id}', of(id))),
  update: (id: string, body: SiteChanges) => answer(client.PATCH('/api/sites/{id}', { ...of(id), body })),
  remove: (id: string) => answer(client.DELETE('/api/sites/{id}', of(id))),
  /** Builds a release. Pages in `rewrite` get a new text; the others keep theirs. */
  build: (id: string, rewrite: string[] = []) =>
    answer(client.POST('/api/sites/{id}/build', { ...of(id), body: rewrite.length > 0 ? { rewrite } : {} })),
  /** Puts the text of a document onto a page; the site changes with its next release. */
  putText: (id: string, body: Schemas['SitePageText']) =>
    answer(client.POST('/api/sites/{id}/page-text', { ...of(id), body })),
  /** Adds a page with a copy of the text of a document; the site changes with its next release. */
  addPage: (id: string, body: Schemas['NewSitePage']) =>
    answer(client.POST('/api/sites/{id}/pages', { ...of(id), body })),
  /** Removes a page that a person added; the site changes with its next release. */
  removePage: (id: string, path: string) =>
    answer(client.DELETE('/api/sites/{id}/pages', { ...of(id), body: { path } })),
  /** Deploys an approved release: an older one is a rollback. */
  deploy: (id: string, releaseId: string) =>
    answer(client.POST('/api/sites/{id}/deploy', { ...of(id), body: { releaseId } })),
  takeOffline: (id: string) => answer(client.POST('/api/sites/{id}/offline', of(id))),
  approve: (releaseId: string, review?: Review) =>
    answer(client.POST('/api/releases/{id}/approve', { ...of(releaseId), body: review ? { review } : {} })),
  /** Pauses the growth of a site, or resumes it. */
  pauseGrowth: (id: string, isPaused: boolean) =>
    answer(client.POST(`/api/sites/{id}/growth/${isPaused ? 'pause' : 'resume'}`, of(id))),
  /** Looks up the DNS records of the domains that are not verified. */
  verifyDomains: (id: string) => answer(client.POST('/api/sites/{id}/domains/verify', of(id))),
  zip: (releaseId: string) => addressOf('/api/releases/{id}/zip', { id: releaseId }),
  saveOperator: (body: NewSiteOperator) => answer(client.PUT('/api/site-operator', { body })),
};
