import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import './button.css'

export function IconButton({
  icon: Icon,
  label,
  keys,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { readonly icon: LucideIcon; readonly label: string; readonly keys?: string | undefined }) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={keys ? `${label} (${keys})` : label} {...rest}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

interface ButtonProps extends ComponentProps<'button'> {
  /**
   * `strong`: accent colour, for the expected choice. `quiet`: no visible border. `link`: looks like a link. `word`: looks like an icon
   * button, but shows a word. `bare`: no style; the container styles the button. `row`: a bare button as wide as its list.
   */
  readonly tone?: 'plain' | 'strong' | 'quiet' | 'link' | 'word' | 'bare' | 'row'
  readonly small?: boolean
  readonly label?: ReactNode
}

export function Button({ tone = 'plain', small = false, label, className, children, ...rest }: ButtonProps) {
  const classes =
    tone === 'word' ? 'word-button' : `${tone === 'bare' || tone === 'row' ? '' : 'button '}button-${tone}${small ? ' button-small' : ''}`
  return (
    <button type="button" className={`${classes} ${className ?? ''}`} {...rest}>
      {label ?? children}
    </button>
  )
}

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string; readonly title?: string }[]
  readonly onChange: (value: T) => void
}

export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          title={option.title}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
