import { expect } from 'vitest';
import type { Host } from '../../../generator/core/host.js';
import { renderDiagnostics, type GenerateRequest } from '../../../generator/index.js';
import { watch, type WatchResult } from '../../../generator/watch/watch.js';

/** A watch that runs beside a test. */
export interface Following {
  /** The results so far, oldest first. */
  readonly results: readonly WatchResult[];
  readonly faults: readonly unknown[];
  /** Changed files that were the reason for each run. */
  readonly reasons: readonly (readonly string[])[];
  /** Resolves to the first result that a condition accepts, from those after the last one that was waited for. */
  next(accepts?: (result: WatchResult) => boolean): Promise<WatchResult>;
  end(): Promise<void>;
}

/** Starts to watch. */
export function follow(
  request: GenerateRequest,
  host: Host,
  options: { readonly remoteMilliseconds?: number } = {},
): Following {
  const results: WatchResult[] = [];
  const faults: unknown[] = [];
  const reasons: (readonly string[])[] = [];
  const ended = new AbortController();
  const watching = watch(request, host, {
    ...options,
    signal: ended.signal,
    onRun: (changed) => void reasons.push(changed),
    onResult: (result) => void results.push(result),
    onFault: (error) => void faults.push(error),
  });
  let seen = 0;
  return {
    results,
    faults,
    reasons,
    async next(accepts = () => true) {
      const found = (): number =>
        results.findIndex((result, index) => index >= seen && accepts(result));
      await expect.poll(found).toBeGreaterThanOrEqual(seen);
      seen = found() + 1;
      const result = results[seen - 1];
      if (result === undefined) throw new Error('there is a result');
      return result;
    },
    async end() {
      ended.abort();
      await watching;
    },
  };
}

/** The diagnostics of a result as text. */
export function textOf({ diagnostics }: WatchResult): string {
  return renderDiagnostics(diagnostics);
}

/** A description with one schema. */
export function pets(schema: string): string {
  return `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths: {}
components:
  schemas:
    Pet: ${schema}
`;
}
