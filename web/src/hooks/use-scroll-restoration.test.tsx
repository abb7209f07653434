import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { expect, test, vi } from 'vitest';
import { renderAt } from '@/testing/render';
import { useScrollRestoration } from './use-scroll-restoration';
import { useUrlState } from './use-url-state';

const DEFAULTS = { pick: '' };

function Page() {
  useScrollRestoration();
  const [, setUrl] = useUrlState(DEFAULTS);
  return (
    <>
      <button type="button" onClick={() => setUrl({ pick: 'a' })}>
        Pick
      </button>
      <Link to="/other">Other page</Link>
    </>
  );
}

test('view_change_keeps_the_scroll_position_and_a_new_page_starts_at_its_top', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  renderAt('/list', <Page />);
  act(() => scroll.mockClear());
  await userEvent.click(screen.getByRole('button', { name: 'Pick' }));
  expect(scroll).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('link', { name: 'Other page' }));
  expect(scroll).toHaveBeenCalledExactlyOnceWith(0, 0);
});
