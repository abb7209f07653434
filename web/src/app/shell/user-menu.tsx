import { CircleHelp, LogOut, Settings } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Avatar } from '@/components/ui/avatar';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/menu';
import { useAuth } from '@/hooks/use-auth';
import { useSignOut } from '@/hooks/use-sign-out';
import { navigation } from '@/lib/strings';
import { displayName } from '@/lib/user-name';
import { WorkspaceChoices } from './workspace-choices';

/** Account menu: the signed-in user, settings and sign-out. */
export function UserMenu() {
  const { user } = useAuth();
  const leave = useSignOut();
  const navigate = useNavigate();
  const name = displayName(user);

  return (
    <Menu
      label={navigation.account}
      trigger={
        <button
          type="button"
          aria-label={`${name}, ${navigation.account}`}
          className="grid size-10 place-items-center rounded-full hover:bg-accent"
        >
          <Avatar name={name} url={user?.avatar ?? user?.profileImageUrl} />
        </button>
      }
    >
      <MenuLabel>
        <p className="font-semibold">{navigation.account}</p>
        <p className="mt-0.5">{name}</p>
        <p className="max-w-60 truncate text-[0.8125rem] text-muted-foreground">{user?.email}</p>
      </MenuLabel>
      <WorkspaceChoices />
      <MenuSeparator />
      <MenuItem onSelect={() => navigate('/settings')}>
        <Settings size={16} aria-hidden="true" />
        {navigation.settings}
      </MenuItem>
      <MenuItem onSelect={() => navigate('/help')}>
        <CircleHelp size={16} aria-hidden="true" />
        Help
      </MenuItem>
      <MenuItem onSelect={leave}>
        <LogOut size={16} aria-hidden="true" />
        {navigation.logOut}
      </MenuItem>
    </Menu>
  );
}
