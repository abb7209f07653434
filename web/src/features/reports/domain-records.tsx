import type { ReportDomain } from '@/api/reports';
import { CopyButton } from '@/components/ui/copy-button';

/** DNS records to set, each with its parts as the forms of DNS providers ask for them. */
export function DomainRecords({ records }: { records: ReportDomain['records'] }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {records.map((record) => (
        <li key={record.kind} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-border p-4">
          <p className="font-medium">{record.kind} record</p>
          <Part label="Name" kind={record.kind} text={record.name} />
          <Part label="Value" kind={record.kind} text={record.value} />
        </li>
      ))}
    </ul>
  );
}

function Part({ label, kind, text }: { label: string; kind: string; text: string }) {
  return (
    <div className="flex items-end justify-between gap-3">
      <div className="min-w-0">
        <p className="text-xs text-muted-foreground">{label}</p>
        <code className="font-mono text-xs wrap-anywhere">{text}</code>
      </div>
      <CopyButton
        text={text}
        label={
          <>
            Copy <span className="sr-only">{`the ${label.toLowerCase()} of the ${kind} record`}</span>
          </>
        }
      />
    </div>
  );
}
