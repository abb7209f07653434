import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { errorScreen } from '@/lib/strings';

interface Props {
  children: ReactNode;
  /** A change of this value resets the error, e.g. the path of the page. */
  resetKey?: string;
}

interface State {
  failed: boolean;
  resetKey: string | undefined;
}

/** Catches errors while a screen renders, so that there is never a blank page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A screen failed', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <ErrorScreen onRetry={() => this.setState({ failed: false })} />;
  }
}

function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="grid min-h-[70dvh] place-items-center p-6">
      <div className="max-w-md text-center">
        <h1 className="text-2xl font-semibold">{errorScreen.title}</h1>
        <p className="mt-2 text-muted-foreground">{errorScreen.text}</p>
        <div className="mt-6 flex justify-center gap-3">
          <Button onClick={onRetry}>{errorScreen.retry}</Button>
          <Button variant="outline" onClick={() => window.location.assign('/')}>
            {errorScreen.home}
          </Button>
        </div>
      </div>
    </div>
  );
}
