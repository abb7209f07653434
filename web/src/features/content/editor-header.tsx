import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff, History, Save, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import type { ContentDocument, DocumentStatus, DocumentVersion } from '@/api/documents';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { ExportMenu } from './export-menu';
import { useChange } from './use-change';
import type { DraftState } from './use-draft';
import { originName, STATUSES, VIEWER_REASON } from './words';

/** Title, status, versions, export and save. */
export function EditorHeader({
  document,
  version,
  query,
  text,
  canChange,
  isSaving,
  onSave,
  onVersions,
}: {
  document: ContentDocument;
  version: DocumentVersion | null;
  query: UseQueryResult;
  text: DraftState;
  canChange: boolean;
  isSaving: boolean;
  /** Null if there is nothing to save, or it cannot be saved. */
  onSave: (() => void) | null;
  onVersions: () => void;
}) {
  const place = document.place?.name;
  const subject = [document.query, place].filter(Boolean).join(', ');
  return (
    <PageHeader
      title={document.title}
      eyebrow={
        <Link className="hover:underline" to="/content-generator">
          Content generator
        </Link>
      }
      description={subject || 'No query yet'}
      actions={
        <>
          <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
          <StatusSelect document={document} canChange={canChange} />
          {version ? (
            <>
              <Button variant="outline" onClick={onVersions}>
                <History size={16} aria-hidden="true" />
                Versions ({version.number})
              </Button>
              <ExportMenu document={document} draft={text.draft} isDirty={text.isDirty} canChange={canChange} />
            </>
          ) : null}
          {text.canUndo ? (
            <Button variant="ghost" size="icon" aria-label="Undo the last edit" onClick={text.undo}>
              <Undo2 size={16} aria-hidden="true" />
            </Button>
          ) : null}
          {text.isDirty ? (
            <Button
              needsNetwork
              busy={isSaving}
              disabled={!onSave}
              title={canChange ? undefined : VIEWER_REASON}
              onClick={onSave ?? undefined}
            >
              <Save size={16} aria-hidden="true" />
              Save
            </Button>
          ) : null}
          <SaveState version={version} text={text} />
        </>
      }
    />
  );
}

function SaveState({ version, text }: { version: DocumentVersion | null; text: DraftState }) {
  if (text.isDirty) {
    return (
      <Badge tone="warning" role="status">
        <CloudOff size={12} aria-hidden="true" />
        {text.isStored ? 'Saved here, not yet on the server' : 'Not saved: the storage of this browser is full'}
      </Badge>
    );
  }
  if (!version) return null;
  return (
    <Badge role="status" title={version.note || undefined}>
      {originName(version.origin)}
      {version.userName ? ` by ${version.userName}` : ''}
    </Badge>
  );
}

function StatusSelect({ document, canChange }: { document: ContentDocument; canChange: boolean }) {
  const change = useChange(document);
  return (
    <Select
      aria-label="Status"
      className="w-auto"
      disabled={!canChange || change.isPending}
      title={canChange ? undefined : VIEWER_REASON}
      value={document.status}
      onChange={({ target }) => change.mutate({ status: target.value as DocumentStatus })}
    >
      {STATUSES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}
