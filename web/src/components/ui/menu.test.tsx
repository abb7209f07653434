import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Menu, MenuChoice, MenuChoices, MenuItem } from './menu';

const chosen = vi.fn();

beforeEach(() => {
  chosen.mockClear();
  render(
    <>
      <Menu label="Actions" trigger={<button type="button">Open</button>}>
        <MenuItem onSelect={() => chosen('rename')}>Rename</MenuItem>
        <MenuItem disabled onSelect={() => chosen('copy')}>
          Copy
        </MenuItem>
        <MenuItem onSelect={() => chosen('archive')}>Archive</MenuItem>
        <MenuChoices aria-label="Order" value="up" onValueChange={chosen}>
          <MenuChoice value="up">Ascending</MenuChoice>
          <MenuChoice value="down">Descending</MenuChoice>
        </MenuChoices>
      </Menu>
      <button type="button">Elsewhere</button>
    </>,
  );
});

const trigger = () => screen.getByRole('button', { name: 'Open' });
const item = (name: string, role = 'menuitem') => screen.getByRole(role, { name });

test('a key opens the menu at its first item, a click at the menu itself', async () => {
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(item('Rename')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(trigger()).toHaveFocus();
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await userEvent.click(trigger());
  expect(screen.getByRole('menu', { name: 'Actions' })).toHaveFocus();
  expect(trigger()).toHaveAttribute('aria-expanded', 'true');
});

test('the arrows pass disabled items and end at the first and the last one', async () => {
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expect(item('Rename')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  expect(item('Rename')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(item('Archive')).toHaveFocus();
  await userEvent.keyboard('{End}{ArrowDown}');
  expect(item('Descending', 'menuitemradio')).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(item('Rename')).toHaveFocus();
});

test('letters go to the item that starts with them', async () => {
  await userEvent.tab();
  await userEvent.keyboard('{Enter}ar');
  expect(item('Archive')).toHaveFocus();
  await userEvent.keyboard('{Escape}{Enter}aa');
  expect(item('Ascending', 'menuitemradio')).toHaveFocus();
});

test('choosing closes the menu and gives the focus back to its button', async () => {
  await userEvent.click(trigger());
  await userEvent.click(item('Archive'));
  expect(chosen).toHaveBeenCalledExactlyOnceWith('archive');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(trigger()).toHaveFocus();
});

test('a disabled item does nothing and leaves the menu open', async () => {
  await userEvent.click(trigger());
  await userEvent.click(item('Copy'));
  expect(chosen).not.toHaveBeenCalled();
  expect(screen.getByRole('menu')).toBeInTheDocument();
});

test('a choice marks the current value and reports another', async () => {
  await userEvent.click(trigger());
  expect(item('Ascending', 'menuitemradio')).toBeChecked();
  await userEvent.click(item('Descending', 'menuitemradio'));
  expect(chosen).toHaveBeenCalledExactlyOnceWith('down');
});

test('a press elsewhere closes the menu and keeps the focus there; Tab goes on from the button', async () => {
  await userEvent.click(trigger());
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
  trigger().focus();
  await userEvent.keyboard('{Enter}{Tab}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
});

test('a second click on the button closes the menu', async () => {
  await userEvent.click(trigger());
  await userEvent.click(trigger());
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});
