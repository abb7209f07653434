import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { formFields, withWebsiteSettings } from '@/lib/json-schema';
import { renderAt } from '@/testing/render';
import { ParameterForm } from './parameter-form';

const schema = {
  properties: {
    valuePerLeadCents: { type: ['number', 'null'], title: 'Value per lead (cents)', default: null },
    targetPosition: { type: 'number', title: 'Target position', default: 3 },
  },
};

it('values_from_website_settings_are_shown_with_a_link_to_them', () => {
  const fields = withWebsiteSettings(formFields(schema), { valuePerLeadCents: 12_050, targetPosition: null });
  renderAt(
    '/',
    <ParameterForm fields={fields} values={{}} errors={{}} currencySign="$" websiteId="w1" onChange={() => {}} />,
  );
  expect(screen.getByLabelText('Value per lead')).toHaveAttribute('placeholder', '120.5');
  const links = screen.getAllByRole('link', { name: 'From website settings' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/projects/w1?tab=settings']);
});

const money = ['budgetCents', 'valuePerLeadCents', 'costCents', 'priceCents', 'feeCents'];
const many = formFields({
  properties: Object.fromEntries(
    money.map((name, at) => [name, { type: ['number', 'null'], title: `Amount ${at + 1} (cents)`, default: null }]),
  ),
});

afterEach(() => vi.restoreAllMocks());

function show(isPhone: boolean, errors: Record<string, string> = {}) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({ matches: isPhone, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
  );
  renderAt('/', <ParameterForm fields={many} values={{}} errors={errors} currencySign="$" onChange={() => {}} />);
}

it('a phone folds all but the first three fields, and a desktop none', () => {
  show(true);
  const folded = screen.getByText('More parameters').closest('details') as HTMLElement;
  expect(within(folded).getAllByRole('textbox', { hidden: true })).toHaveLength(2);
  expect(folded).not.toHaveAttribute('open');
});

it('a wrong field is never folded', () => {
  show(true, { feeCents: 'Enter an amount.' });
  expect(screen.getByText('More parameters').closest('details')).toHaveAttribute('open');
});

it('a desktop shows every field', () => {
  show(false);
  expect(screen.queryByText('More parameters')).not.toBeInTheDocument();
  expect(screen.getAllByRole('textbox')).toHaveLength(5);
});
