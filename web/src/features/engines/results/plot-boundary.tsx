import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
  /** Run of the plots: those of another run are tried again. */
  runId: string;
  children: ReactNode;
  /** Replaces children that fail to render. */
  fallback: ReactNode;
}

interface State {
  failed: boolean;
  runId: string;
}

/** Shows the fallback if plots fail, e.g. on a result stored by an older version of the engine. */
export class PlotBoundary extends Component<Props, State> {
  override state: State = { failed: false, runId: this.props.runId };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ runId }: Props, state: State): State | null {
    return runId === state.runId ? null : { failed: false, runId };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('The charts of a result failed', error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
