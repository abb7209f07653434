import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { accountApi } from '@/api/account';
import { errorText } from '@/api/errors';
import type { User } from '@/api/types';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useAuth } from '@/hooks/use-auth';
import { AVATAR_MAX_BYTES } from '@/lib/constants';
import { toastFailure } from '@/lib/failed';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';
import { displayName } from '@/lib/user-name';

const ACCEPTED = 'image/png,image/jpeg,image/webp';

/** Profile picture. The server makes it small and square. */
export function AvatarCard({ user }: { user: User }) {
  const picker = useRef<HTMLInputElement>(null);
  const { save, remove } = useAvatar(user);
  return (
    <Card>
      <CardHeader title="Picture" description="PNG, JPEG or WebP, up to 5 MB." />
      <CardBody className="flex flex-wrap items-center gap-4">
        <Avatar name={displayName(user)} url={user.avatar ?? user.profileImageUrl} className="size-16 text-lg" />
        <input
          ref={picker}
          type="file"
          accept={ACCEPTED}
          aria-label="Picture file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) save.mutate(file);
          }}
        />
        <Button variant="outline" busy={save.isPending} needsNetwork onClick={() => picker.current?.click()}>
          Choose a picture
        </Button>
        {user.avatar ? (
          <Button variant="ghost" busy={remove.isPending} needsNetwork onClick={() => remove.mutate()}>
            Remove
          </Button>
        ) : null}
      </CardBody>
    </Card>
  );
}

function useAvatar(user: User) {
  const { setUser } = useAuth();
  const show = ({ avatar }: { avatar: string | null }) => setUser({ ...user, avatar, profileImageUrl: avatar });
  const onError = (error: unknown) => toastFailure(failures.updateProfile, errorText(error));
  const save = useMutation({
    mutationFn: (file: File) => {
      if (file.size > AVATAR_MAX_BYTES) throw new RangeError('too large');
      return accountApi.setAvatar(file);
    },
    onSuccess: (answer) => {
      show(answer);
      showToast({ title: 'Picture saved' });
    },
    onError: (error) =>
      error instanceof RangeError
        ? toastFailure('The picture is larger than 5 MB. Choose a smaller one.')
        : onError(error),
  });
  const remove = useMutation({ mutationFn: accountApi.removeAvatar, onSuccess: show, onError });
  return { save, remove };
}
