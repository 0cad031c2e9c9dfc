import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Loaded, problemOf } from './live.js';

/** A part of a panel, with its heading. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="section" aria-label={title}>
      <div class="section-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A list that is loaded: its items, or why there are none. */
export function List<Item>({
  loaded,
  empty,
  keyOf,
  children,
}: {
  readonly loaded: Loaded<readonly Item[]>;
  /** What an empty list says, and how to fill it. */
  readonly empty: ComponentChildren;
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ComponentChildren;
}): JSX.Element {
  const { value, problem } = loaded;
  if (problem !== undefined) return <Problem text={problem} />;
  if (value === undefined) return <p class="quiet">Loading…</p>;
  if (value.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ul class="list">
      {value.map((item) => (
        <li key={keyOf(item)} class="card">
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

/** Why something did not succeed. */
export function Problem({ text }: { readonly text: string | undefined }): JSX.Element | null {
  return text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}

/** Kind of a badge, which determines its colour. */
export type Tone = 'good' | 'bad' | 'busy' | 'plain';

/** A short word about something. */
export function Badge({
  tone,
  children,
}: {
  readonly tone: Tone;
  readonly children: ComponentChildren;
}): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** The states on the way of something, as far as it has come. */
export function Progress({
  states,
  current,
  tone,
}: {
  readonly states: readonly (string | undefined)[];
  /** Index of the present state. */
  readonly current: number;
  readonly tone: Tone;
}): JSX.Element {
  return (
    <ol class="progress" aria-label={`State: ${states[current] ?? ''}`}>
      {states.map((state, index) => (
        <li
          key={index}
          class={index <= current ? `reached ${tone}` : ''}
          aria-current={index === current ? 'step' : undefined}
        >
          {state}
        </li>
      ))}
    </ol>
  );
}

/** A time of the sandbox: its time of day, with the whole as its title. */
export function Time({ at }: { readonly at: string }): JSX.Element {
  return (
    <time dateTime={at} title={at}>
      {at.slice(0, 10)} {at.slice(11, 23)}
    </time>
  );
}

/** An identifier that can be copied. */
export function Code({
  text,
  name,
}: {
  readonly text: string;
  /** What it is, for the button. */
  readonly name: string;
}): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true));
  };
  return (
    <span class="code">
      <code>{text}</code>
      <button type="button" class="small" aria-label={`Copy ${name}`} onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </span>
  );
}

/** Names and values. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [string, ComponentChildren])[];
}): JSX.Element {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Something that a person does, with its progress. */
export interface Action {
  readonly isBusy: boolean;
  /** Why it did not succeed the last time. */
  readonly problem: string | undefined;
  /** Does it, unless it is being done. */
  run(work: () => Promise<unknown>): void;
}

/** Creates an action. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    isBusy,
    problem,
    run(work) {
      if (isBusy) return;
      setBusy(true);
      setProblem(undefined);
      work()
        .catch((error: unknown) => setProblem(problemOf(error)))
        .finally(() => setBusy(false));
    },
  };
}

/** A button that does something at once. */
export function ActionButton({
  work,
  children,
  label,
}: {
  readonly work: () => Promise<unknown>;
  readonly children: ComponentChildren;
  /** Text for screen readers, where the button's own needs its surroundings. */
  readonly label?: string;
}): JSX.Element {
  const action = useAction();
  return (
    <>
      <button
        type="button"
        aria-disabled={action.isBusy}
        {...(label === undefined ? {} : { 'aria-label': label })}
        onClick={() => action.run(work)}
      >
        {children}
      </button>
      <Problem text={action.problem} />
    </>
  );
}

/** A button for what cannot be undone: it asks once more. */
export function DangerButton({
  work,
  question,
  label,
  children,
}: {
  readonly work: () => Promise<unknown>;
  readonly question: string;
  readonly label: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const action = useAction();
  const confirm = useRef<HTMLButtonElement>(null);
  // At once, so that a key that is pressed next belongs to the question.
  useLayoutEffect(() => {
    if (isAsking) confirm.current?.focus();
  }, [isAsking]);
  if (!isAsking)
    return (
      <>
        <button type="button" class="danger" aria-label={label} onClick={() => setAsking(true)}>
          {children}
        </button>
        <Problem text={action.problem} />
      </>
    );
  return (
    <span
      class="ask"
      role="group"
      aria-label={question}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setAsking(false);
      }}
    >
      {question}
      <button
        type="button"
        class="danger"
        ref={confirm}
        onClick={() => {
          setAsking(false);
          action.run(work);
        }}
      >
        Yes
      </button>
      <button type="button" onClick={() => setAsking(false)}>
        No
      </button>
    </span>
  );
}

/** A form with one line of text. */
export function TextForm({
  label,
  button,
  submit,
}: {
  readonly label: string;
  readonly button: string;
  /** Does what the form is for. The field is emptied if it succeeds. */
  readonly submit: (text: string) => Promise<unknown>;
}): JSX.Element {
  const [text, setText] = useState('');
  const action = useAction();
  const send = async (): Promise<void> => {
    await submit(text.trim());
    setText('');
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        action.run(send);
      }}
    >
      <label>
        {label}
        <input
          required
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit" aria-disabled={action.isBusy}>
        {button}
      </button>
      <Problem text={action.problem} />
    </form>
  );
}
