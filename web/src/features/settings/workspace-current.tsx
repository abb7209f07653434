import type { Workspace } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useWorkspaces } from '@/hooks/use-workspaces';

/** Marks the current workspace, or offers to switch to this one. */
export function CurrentWorkspace({ workspace }: { workspace: Workspace }) {
  const { current, switchTo } = useWorkspaces();
  if (current?.id === workspace.id) {
    return (
      <Badge tone="success" dot>
        Current
      </Badge>
    );
  }
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`Switch to this workspace: ${workspace.name}`}
      onClick={() => switchTo(workspace)}
    >
      Switch to this workspace
    </Button>
  );
}
