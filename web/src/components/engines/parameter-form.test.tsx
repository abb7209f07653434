import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
