import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '@/testing/memory-storage';
import { chooseWorkspace, chosenWorkspace, followNobody, followUser, workspaceHeaders } from './workspace';

const OWN = { id: 'own' };
const SHARED = { id: 'shared' };
const ada = { id: 'ada', workspaces: [OWN, SHARED] };

/** The next start of the application in this browser. */
function startAs(user: typeof ada) {
  followNobody();
  return followUser(user);
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  followNobody();
});

describe('the chosen workspace', () => {
  it('is the personal one, which calls do not name, until another is chosen', () => {
    followUser(ada);
    expect(workspaceHeaders(chosenWorkspace())).toEqual({});
    chooseWorkspace('shared');
    expect(workspaceHeaders(chosenWorkspace())).toEqual({ 'X-Workspace-Id': 'shared' });
  });

  it('lasts over a start, for who chose it alone', () => {
    followUser(ada);
    chooseWorkspace('shared');
    startAs({ id: 'bo', workspaces: [OWN, SHARED] });
    expect(chosenWorkspace()).toBeNull();
    startAs(ada);
    expect(chosenWorkspace()).toBe('shared');
    chooseWorkspace(null);
    startAs(ada);
    expect(chosenWorkspace()).toBeNull();
  });

  it('removed_member_loses_the_workspace_with_one_notice', () => {
    followUser(ada);
    chooseWorkspace('shared');
    expect(startAs({ id: 'ada', workspaces: [OWN] })).toBe(false);
    expect(chosenWorkspace()).toBeNull();
    expect(startAs({ id: 'ada', workspaces: [OWN] })).toBe(true);
  });

  it('workspace_cannot_be_chosen_signed_out', () => {
    chooseWorkspace('shared');
    expect(chosenWorkspace()).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  it.each([
    'nonsense',
    'null',
    '[]',
    '{"userId":"ada"}',
    '{"userId":"ada","workspaceId":5}',
    '{"userId":"ada","workspaceId":""}',
    '{"userId":"ada","workspaceId":"line\\nbreak"}',
    '{"userId":"ada","workspaceId":"ünsendable"}',
  ])('is the personal one where the browser kept %j', (text) => {
    localStorage.setItem('motherlode.workspace', text);
    expect(followUser({ id: 'ada' })).toBe(true);
    expect(chosenWorkspace()).toBeNull();
  });

  it('lasts as long as the page where storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(followUser(ada)).toBe(true);
    chooseWorkspace('shared');
    expect(chosenWorkspace()).toBe('shared');
  });
});
