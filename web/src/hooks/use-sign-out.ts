import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from './use-auth';

/** Signs out and goes to the login, then on to the landing page, which stays as the only entry to go back to. */
export function useSignOut(session: 'open' | 'ended' = 'open'): () => Promise<void> {
  const { logout } = useAuth();
  const navigate = useNavigate();
  return useCallback(async () => {
    await logout(session);
    navigate('/login');
    navigate('/', { replace: true });
  }, [logout, navigate, session]);
}
