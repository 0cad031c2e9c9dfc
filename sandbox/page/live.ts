import type { Position } from '@platform/sandbox-control';
import { ApiError } from '@tallystick/runtime';
import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { control } from './control.js';

/** Whether the page shows the present state. */
export type Connection = 'connecting' | 'live' | 'lost';

/** What panels know of the sandbox's progress. */
export interface Live {
  readonly connection: Connection;
  /** Differs after every change of the sandbox. */
  readonly revision: number;
}

/** The progress of the sandbox, for all panels. */
export const LiveContext: ReturnType<typeof createContext<Live>> = createContext<Live>({
  connection: 'connecting',
  revision: 0,
});

/** Milliseconds between two updates at least: many changes in a row are one update. */
const updateInterval = 250;

/** Milliseconds until the sandbox is asked again after it could not be reached. */
const retryInterval = 1000;

/** Milliseconds that a request waits for a change. */
const wait = 20_000;

/** Watches the sandbox until the component is removed. */
export function useWatch(): Live {
  const [live, setLive] = useState<Live>({ connection: 'connecting', revision: 0 });
  useEffect(() => {
    const stop = new AbortController();
    void watch(stop.signal, setLive);
    return () => stop.abort();
  }, []);
  return live;
}

async function watch(
  signal: AbortSignal,
  setLive: (change: (live: Live) => Live) => void,
): Promise<void> {
  let known: Partial<Position> = {};
  while (!signal.aborted) {
    try {
      const query = { ...known, wait };
      const position = await control.activity.awaitChange(query, { signal, retry: false });
      const isNews =
        position.entry !== known.entry ||
        position.request !== known.request ||
        position.connection !== known.connection;
      known = position;
      setLive(({ connection, revision }) =>
        isNews || connection !== 'live'
          ? { connection: 'live', revision: revision + 1 }
          : { connection, revision },
      );
      await pause(updateInterval);
    } catch (error) {
      if (signal.aborted) return;
      // The sandbox was started anew, with another token: the document has it.
      if (error instanceof ApiError && error.status === 401) return location.reload();
      known = {};
      setLive(({ revision }) => ({ connection: 'lost', revision }));
      await pause(retryInterval);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Something that is loaded. While it is loaded again, the old value stays. */
export interface Loaded<Value> {
  readonly value: Value | undefined;
  /** Why it could not be loaded. */
  readonly problem: string | undefined;
}

/** Loads something, and again after every change of the sandbox or of the key. Another key forgets the old value. */
export function useLive<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const { revision } = useContext(LiveContext);
  const [state, setState] = useState<Loaded<Value> & { readonly key: string }>({
    key,
    value: undefined,
    problem: undefined,
  });
  const started = useRef(0);
  const shown = useRef(0);
  const current = useRef(key);
  current.current = key;
  useEffect(() => {
    started.current += 1;
    const number = started.current;
    // Changes may follow each other faster than responses: each newer response counts, and not only that to the newest request.
    const show = (change: Partial<Loaded<Value>>): void => {
      if (key !== current.current || number < shown.current) return;
      shown.current = number;
      setState((old) => ({
        key,
        value: old.key === key ? old.value : undefined,
        problem: undefined,
        ...change,
      }));
    };
    load().then(
      (value) => show({ value }),
      (error: unknown) => show({ problem: problemOf(error) }),
    );
  }, [key, revision]);
  return state.key === key ? state : { value: undefined, problem: undefined };
}

/** What an error says to a person. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Errors of a client begin with the operation and the status, for logs.
  return error instanceof ApiError ? error.message.replace(/^\w+:(?: \d+)? /, '') : error.message;
}
