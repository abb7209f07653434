import { saveFile } from '@/lib/save-file';
import { tokenStorage } from '@/lib/session/token-storage';
import { chosenWorkspace, workspaceHeaders } from '@/lib/session/workspace';
import { failures } from '@/lib/strings';
import { ApiError, NetworkError, type Problem } from './errors';
import { renewSession } from './session';
import { noteRefusal } from './workspace-lost';

/** Saves the file behind `path` under `name`, with the session's token. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const workspaceId = chosenWorkspace();
  const token = tokenStorage.accessToken();
  const first = await get(path, token, workspaceId);
  const response = first.status === 401 ? await get(path, await renewSession(token), workspaceId) : first;
  if (!response.ok) throw await refusal(response, path, workspaceId);
  saveFile(await response.blob(), name);
}

/** Returns the error to show. Its text is the general one, except where the server says what to do instead. */
async function refusal(response: Response, path: string, workspaceId: string | null): Promise<ApiError> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  noteRefusal(new ApiError(problem?.message ?? '', response.status), path, workspaceId);
  const advice = response.status === 409 ? problem?.errors?.[0]?.detail : undefined;
  return new ApiError(advice ?? failures.request, response.status);
}

async function get(path: string, token: string | null, workspaceId: string | null): Promise<Response> {
  try {
    const headers = { ...workspaceHeaders(workspaceId), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    return await fetch(path, { credentials: 'include', headers });
  } catch (error) {
    throw new NetworkError(error);
  }
}
