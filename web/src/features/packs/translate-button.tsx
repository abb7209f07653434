import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { VIEWER_REASON } from './words';

/** As the server reads it: `es`, `pt-BR`. */
const LANGUAGE = /^[a-z]{2,3}(-[A-Z]{2})?$/;

/** Opens the pack of another language, to be written from the text of this one. */
export function TranslateButton({
  language,
  vertical,
  canChange,
}: {
  language: string;
  vertical: string;
  canChange: boolean;
}) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const target = wanted.trim();
  const isLanguage = LANGUAGE.test(target) && target !== language;
  const hasError = target !== '' && !isLanguage;
  const open = () => {
    setOpen(false);
    navigate(`/packs/${target}/${vertical}?from=${language}`);
  };
  return (
    <>
      <Button
        variant="outline"
        disabled={!canChange}
        title={canChange ? undefined : VIEWER_REASON}
        onClick={() => setOpen(true)}
      >
        Translate
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Translate this pack"
        description="The translation starts with this text. Pages are composed in English: a pack in another language is stored, checked and exported."
        footer={
          <>
            <Button variant="outline" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button disabled={!isLanguage} onClick={open}>
              Start translation
            </Button>
          </>
        }
      >
        <Field
          label="Language"
          hint="A code such as es or pt-BR."
          error={hasError ? 'Enter the code of another language, such as es or pt-BR.' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={6}
              autoComplete="off"
              value={wanted}
              onChange={({ target: field }) => setWanted(field.value)}
            />
          )}
        </Field>
      </Dialog>
    </>
  );
}
