/** Buttons, and links that look like buttons. */
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger' | 'yes' | 'no';

interface ButtonLook {
  readonly kind?: ButtonKind;
  readonly size?: 'sm' | 'md' | 'lg';
  readonly wide?: boolean;
  /** For a button with only an icon; it needs an `aria-label`. */
  readonly icon?: boolean;
}

/** Returns the class names of a button, for the router's links. */
export function buttonClass({ kind = 'secondary', size = 'md', wide = false, icon = false }: ButtonLook): string {
  return classNames(
    'button',
    `button--${kind}`,
    size !== 'md' && `button--${size}`,
    wide && 'button--wide',
    icon && 'button--icon',
  );
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  readonly busy?: boolean;
}

export function Button({
  kind,
  size,
  wide,
  icon,
  busy = false,
  className,
  children,
  disabled,
  type,
  ...rest
}: ButtonProps) {
  const look = { ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }), ...(icon && { icon }) };
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classNames(buttonClass(look), className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy && <span className='button__spinner' aria-hidden='true' />}
      {children}
    </button>
  );
}
