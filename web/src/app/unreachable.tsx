import { BrandMark } from '@/components/ui/brand';
import { Button } from '@/components/ui/button';
import { useAuth } from '@/hooks/use-auth';
import { auth } from '@/lib/strings';

/** Shown if the server did not respond at start and there is no known user in this browser. */
export function Unreachable() {
  const { retry } = useAuth();
  return (
    <main role="alert" className="grid min-h-dvh place-items-center p-6">
      <div className="flex max-w-md flex-col items-center text-center">
        <BrandMark size={44} />
        <h1 className="mt-6 text-xl font-semibold">Cannot reach the server</h1>
        <p className="mt-2 text-muted-foreground">{auth.unreachable}</p>
        <Button className="mt-6" onClick={retry}>
          Try again
        </Button>
      </div>
    </main>
  );
}
