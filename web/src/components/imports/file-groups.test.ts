import { expect, test } from 'vitest';
import { groupFiles, groupName, objectionTo } from './file-groups';

const file = (name: string, size = 10) => ({ name, size });
const names = (groups: { name: string }[][]) => groups.map((group) => group.map(({ name }) => name));

test('empty_and_too_large_files_are_refused', () => {
  expect(objectionTo(file('a.csv'))).toBeNull();
  expect(objectionTo(file('a.csv', 0))).toBe('a.csv is empty.');
  expect(objectionTo(file('a.zip', 600 * 1024 * 1024))).toBe('a.zip is 600 MB; the limit is 500 MB.');
});

test('text_files_form_one_import_and_each_archive_its_own', () => {
  const dropped = [file('Chart.csv'), file('old.zip'), file('Queries.csv'), file('Sales.XLSX')];
  expect(names(groupFiles(dropped))).toEqual([['Chart.csv', 'Queries.csv'], ['old.zip'], ['Sales.XLSX']]);
});

test('groups_stay_within_the_limits_of_one_upload', () => {
  const many = Array.from({ length: 101 }, (_, index) => file(`${index}.csv`));
  expect(groupFiles(many).map((group) => group.length)).toEqual([100, 1]);
  const large = [file('a.csv', 300e6), file('b.csv', 200e6), file('c.csv', 100e6)];
  expect(names(groupFiles(large))).toEqual([['a.csv', 'b.csv'], ['c.csv']]);
});

test('group_is_named_after_its_first_file', () => {
  expect(groupName([file('a.csv')])).toBe('a.csv');
  expect(groupName([file('a.csv'), file('b.csv')])).toBe('a.csv and 1 more file');
  expect(groupName([file('a.csv'), file('b.csv'), file('c.csv')])).toBe('a.csv and 2 more files');
});
