import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { expect, test } from 'vitest';
import { useRowFocus } from './use-row-focus';

function List({ names }: { names: readonly string[] }) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const focus = useRowFocus(names.length, box, () => {});
  return (
    <>
      <ul ref={setBox} onKeyDown={focus.onKeyDown} onFocus={focus.onFocus}>
        {names.map((name, index) => (
          <li key={name}>
            <input type="checkbox" data-row-part tabIndex={-1} aria-label={`Select ${name}`} />
            <button type="button" data-row={index} tabIndex={index === focus.at ? 0 : -1}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button">After the list</button>
    </>
  );
}

test('list_is_one_tab_stop', async () => {
  render(<List names={['Tulsa', 'Austin', 'Boise']} />);
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Tulsa' })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'After the list' })).toHaveFocus();
});

test('arrows_move_between_rows_and_within_a_row', async () => {
  render(<List names={['Tulsa', 'Austin', 'Boise']} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}');
  expect(screen.getByRole('checkbox', { name: 'Select Austin' })).toHaveFocus();
  await userEvent.keyboard(' ');
  expect(screen.getByRole('checkbox', { name: 'Select Austin' })).toBeChecked();
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}{ArrowDown}');
  expect(screen.getByRole('button', { name: 'Boise' })).toHaveFocus();
});

test('tab_returns_to_the_row_that_had_the_focus', async () => {
  render(<List names={['Tulsa', 'Austin', 'Boise']} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Boise' }));
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Boise' })).toHaveFocus();
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'Boise' })).toHaveFocus();
});

test('keys_of_a_dialog_of_a_row_do_not_move_the_focus', async () => {
  render(<WithDialog />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'jk');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('jk');
});

/** A list with a field that is elsewhere in the document, like that of a dialog. */
function WithDialog() {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const focus = useRowFocus(1, box, () => {});
  return (
    <ul ref={setBox} onKeyDown={focus.onKeyDown} onFocus={focus.onFocus}>
      <li>
        <button type="button" data-row={0}>
          Tulsa
        </button>
        {createPortal(<input aria-label="Name" />, document.body)}
      </li>
    </ul>
  );
}
