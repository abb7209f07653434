import { IMPORT_MAX_BYTES } from '@/lib/constants';
import { formatBytes } from '@/lib/format';

/** Properties of a file known before its upload. */
type FileFacts = Pick<File, 'name' | 'size'>;

/** Maximum number of files in one upload. */
const MAX_FILES = 100;

/** Returns why a file cannot be sent, or null. */
export function objectionTo(file: FileFacts): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > IMPORT_MAX_BYTES) {
    return `${file.name} is ${formatBytes(file.size)}; the limit is ${formatBytes(IMPORT_MAX_BYTES)}.`;
  }
  return null;
}

/** True for archives and workbooks: each contains its tables already and is an import of its own. */
function isContainer({ name }: FileFacts): boolean {
  return /\.(zip|gz|xlsx|xlsm)$/i.test(name);
}

/**
 * Groups files into imports. Text files belong together, because `Chart.csv` or `Filters.csv` contains the period of
 * `Queries.csv`; each archive or workbook is an import of its own. No group exceeds the limits of one upload.
 */
export function groupFiles<Each extends FileFacts>(files: readonly Each[]): Each[][] {
  const groups: Each[][] = [];
  let open: Each[] = [];
  let bytes = 0;
  for (const file of files.filter((each) => !isContainer(each))) {
    const isFull = open.length === MAX_FILES || bytes + file.size > IMPORT_MAX_BYTES;
    if (open.length === 0 || isFull) {
      open = [];
      bytes = 0;
      groups.push(open);
    }
    open.push(file);
    bytes += file.size;
  }
  return [...groups, ...files.filter(isContainer).map((file) => [file])];
}

/** Returns the name of a group: its only file, or its first file and the number of the others. */
export function groupName(files: readonly FileFacts[]): string {
  const [first] = files;
  if (!first) return '';
  const others = files.length - 1;
  if (others === 0) return first.name;
  return `${first.name} and ${others} more ${others === 1 ? 'file' : 'files'}`;
}
