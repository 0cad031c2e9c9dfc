import type { Transport, Timers, WireRequest, WireResponse } from '@tallystick/runtime';

/** Timers that a test advances. */
export interface ManualTimers extends Timers {
  /** Lets time pass, running what falls due in order and whatever it starts. */
  advance(milliseconds: number): Promise<void>;
  /** Timers that are still set. */
  readonly pending: number;
}

export function manualTimers(start = 1_700_000_000_000): ManualTimers {
  let now = start;
  let next = 1;
  const set = new Map<number, { readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    setTimeout(callback, milliseconds) {
      set.set(next, { at: now + milliseconds, callback });
      return next++;
    },
    clearTimeout(handle) {
      set.delete(handle as number);
    },
    get pending() {
      return set.size;
    },
    async advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        await settled();
        const due = [...set]
          .filter(([, { at }]) => at <= end)
          .sort(([, a], [, b]) => a.at - b.at)[0];
        if (due === undefined) break;
        set.delete(due[0]);
        now = Math.max(now, due[1].at);
        due[1].callback();
      }
      now = end;
      await settled();
    },
  };
}

/** Waits until all promises that can settle have settled. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

/** A transport that answers from a list and keeps what it was sent. */
export interface RecordingTransport {
  readonly exchange: Transport;
  readonly requests: WireRequest[];
}

export type Answer = WireResponse | Error | 'silence';

export function recordingTransport(...answers: readonly Answer[]): RecordingTransport {
  const requests: WireRequest[] = [];
  return {
    requests,
    exchange: (request) => {
      requests.push(request);
      const answer = answers[Math.min(requests.length, answers.length) - 1] ?? json(200, {});
      if (answer === 'silence') return new Promise(() => undefined);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
}

export function json(status: number, value: unknown, ...headers: readonly string[]): WireResponse {
  return {
    status,
    headers: ['Content-Type', 'application/json', ...headers],
    body: JSON.stringify(value),
  };
}

/** Bytes that count up, so that whatever is random is known. */
export function countingRandom(): (length: number) => Uint8Array {
  let next = 0;
  return (length) => Uint8Array.from({ length }, () => next++ % 256);
}
