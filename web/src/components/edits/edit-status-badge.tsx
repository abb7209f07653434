import { Badge } from '@/components/ui/badge';
import { editState } from './edit-words';

export function EditStatusBadge({ status }: { status: string }) {
  const { label, tone } = editState(status);
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  );
}
