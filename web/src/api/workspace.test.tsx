import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tokenStorage } from '@/lib/session/token-storage';
import { chooseWorkspace, followNobody, followUser } from '@/lib/session/workspace';
import { http } from '@/testing/http';
import { aWebsite } from '@/testing/records';
import { problem, server, signedInAnswer } from '@/testing/server';
import { ok } from '@/testing/session';
import { accountApi } from './account';
import { authApi } from './auth';
import { client, upload } from './client';
import { downloadFile } from './download';
import { createQueryClient } from './query-client';
import { websiteApi } from './websites';
import { setWorkspaceLostHandler } from './workspace-lost';
import { workspaceApi } from './workspaces';

const GONE = () => problem(404, 'There is no such workspace.');

/** The workspaces that calls name from now on; null for none. */
function recordCalls(answer: () => Response = () => ok()): (string | null)[] {
  const named: (string | null)[] = [];
  server.use(
    http.raw.all('/api/*', ({ request }) => {
      named.push(request.headers.get('x-workspace-id'));
      return answer();
    }),
  );
  return named;
}

beforeEach(() => {
  tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
  followUser({ id: 'u1', workspaces: [{ id: 'own' }, { id: 'shared' }] });
  chooseWorkspace('shared');
});

describe('the workspace of a call', () => {
  it('is named by calls, uploads, downloads and queries without a function', async () => {
    const named = recordCalls();
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await client.GET('/api/websites');
    await accountApi.setAvatar(new Blob(['x'], { type: 'image/png' }));
    await upload('/api/imports', new FormData(), () => {});
    await downloadFile('/api/keywords/export', 'keywords.csv');
    await createQueryClient().fetchQuery({ queryKey: ['/api/websites'] });
    expect(named).toEqual(['shared', 'shared', 'shared', 'shared', 'shared']);
    vi.unstubAllGlobals();
  });

  it('workspace_header_is_absent_for_the_personal_workspace_and_signed_out', async () => {
    const named = recordCalls();
    chooseWorkspace(null);
    await client.GET('/api/websites');
    chooseWorkspace('shared');
    followNobody();
    await authApi.login('ada@example.com', 'secret', 'no');
    expect(named).toEqual([null, null]);
  });

  it('stays the same at a second try, whatever was chosen meanwhile', async () => {
    const named: (string | null)[] = [];
    server.use(
      http.post('/api/websites', ({ request }) => {
        named.push(request.headers.get('x-workspace-id'));
        return named.length === 1 ? problem(401, 'Sign in first') : ok({ website: aWebsite() });
      }),
      http.post('/api/auth/refresh', () => {
        chooseWorkspace(null);
        return HttpResponse.json(signedInAnswer(undefined, 'b'));
      }),
    );
    await websiteApi.create({ url: 'https://a.example' });
    expect(named).toEqual(['shared', 'shared']);
  });
});

describe('a workspace that is gone', () => {
  it('workspace_header_is_sent_by_calls_uploads_and_downloads', async () => {
    const lost = vi.fn();
    const stop = setWorkspaceLostHandler(lost);
    recordCalls(GONE);
    await expect(client.GET('/api/websites')).rejects.toThrow('no such workspace');
    await expect(upload('/api/imports', new FormData(), () => {})).rejects.toThrow('no such workspace');
    await expect(downloadFile('/api/keywords/export', 'keywords.csv')).rejects.toThrow('Request failed');
    expect(lost).toHaveBeenCalledTimes(3);
    stop();
    await expect(client.GET('/api/websites')).rejects.toThrow();
    expect(lost).toHaveBeenCalledTimes(3);
  });

  it('workspace_loss_is_reported_once_for_many_calls', async () => {
    const lost = vi.fn(() => chooseWorkspace(null));
    const stop = setWorkspaceLostHandler(lost);
    recordCalls(GONE);
    await Promise.allSettled([client.GET('/api/websites'), client.GET('/api/runs'), client.GET('/api/imports')]);
    expect(lost).toHaveBeenCalledTimes(1);
    stop();
  });

  it('is not the chosen one when an address names another, and nothing else that is not found is a workspace', async () => {
    const lost = vi.fn();
    const stop = setWorkspaceLostHandler(lost);
    recordCalls(GONE);
    await expect(workspaceApi.rename('other', 'New')).rejects.toThrow();
    recordCalls(() => problem(404, 'There is no such website.'));
    await expect(client.GET('/api/websites/{id}', { params: { path: { id: '1' } } })).rejects.toThrow();
    expect(lost).not.toHaveBeenCalled();
    stop();
  });
});
