import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Code } from '../parts.js';

/** A secret that was just created. */
export interface NewSecret {
  readonly title: string;
  /** Names of variables, and their values. */
  readonly values: readonly (readonly [string, string])[];
}

/** Shows a secret until the person has stored it. Only this page has it, and only until then. */
export function SecretOnce({
  secret: { title, values },
  onDone,
}: {
  readonly secret: NewSecret;
  readonly onDone: () => void;
}): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [values]);
  const shell = values.map(([name, value]) => `export ${name}='${value}'`).join('\n');
  return (
    <section class="section once" aria-label={title}>
      <h2 tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <p>Copy it now: it is shown only once.</p>
      <Code text={shell} name="the secret" />
      <div class="buttons">
        <button type="button" class="main" onClick={onDone}>
          I have stored it
        </button>
      </div>
    </section>
  );
}
