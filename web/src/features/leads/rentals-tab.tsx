import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { ledgerQueries } from '@/api/leads';
import { type Rental, type RentalMove, rentalApi, rentalQueries } from '@/api/rentals';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Dialog } from '@/components/ui/dialog';
import { Select } from '@/components/ui/field';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { useUrlState } from '@/hooks/use-url-state';
import { toastFailure } from '@/lib/failed';
import { formatDate, formatMoney } from '@/lib/format';
import { RentalDialog } from './rental-dialog';
import { RENTAL_MOVE, RENTAL_STATUS } from './words';

const DEFAULTS = { show: '' };
const EXACT = { exact: true };
const STATUSES = ['offered', 'verified', 'active', 'ended'] as const;

/** Websites that are offered or rented to businesses. */
export default function RentalsTab() {
  const [{ show }, setUrl] = useUrlState(DEFAULTS);
  const [edited, setEdited] = useState<Rental | 'new' | null>(null);
  const [moved, setMoved] = useState<Moved | null>(null);
  const query = useInfiniteQuery(rentalQueries.list({ status: STATUSES.find((each) => each === show) }));
  return (
    <Card aria-label="Rentals" className="overflow-clip">
      <CardHeader
        title="Rentals"
        description="A tenant pays a monthly rent and gets all leads of a website, without a price."
        actions={
          <>
            <Select
              aria-label="Status"
              className="h-9 w-auto"
              value={show}
              onChange={(event) => setUrl({ show: event.target.value })}
            >
              <option value="">Any status</option>
              {STATUSES.map((each) => (
                <option key={each} value={each}>
                  {RENTAL_STATUS[each].name}
                </option>
              ))}
            </Select>
            <Button size="sm" onClick={() => setEdited('new')}>
              <Plus size={14} aria-hidden="true" />
              Offer website
            </Button>
          </>
        }
      />
      <QueryPanel
        query={query}
        fallback="Failed to load the rentals."
        isEmpty={(data) => data.pages.every(({ rentals }) => rentals.length === 0)}
        empty={
          <EmptyPanel
            title={show === '' ? 'No rentals yet' : 'No rentals with this status'}
            text="Offer a website to a business, verify its record, and activate the rental. Then its leads go to the business, and rent is invoiced each month."
          />
        }
      >
        {(data) => (
          <RentalTable
            rentals={data.pages.flatMap(({ rentals }) => rentals)}
            onEdit={setEdited}
            onMove={(rental, move) => setMoved({ rental, move })}
          />
        )}
      </QueryPanel>
      <LoadMore query={query} />
      <RentalDialog rental={edited} onClose={() => setEdited(null)} />
      <MoveDialog moved={moved} onClose={() => setMoved(null)} />
    </Card>
  );
}

interface Moved {
  rental: Rental;
  move: RentalMove;
}

function RentalTable({ rentals, onEdit, onMove }: RowActions & { rentals: readonly Rental[] }) {
  return (
    <Table stacked label="Rentals">
      <thead>
        <tr>
          <Th className="pl-5">Website and tenant</Th>
          <Th>Status</Th>
          <Th numeric>Rent a month</Th>
          <Th>Term</Th>
          <Th className="pr-5">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rentals.map((rental) => (
          <tr key={rental.id}>
            <Td stack="title" className="pl-5">
              <span className="font-medium">{rental.websiteName}</span>
              <span className="block text-muted-foreground">{rental.tenant.name}</span>
            </Td>
            <Td stack="line">
              <Badge tone={RENTAL_STATUS[rental.status].tone} dot>
                {RENTAL_STATUS[rental.status].name}
              </Badge>
              {rental.verifiedAt ? (
                <span className="block text-muted-foreground">
                  Verified {formatDate(rental.verifiedAt)}
                  {rental.verifiedByName ? ` by ${rental.verifiedByName}` : ''}
                </span>
              ) : null}
            </Td>
            <Td stack="corner" numeric>
              {formatMoney(rental.priceCents, rental.currency, EXACT)} <span className="sm:hidden">a month</span>
            </Td>
            <Td stack="line">
              {rental.endsOn
                ? `${formatDate(rental.startsOn)} to ${formatDate(rental.endsOn)}`
                : `From ${formatDate(rental.startsOn)}`}
              <span className="block text-muted-foreground">Invoiced on day {rental.billingDay}</span>
              {rental.creditCents > 0 ? (
                <span className="block">
                  {formatMoney(rental.creditCents, rental.currency, EXACT)} owed to the tenant for paid days after the
                  end
                </span>
              ) : null}
            </Td>
            <Td stack="line" className="pr-5">
              <Actions rental={rental} onEdit={onEdit} onMove={onMove} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface RowActions {
  onEdit: (rental: Rental) => void;
  onMove: (rental: Rental, move: RentalMove) => void;
}

function Actions({ rental, onEdit, onMove }: RowActions & { rental: Rental }) {
  return (
    <div className="flex flex-wrap gap-2 sm:justify-end">
      {rental.moves
        .filter((move) => move !== 'revise')
        .map((move) => (
          <Button
            key={move}
            variant={move === 'end' ? 'outline' : 'primary'}
            size="sm"
            needsNetwork
            aria-label={`${labelOf(rental, move)}: ${rental.websiteName}`}
            onClick={() => onMove(rental, move)}
          >
            {labelOf(rental, move)}
          </Button>
        ))}
      {rental.status === 'ended' ? null : (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Edit rental: ${rental.websiteName}`}
          onClick={() => onEdit(rental)}
        >
          Edit
        </Button>
      )}
    </div>
  );
}

function labelOf(rental: Rental, move: RentalMove): string {
  return move === 'end' && rental.status !== 'active' ? 'Withdraw offer' : RENTAL_MOVE[move];
}

function consequenceOf({ rental, move }: Moved): string {
  const { tenant, websiteName } = rental;
  if (move === 'verify') {
    const address = `${tenant.street}, ${tenant.city}, ${tenant.state} ${tenant.postalCode}`;
    return `You state that this record is correct: ${tenant.name}, ${address}, ${tenant.phone}, ${tenant.email}. Your name and the time are recorded.`;
  }
  if (move === 'activate') {
    return `New leads of ${websiteName} go to ${tenant.name} without a price. Its site names the tenant after the next build. Rent that is due is invoiced now.`;
  }
  if (rental.status !== 'active') return `${websiteName} is no longer offered to ${tenant.name}.`;
  return `Today is the last day. Leads of ${websiteName} go to buyers again. Open invoices of later days are replaced by invoices until today. Later days that are paid are credited.`;
}

function MoveDialog({ moved, onClose }: { moved: Moved | null; onClose: () => void }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ rental, move }: Moved) => rentalApi.move({ id: rental.id, move }),
    onError: (error) => toastFailure('Failed to change the rental', errorText(error)),
    onSettled: () => {
      onClose();
      return Promise.all([
        queries.invalidateQueries({ queryKey: rentalQueries.all() }),
        queries.invalidateQueries({ queryKey: ledgerQueries.all() }),
      ]);
    },
  });
  const label = moved ? labelOf(moved.rental, moved.move) : '';
  return (
    <Dialog
      open={moved !== null}
      onClose={onClose}
      title={moved ? `${label}?` : 'Change rental'}
      description={moved ? consequenceOf(moved) : undefined}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={moved?.move === 'end' ? 'destructive' : 'primary'}
            busy={change.isPending}
            onClick={() => moved && change.mutate(moved)}
          >
            {label}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  );
}
