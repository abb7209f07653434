import { describe, expect, it } from 'vitest';
import { eventDetail, eventName } from './audit-words';

describe('words of security events', () => {
  it('names_are_sentences_and_not_keys', () => {
    expect(['session.signed_in', 'api_key.created', 'ledger.posted'].map(eventName)).toEqual([
      'Signed in',
      'API key created',
      'Ledger posted',
    ]);
  });

  it('amounts_have_a_currency_and_ids_are_left_out', () => {
    const detail = {
      rentalId: '01a21d83-33fc-716f-9f0a-0c3b85f79743',
      amountCents: 90_050,
      currency: 'EUR',
      move: 'take_over',
      scopes: ['read', 'write'],
      note: null,
    };
    expect(eventDetail(detail)).toBe('Amount: €900.50, Move: take over, Scopes: read, write');
  });

  it('an_event_without_details_has_no_text', () => {
    expect(eventDetail({})).toBe('');
  });
});
