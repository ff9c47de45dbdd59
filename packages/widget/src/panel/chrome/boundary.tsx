import { Component, type ReactNode } from 'react';
import { usePanel } from '../state/panel-context.ts';

interface BoundaryProps {
  /** What is shown; something else is tried anew after a failure. */
  readonly value?: unknown;
  /** Stands for the children when one of them throws. `again` tries them anew. */
  readonly fallback: (again: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly hasFailed: boolean;
  readonly value: unknown;
}

/** Keeps what throws while it is shown from taking the rest along. React knows such boundaries as classes alone. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, value: this.props.value };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ value }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(value, state.value) ? null : { hasFailed: false, value };
  }

  override render(): ReactNode {
    const { children, fallback } = this.props;
    return this.state.hasFailed ? fallback(() => this.setState({ hasFailed: false })) : children;
  }
}

/** In place of a panel that cannot be shown. What it keeps may be the reason, and would be again after each reload. */
export function BrokenPanel({ onCleared }: { readonly onCleared: () => void }): ReactNode {
  const { store, messages } = usePanel();
  return (
    <div className="ibid-broken" role="alert">
      <p>{messages.panelBroken}</p>
      <div className="ibid-actions">
        <button
          type="button"
          className="ibid-button ibid-danger"
          onClick={() => {
            store.clear();
            onCleared();
          }}
        >
          {messages.clear}
        </button>
        <button type="button" className="ibid-button" onClick={() => store.close()}>
          {messages.close}
        </button>
      </div>
    </div>
  );
}
