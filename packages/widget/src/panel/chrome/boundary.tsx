import { Component, type ReactNode } from 'react';
import { usePanel } from '../state/panel-context.ts';

interface BoundaryProps {
  /** Value shown by the children; when it changes after a failure, they are tried again. */
  readonly value?: unknown;
  /** Shown instead of the children if one of them throws. `again` tries them again. */
  readonly fallback: (again: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly hasFailed: boolean;
  readonly value: unknown;
}

/** Limits an error during rendering to the children. React supports such boundaries only as classes. */
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

/** Shown instead of a panel that fails. It offers to clear the stored conversation, which may be the cause and would fail again after each reload. */
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
