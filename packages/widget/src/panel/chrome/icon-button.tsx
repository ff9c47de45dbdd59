import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  readonly icon: IconName;
  /** Read out, and shown on hover. */
  readonly label: string;
};

export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps): ReactNode {
  return (
    <button type="button" className={`ibid-icon-button ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
