import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type AdminUser, adminApi, adminQueries } from '@/api/admin';
import { errorText } from '@/api/errors';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Input, Select } from '@/components/ui/field';
import { Table, Td, Th } from '@/components/ui/table';
import { useAuth } from '@/hooks/use-auth';
import { toastFailure } from '@/lib/failed';
import { formatDate, NO_VALUE } from '@/lib/format';
import { oneOf } from '@/lib/one-of';
import { humanise } from '@/lib/words';
import { PagedCard } from './pages';

const ROLES: readonly AdminUser['role'][] = ['free', 'admin'];

export function Users() {
  const [search, setSearch] = useState('');
  const users = useInfiniteQuery(adminQueries.users(useDeferredValue(search.trim())));
  return (
    <PagedCard
      title="Users"
      description="All accounts of this installation."
      query={users}
      empty={search ? 'No accounts match' : 'No accounts yet'}
      tools={
        <Input
          type="search"
          aria-label="Search users"
          placeholder="Name or email address"
          className="max-w-xs"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      }
    >
      {(list) => <UserTable users={list} />}
    </PagedCard>
  );
}

function useUpdate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...change }: { id: string; role?: AdminUser['role']; disabled?: boolean }) =>
      adminApi.updateUser(id, change),
    onError: (error) => toastFailure('Failed to change the account', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin', 'users'] }),
  });
}

function UserTable({ users }: { users: AdminUser[] }) {
  const update = useUpdate();
  const [chosen, setChosen] = useState<AdminUser | null>(null);
  return (
    <>
      <Table stacked label="Users">
        <thead>
          <tr>
            <Th>Account</Th>
            <Th>Role</Th>
            <Th>Since</Th>
            <Th>Plan</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Row
              key={user.id}
              user={user}
              busy={update.isPending}
              onRole={(role) => update.mutate({ id: user.id, role })}
              onDisable={() => setChosen(user)}
              onEnable={() => update.mutate({ id: user.id, disabled: false })}
            />
          ))}
        </tbody>
      </Table>
      <ConfirmDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        onConfirm={() => {
          if (chosen) update.mutate({ id: chosen.id, disabled: true });
          setChosen(null);
        }}
        title={`Disable ${chosen?.email ?? ''}?`}
        text="Ends its sessions and blocks sign-in until you enable it again. Its data is kept."
        action="Disable account"
      />
    </>
  );
}

function Row({
  user,
  busy,
  onRole,
  onDisable,
  onEnable,
}: {
  user: AdminUser;
  busy: boolean;
  onRole: (role: AdminUser['role']) => void;
  onDisable: () => void;
  onEnable: () => void;
}) {
  const { user: me } = useAuth();
  const isMe = me?.id === user.id;
  const disabled = Boolean(user.disabledAt);
  return (
    <tr>
      <Td stack="title" className="min-w-44">
        <p className="font-medium">
          {user.name || user.email}
          {disabled ? (
            <Badge tone="warning" className="ml-2">
              Disabled
            </Badge>
          ) : null}
        </p>
        <p className="wrap-anywhere text-muted-foreground">{user.email}</p>
      </Td>
      <Td stack="corner">
        {isMe ? (
          <Badge tone="brand">{humanise(user.role)}</Badge>
        ) : (
          <Select
            aria-label={`Role of ${user.email}`}
            className="h-8 w-auto"
            value={user.role}
            disabled={busy}
            onChange={(event) => onRole(oneOf(ROLES, event.target.value) ?? user.role)}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {humanise(role)}
              </option>
            ))}
          </Select>
        )}
      </Td>
      <Td label="Since" className="whitespace-nowrap text-muted-foreground">
        {formatDate(user.createdAt)}
      </Td>
      <Td label="Plan" className="whitespace-nowrap text-muted-foreground">
        {user.subscription ? humanise(user.subscription.plan) : NO_VALUE}
      </Td>
      <Td stack="end" className="text-right">
        {isMe ? null : (
          <Button
            needsNetwork
            variant="outline"
            size="sm"
            disabled={busy}
            aria-label={`${disabled ? 'Enable' : 'Disable'} ${user.email}`}
            onClick={disabled ? onEnable : onDisable}
          >
            {disabled ? 'Enable' : 'Disable'}
          </Button>
        )}
      </Td>
    </tr>
  );
}
