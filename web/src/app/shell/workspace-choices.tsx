import { Check } from 'lucide-react';
import { MenuChoice, MenuChoices, MenuLabel, MenuSeparator } from '@/components/ui/menu';
import { useAuth } from '@/hooks/use-auth';
import { useOnline } from '@/hooks/use-online';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { cn } from '@/lib/cn';

const HEADING = 'Workspace';

/** Available workspaces. Empty if there is only one; disabled without a connection to the server. */
function useChoices() {
  const { workspaces, current, switchTo } = useWorkspaces();
  const { offline } = useAuth();
  const isCutOff = !useOnline() || offline;
  const choose = (wanted: string) => {
    const workspace = workspaces.find(({ id }) => id === wanted);
    if (workspace && wanted !== current?.id) switchTo(workspace);
  };
  return { workspaces: workspaces.length > 1 ? workspaces : null, current, choose, isCutOff };
}

/** Part of the account menu. */
export function WorkspaceChoices() {
  const { workspaces, current, choose, isCutOff } = useChoices();
  if (!workspaces) return null;
  return (
    <>
      <MenuSeparator />
      <MenuLabel className="pb-1 text-[0.8125rem] text-muted-foreground">{HEADING}</MenuLabel>
      <MenuChoices aria-label={HEADING} value={current?.id ?? ''} onValueChange={choose}>
        {workspaces.map(({ id, name }) => (
          <MenuChoice key={id} value={id} disabled={isCutOff}>
            <span className="max-w-60 truncate">{name}</span>
          </MenuChoice>
        ))}
      </MenuChoices>
    </>
  );
}

/** Part of the drawer, for small screens. */
export function WorkspaceList({ onChosen }: { onChosen: () => void }) {
  const { workspaces, current, choose, isCutOff } = useChoices();
  if (!workspaces) return null;
  return (
    <section aria-label={HEADING} className="border-t border-border px-3 py-3">
      <p className="px-3 pb-1 text-[0.8125rem] text-muted-foreground">{HEADING}</p>
      <ul className="grid gap-1">
        {workspaces.map(({ id, name }) => {
          const isCurrent = id === current?.id;
          return (
            <li key={id}>
              <button
                type="button"
                aria-pressed={isCurrent}
                disabled={isCutOff}
                onClick={() => {
                  onChosen();
                  choose(id);
                }}
                className={cn(
                  'flex min-h-12 w-full items-center justify-between gap-3 rounded-md px-3 text-left font-medium hover:bg-accent disabled:cursor-not-allowed disabled:opacity-55',
                  isCurrent ? 'text-foreground' : 'text-muted-foreground hover:text-foreground',
                )}
              >
                <span className="truncate">{name}</span>
                {isCurrent ? <Check size={18} aria-hidden="true" className="shrink-0 text-brand" /> : null}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
