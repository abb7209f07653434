import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Switch } from '@/components/ui/switch';
import { useBrowserSettings } from '@/lib/browser-settings';
import { FormatsCard } from './formats-card';

export default function PreferencesTab() {
  const { singleKeys, lessMotion, csvMark, set } = useBrowserSettings();
  return (
    <div className="grid gap-6">
      <FormatsCard />
      <Card>
        <CardHeader title="Keyboard, motion and files" description="Saved in this browser." />
        <CardBody className="grid gap-5">
          <Switch
            label="Single-key shortcuts"
            hint="Keys such as R, N or G then D start actions. If off, only shortcuts with Ctrl or Cmd work."
            checked={singleKeys}
            onChange={(checked) => set({ singleKeys: checked })}
          />
          <Switch
            label="Reduce motion"
            hint="Turns off transitions and animations, regardless of your system settings."
            checked={lessMotion}
            onChange={(checked) => set({ lessMotion: checked })}
          />
          <Switch
            label="CSV files for older spreadsheets"
            hint="Adds a byte-order mark, so that they detect UTF-8."
            checked={csvMark}
            onChange={(checked) => set({ csvMark: checked })}
          />
        </CardBody>
      </Card>
    </div>
  );
}
