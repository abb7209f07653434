/**
 * Types and calls of rentals, invoices and the settings of leads, until the generated description of the server has them.
 * Then this file is removed: its types become aliases of `Schemas`, and its paths are those of `schema.gen.ts`.
 */

export type RentalStatus = 'offered' | 'verified' | 'active' | 'ended';
export type RentalMove = 'verify' | 'revise' | 'activate' | 'end';

/** A business that rents a website. Empty texts are unknown. */
export type Tenant = {
  name: string;
  street: string;
  city: string;
  state: string;
  postalCode: string;
  /** E.164. */
  phone: string;
  email: string;
  url: string | null;
  licence: string | null;
};

export type Rental = {
  id: string;
  websiteId: string;
  websiteName: string;
  status: RentalStatus;
  tenant: Tenant;
  verifiedAt: string | null;
  verifiedBy: string | null;
  verifiedByName: string | null;
  /** Of a month. */
  priceCents: number;
  currency: string;
  startsOn: string;
  endsOn: string | null;
  /** Day of the month, 1 to 28. */
  billingDay: number;
  /** First day without an invoice. */
  nextPeriodOn: string;
  activatedAt: string | null;
  createdAt: string;
  updatedAt: string;
  moves: RentalMove[];
};

export type RentalTerms = {
  tenant: Tenant;
  priceCents: number;
  currency: string;
  startsOn: string | null;
  endsOn: string | null;
  billingDay: number;
};

export type NewRental = RentalTerms & { websiteId: string };

export type InvoiceStatus = 'open' | 'paid' | 'void';
export type InvoiceMove = 'pay' | 'void';

export type Invoice = {
  id: string;
  rentalId: string;
  websiteId: string;
  websiteName: string;
  number: number;
  periodFrom: string;
  periodTo: string;
  issuedOn: string;
  dueOn: string;
  amountCents: number;
  currency: string;
  status: InvoiceStatus;
  paidOn: string | null;
  note: string;
  tenant: Tenant;
  issuer: { name: string; address: string; email: string; phone: string };
  createdAt: string;
  isOverdue: boolean;
  moves: InvoiceMove[];
};

/** Sums over the ledger. */
export type InvoiceTotal = {
  currency: string;
  openCents: number;
  overdueCents: number;
  paidCents: number;
};

export type InvoiceMoveInput = {
  move: InvoiceMove;
  paidOn?: string;
  note?: string;
};

export type LeadSettings = {
  /** Null for never. */
  eraseAfterDays: number | null;
  offersRejected: boolean;
  timeZone: string;
  paymentDays: number;
};

/** New fields of a received lead. */
export type LeadExtras = {
  /** Rental whose tenant got it. */
  rentalId?: string | null;
  tenantName?: string | null;
  erasedAt?: string | null;
};

/** New fields of the answer with a lead. */
export type LeadAnswerExtras = {
  /** Who gets a rejected lead next. */
  nextBuyer?: string | null;
};

export type RentalQuery = {
  status?: RentalStatus;
  websiteId?: string;
  cursor?: string;
  limit?: number;
};

export type InvoiceQuery = {
  status?: InvoiceStatus;
  overdue?: boolean;
  rentalId?: string;
  websiteId?: string;
  cursor?: string;
  limit?: number;
  format?: 'csv' | 'json' | 'ndjson';
};

type Success<Members> = { success: boolean } & Members;
type Id = { id: string };

type Parameters<Path, Query> = { query?: Query; header?: never; cookie?: never } & ([Path] extends [never]
  ? { path?: never }
  : { path: Path });

type Answered<Answer> = {
  200: { headers: { [name: string]: unknown }; content: { 'application/json': Success<Answer> } };
};

type Call<Answer, Path = never, Query = never> = {
  parameters: Parameters<Path, Query>;
  requestBody?: never;
  responses: Answered<Answer>;
};

type Sent<Body, Answer, Path = never> = {
  parameters: Parameters<Path, never>;
  requestBody: { content: { 'application/json': Body } };
  responses: Answered<Answer>;
};

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

/** The calls of a path; it has no others. */
type Calls<Known> = Known & { [Other in Exclude<Method, keyof Known>]?: never };

declare module './schema.gen' {
  interface paths {
    '/api/rentals': Calls<{
      get: Call<{ rentals: Rental[]; nextCursor: string | null }, never, RentalQuery>;
      post: Sent<NewRental, { rental: Rental }>;
    }>;
    '/api/rentals/{id}': Calls<{
      get: Call<{ rental: Rental }, Id>;
      put: Sent<RentalTerms, { rental: Rental }, Id>;
    }>;
    '/api/rentals/{id}/move': Calls<{ post: Sent<{ move: RentalMove; endsOn?: string }, { rental: Rental }, Id> }>;
    '/api/invoices': Calls<{
      get: Call<{ invoices: Invoice[]; totals: InvoiceTotal[]; nextCursor: string | null }, never, InvoiceQuery>;
    }>;
    '/api/invoices/{id}': Calls<{ get: Call<{ invoice: Invoice }, Id> }>;
    '/api/invoices/{id}/html': Calls<{ get: Call<object, Id, { workspaceId?: string }> }>;
    '/api/invoices/{id}/move': Calls<{ post: Sent<InvoiceMoveInput, { invoice: Invoice }, Id> }>;
    '/api/invoices/export': Calls<{ get: Call<object, never, InvoiceQuery> }>;
    '/api/lead-settings': Calls<{
      get: Call<{ settings: LeadSettings }>;
      put: Sent<LeadSettings, { settings: LeadSettings }>;
    }>;
    '/api/received-leads/{id}/erase': Calls<{ post: Call<{ erased: number }, Id> }>;
  }
}
