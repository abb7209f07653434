import { useQueryClient } from '@tanstack/react-query';
import { ledgerQueries } from '@/api/leads';
import { type Invoice, type InvoiceMove, rentalApi, rentalQueries } from '@/api/rentals';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { formatMoney } from '@/lib/format';
import { INVOICE_MOVE } from './words';

interface Moved {
  invoice: Invoice;
  move: InvoiceMove;
}

const VALUES = { paidOn: '', note: '' };

/** Changes the status of an invoice; closed without one. */
export function InvoiceDialog({ moved, onClose }: { moved: Moved | null; onClose: () => void }) {
  return (
    <Dialog open={moved !== null} onClose={onClose} title={titleOf(moved)} description={consequenceOf(moved)}>
      {moved ? <MoveForm moved={moved} onSaved={onClose} /> : null}
    </Dialog>
  );
}

function titleOf(moved: Moved | null): string {
  return moved === null ? 'Invoice' : INVOICE_MOVE[moved.move].title(moved.invoice.number);
}

function consequenceOf(moved: Moved | null): string | undefined {
  if (moved === null) return undefined;
  const { currency, tenant } = moved.invoice;
  return INVOICE_MOVE[moved.move].consequence(
    tenant.name ?? 'the tenant',
    formatMoney(centsOf(moved), currency, { exact: true }),
  );
}

/** What a move is about, in cents. */
function centsOf({ invoice, move }: Moved): number {
  if (move === 'pay_back') return invoice.creditLeftCents;
  return move === 'undo_pay_back' ? invoice.paidBackCents : invoice.restCents;
}

function isPayment(move: InvoiceMove): boolean {
  return move === 'pay' || move === 'pay_back';
}

function MoveForm({ moved: { invoice, move }, onSaved }: { moved: Moved; onSaved: () => void }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: VALUES,
    save: ({ paidOn, note }: typeof VALUES) =>
      rentalApi.moveInvoice({ id: invoice.id, move, note, ...(paidOn === '' ? {} : { paidOn }) }),
    failure: 'Failed to change the invoice.',
    onSaved: () => {
      onSaved();
      return Promise.all([
        queries.invalidateQueries({ queryKey: rentalQueries.all() }),
        queries.invalidateQueries({ queryKey: ledgerQueries.all() }),
      ]);
    },
  });
  return (
    <Form form={form}>
      {isPayment(move) ? (
        <TextField
          control={form.control}
          name="paidOn"
          label="Day of the payment (optional)"
          type="date"
          hint="Empty for today."
        />
      ) : null}
      <TextField
        control={form.control}
        name="note"
        label="Note (optional)"
        maxLength={500}
        hint="For example the reference of the transfer."
      />
      <div>
        <Button type="submit" variant={isPayment(move) ? 'primary' : 'destructive'} busy={form.isBusy} needsNetwork>
          {move === 'void' ? 'Void invoice' : INVOICE_MOVE[move].button}
        </Button>
      </div>
    </Form>
  );
}
