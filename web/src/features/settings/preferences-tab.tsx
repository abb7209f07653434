import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Switch } from '@/components/ui/switch';
import { useHabits } from '@/lib/habits';
import { FormatsCard } from './formats-card';

export default function PreferencesTab() {
  const { singleKeys, lessMotion, csvMark, set } = useHabits();
  return (
    <div className="grid gap-6">
      <FormatsCard />
      <Card>
        <CardHeader title="Habits" description="Kept in this browser." />
        <CardBody className="grid gap-5">
          <Switch
            label="Single-key shortcuts"
            hint="Letters such as R, N or G then D start actions. Off, only those with Ctrl or Cmd do."
            checked={singleKeys}
            onChange={(checked) => set({ singleKeys: checked })}
          />
          <Switch
            label="Less motion"
            hint="No transitions and no animations, whatever your system says."
            checked={lessMotion}
            onChange={(checked) => set({ lessMotion: checked })}
          />
          <Switch
            label="CSV files for older spreadsheets"
            hint="Files begin with a byte-order mark, by which they know that the text is UTF-8."
            checked={csvMark}
            onChange={(checked) => set({ csvMark: checked })}
          />
        </CardBody>
      </Card>
    </div>
  );
}
