import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OFFLINE_REASON } from '@/lib/strings';
import { expectToNeedNetwork, setOnline } from '@/testing/network';
import { renderAt } from '@/testing/render';
import { ImportDropzone } from './import-dropzone';

afterEach(() => setOnline(true));

test('offline_no_file_is_taken_and_the_reason_is_shown', () => {
  const taken = vi.fn();
  renderAt('/', <ImportDropzone onFiles={taken} />);
  expectToNeedNetwork(screen.getByRole('button', { name: 'Choose files' }));
  setOnline(false);
  const files = [new File(['a'], 'a.csv')];
  fireEvent.drop(screen.getByText(OFFLINE_REASON), { dataTransfer: { files } });
  expect(taken).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Files to import')).toBeDisabled();
});

test('dropped_files_are_taken_together', () => {
  const taken = vi.fn();
  renderAt('/', <ImportDropzone onFiles={taken} />);
  const files = [new File(['a'], 'Chart.csv'), new File(['b'], 'Queries.csv')];
  fireEvent.drop(screen.getByText('Drop exports here, several at once'), { dataTransfer: { files } });
  expect(taken).toHaveBeenCalledExactlyOnceWith(files);
});
