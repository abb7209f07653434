import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { type ColumnLayout, FIRST_LAYOUT, moved } from './column-layout';
import { columnName } from './columns';

interface Props {
  layout: ColumnLayout;
  onChange: (change: Partial<ColumnLayout>) => void;
}

/** Button that opens the selection and order of columns. */
export function ColumnsButton(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns3 size={14} aria-hidden="true" />
        <span className="max-sm:sr-only">Columns</span>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Columns"
        description="Select the columns to show and their order. Saved in this browser. Drag the edge of a heading in the table to change its width."
        footer={
          <>
            <Button variant="outline" onClick={() => props.onChange(FIRST_LAYOUT)}>
              Reset columns
            </Button>
            <Button onClick={() => setOpen(false)}>Done</Button>
          </>
        }
      >
        {open ? <ColumnList {...props} /> : null}
      </Dialog>
    </>
  );
}

function ColumnList({ layout, onChange }: Props) {
  const { hidden, order } = layout;
  const toggle = (id: string) =>
    onChange({ hidden: hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id] });
  return (
    <ol className="grid gap-0.5">
      {order.map((id, at) => (
        <li key={id} className="flex min-h-10 items-center gap-1 rounded-md px-2 hover:bg-accent/60">
          <label className="flex min-h-10 flex-1 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-4 accent-primary"
              checked={!hidden.includes(id)}
              onChange={() => toggle(id)}
            />
            {columnName(id)}
          </label>
          <Move id={id} by={-1} disabled={at === 0} order={order} onChange={onChange} />
          <Move id={id} by={1} disabled={at === order.length - 1} order={order} onChange={onChange} />
        </li>
      ))}
    </ol>
  );
}

function Move({
  id,
  by,
  order,
  disabled,
  onChange,
}: {
  id: string;
  by: -1 | 1;
  order: readonly string[];
  disabled: boolean;
  onChange: Props['onChange'];
}) {
  const Arrow = by < 0 ? ArrowUp : ArrowDown;
  return (
    <Button
      variant="ghost"
      size="sm"
      className="size-9 p-0"
      aria-disabled={disabled}
      aria-label={`Move ${columnName(id)} ${by < 0 ? 'earlier' : 'later'}`}
      onClick={() => (disabled ? undefined : onChange({ order: moved(order, id, by) }))}
    >
      <Arrow size={15} aria-hidden="true" className={disabled ? 'opacity-30' : undefined} />
    </Button>
  );
}
