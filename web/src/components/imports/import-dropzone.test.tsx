import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OFFLINE_REASON } from '@/lib/strings';
import { expectToNeedNetwork, setOnline } from '@/testing/network';
import { renderAt } from '@/testing/render';
import { hearing } from '@/testing/session';
import { ImportDropzone } from './import-dropzone';

afterEach(() => vi.restoreAllMocks());

test('without a network no file is taken, neither chosen nor dropped, and it is said why', () => {
  const sent = hearing('post', '/api/imports');
  renderAt('/', <ImportDropzone onUploaded={() => {}} />);
  expectToNeedNetwork(screen.getByRole('button', { name: 'Choose a file' }));
  setOnline(false);
  const files = [new File(['a'], 'a.csv')];
  fireEvent.drop(screen.getByText(OFFLINE_REASON), { dataTransfer: { files } });
  expect(screen.queryByText(/a\.csv/)).not.toBeInTheDocument();
  expect(screen.getByLabelText('File to import')).toBeDisabled();
  expect(sent).toEqual([]);
});
