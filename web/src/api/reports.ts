import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

/** In requests, settings may be omitted; responses have all of them. */
export type ReportSettings = Required<Schemas['ReportSettings']>;
export type Report = Omit<Schemas['Report'], 'settings'> & { settings: ReportSettings };
export type ReportSection = Schemas['ReportSection'];
export type ReportContent = Schemas['ReportContent'];
export type ReportIssue = Schemas['ReportIssue'];
export type ReportDomain = Schemas['ReportDomain'];
export type OneReport = Omit<Schemas['OneReport'], 'report'> & { report: Report };
type ReportList = Omit<Schemas['ReportList'], 'reports'> & { reports: Report[] };

const at = (id: string) => ({ params: { path: { id } } });
const of = (id: string, issue: string) => ({ params: { path: { id, issue } } });

export const reportQueries = {
  all: () => ['reports'] as const,
  list: () =>
    queryOptions({
      queryKey: ['reports', 'list'],
      queryFn: ({ signal }) => answer(client.GET('/api/reports', { signal })) as Promise<ReportList>,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['reports', 'one', id],
      queryFn: ({ signal }) => answer(client.GET('/api/reports/{id}', { signal, ...at(id) })) as Promise<OneReport>,
    }),
  issues: (id: string) =>
    queryOptions({
      queryKey: ['reports', 'issues', id],
      queryFn: ({ signal }) => answer(client.GET('/api/reports/{id}/issues', { signal, ...at(id) })),
    }),
  issue: (id: string, issue: string) =>
    queryOptions({
      queryKey: ['reports', 'issue', id, issue],
      queryFn: ({ signal }) => answer(client.GET('/api/reports/{id}/issues/{issue}', { signal, ...of(id, issue) })),
      // An issue never changes.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  domain: () =>
    queryOptions({
      queryKey: ['reports', 'domain'],
      queryFn: ({ signal }) => answer(client.GET('/api/report-domain', { signal })),
    }),
  shared: (token: string) =>
    queryOptions({
      queryKey: ['reports', 'shared', token],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/public/reports/{token}', { signal, params: { path: { token } } })),
      retry: false,
    }),
};

export const reportApi = {
  create: (websiteId: string, settings: ReportSettings) =>
    answer(client.POST('/api/reports', { body: { websiteId, settings } })) as Promise<OneReport>,
  update: (id: string, body: ReportSettings) =>
    answer(client.PUT('/api/reports/{id}', { ...at(id), body })) as Promise<OneReport>,
  remove: (id: string) => answer(client.DELETE('/api/reports/{id}', at(id))),
  make: (id: string) => answer(client.POST('/api/reports/{id}/issues', at(id))),
  send: (id: string, issue: string) => answer(client.POST('/api/reports/{id}/issues/{issue}/send', of(id, issue))),
  share: (id: string) => answer(client.POST('/api/reports/{id}/share', at(id))),
  endSharing: (id: string) => answer(client.DELETE('/api/reports/{id}/share', at(id))),
  setLogo: (id: string, file: File) =>
    answer(
      client.PUT('/api/reports/{id}/logo', {
        ...at(id),
        body: file as never,
        bodySerializer: () => file,
        headers: { 'Content-Type': file.type },
      }),
    ),
  removeLogo: (id: string) => answer(client.DELETE('/api/reports/{id}/logo', at(id))),
  pdfPath: (id: string, issue: string) => `/api/reports/${id}/issues/${issue}/pdf`,
  sharedPdfPath: (token: string) => `/api/public/reports/${token}/pdf`,
};

export const reportDomainApi = {
  set: (body: Schemas['ReportDomainInput']) => answer(client.PUT('/api/report-domain', { body })),
  verify: () => answer(client.POST('/api/report-domain/verify')),
  remove: () => answer(client.DELETE('/api/report-domain')),
};
