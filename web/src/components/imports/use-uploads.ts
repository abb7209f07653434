import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '@/api/errors';
import { type ImportStarted, type ImportUploaded, importApi, importQueries } from '@/api/imports';
import type { Import, Run } from '@/api/types';
import { failures } from '@/lib/strings';
import { groupFiles, groupName, objectionTo } from './file-groups';

export type UploadStage =
  | { name: 'uploading'; share: number }
  | { name: 'refused'; reason: string }
  | { name: 'preview'; uploaded: ImportUploaded }
  | { name: 'running'; record: Import; run: Run; hasFailed: boolean }
  | { name: 'done'; record: Import };

/** Files of one import during their upload. */
export interface Upload {
  id: string;
  title: string;
  bytes: number;
  files: readonly File[];
  stage: UploadStage;
}

function isOpen({ stage }: Upload): boolean {
  return ['uploading', 'preview'].includes(stage.name) || (stage.name === 'running' && !stage.hasFailed);
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

function newUpload(files: readonly File[], stage: UploadStage): Upload {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return { id: crypto.randomUUID(), title: groupName(files), bytes, files, stage };
}

/** Calls `onImported` with the last imported record once no upload is open. */
function useAllDone(uploads: readonly Upload[], onImported: ((record: Import) => void) | undefined): void {
  const reported = useRef(new Set<string>());
  const latest = useRef(onImported);
  useEffect(() => {
    latest.current = onImported;
  });
  useEffect(() => {
    if (uploads.some(isOpen)) return;
    const done = uploads.filter(({ id, stage }) => stage.name === 'done' && !reported.current.has(id));
    const last = done.at(-1)?.stage;
    for (const { id } of done) reported.current.add(id);
    if (last?.name === 'done') latest.current?.(last.record);
  }, [uploads]);
}

/** Uploads of a screen, each with its own stage from the upload to the result. */
export function useUploads(websiteId: string | undefined, onImported: ((record: Import) => void) | undefined) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queries = useQueryClient();
  useAllDone(uploads, onImported);
  const show = (id: string, stage: UploadStage) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, stage } : each)));

  const send = async ({ id, files }: Upload) => {
    try {
      const onProgress = (share: number) => show(id, { name: 'uploading', share });
      const uploaded = await importApi.upload(files, onProgress, websiteId);
      show(id, { name: 'preview', uploaded });
      queries.invalidateQueries({ queryKey: importQueries.all() });
    } catch (error) {
      show(id, { name: 'refused', reason: errorText(error, failures.upload) });
    }
  };

  /** Uploads files; those that are in the list already, empty or too large are refused. */
  const add = (files: readonly File[]) => {
    const open = uploads.filter(isOpen).flatMap((each) => each.files);
    const isNew = (file: File) => !open.some((each) => isSame(each, file));
    const refused = files.filter((file) => isNew(file) && objectionTo(file) !== null);
    const groups = groupFiles(files.filter((file) => isNew(file) && objectionTo(file) === null));
    const sent = groups.map((group) => newUpload(group, { name: 'uploading', share: 0 }));
    const bad = refused.map((file) => newUpload([file], { name: 'refused', reason: objectionTo(file) ?? '' }));
    setUploads((all) => [...all.filter(({ stage }) => stage.name !== 'refused'), ...bad, ...sent]);
    for (const upload of sent) send(upload);
  };

  /** Refetches the record, because the run has written the numbers of imported and rejected rows. */
  const finish = async (id: string, record: Import, run: Run) => {
    if (run.status !== 'succeeded') return show(id, { name: 'running', record, run, hasFailed: true });
    const options = { ...importQueries.detail(record.id), staleTime: 0 };
    const latest = await queries.fetchQuery(options).catch(() => ({ import: record }));
    queries.invalidateQueries({ queryKey: ['imported'] });
    const target = latest.import.websiteId ?? run.websiteId ?? null;
    show(id, { name: 'done', record: { ...latest.import, websiteId: target } });
  };

  const follow = (id: string, started: ImportStarted) =>
    show(id, { name: 'running', record: started.import, run: started.run, hasFailed: false });

  return {
    uploads,
    add,
    show,
    follow,
    finish,
    /** Follows an import started without a file: the sample data. */
    addStarted({ import: record, run }: ImportStarted) {
      const stage: UploadStage = { name: 'running', record, run, hasFailed: false };
      setUploads((all) => [...all, { ...newUpload([], stage), title: record.fileName, bytes: record.sizeBytes }]);
    },
    remove: (id: string) => setUploads((all) => all.filter((each) => each.id !== id)),
  };
}

export type Uploads = ReturnType<typeof useUploads>;
