import { tokenStorage } from '@/lib/session/token-storage';
import { failures } from '@/lib/strings';
import { ApiError, NetworkError } from './errors';
import { renewSession } from './session';

/** Saves the file behind `path` under `name`, with the session's token. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const token = tokenStorage.accessToken();
  const first = await get(path, token);
  const response = first.status === 401 ? await get(path, await renewSession(token)) : first;
  if (!response.ok) throw new ApiError(failures.request, response.status);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

async function get(path: string, token: string | null): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'include', headers: token ? { Authorization: `Bearer ${token}` } : {} });
  } catch (error) {
    throw new NetworkError(error);
  }
}
