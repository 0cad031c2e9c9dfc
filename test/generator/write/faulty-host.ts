import type { Host } from '../../../generator/core/host.js';

/** Error that simulates a killed process. */
export class Killed extends Error {}

/** Counts the steps that change anything, and dies before or after one of them, or in the middle of a write. */
export function faultyHost(
  host: Host,
  fault: { readonly step: number; readonly when: 'before' | 'middle' | 'after' },
): Host & { readonly steps: () => number } {
  let steps = 0;
  const guarded =
    <Arguments extends readonly unknown[]>(
      step: (...given: Arguments) => void,
      half?: (...given: Arguments) => void,
    ) =>
    (...given: Arguments): void => {
      steps++;
      if (steps > fault.step) throw new Killed();
      if (steps < fault.step) return step(...given);
      if (fault.when === 'middle') half?.(...given);
      if (fault.when === 'after') step(...given);
      throw new Killed();
    };
  return {
    ...host,
    write: guarded(host.write, (path, bytes) =>
      host.write(path, bytes.subarray(0, bytes.length >> 1)),
    ),
    rename: guarded(host.rename),
    remove: guarded(host.remove),
    makeFolder: guarded(host.makeFolder),
    removeFolder: guarded(host.removeFolder),
    steps: () => steps,
  };
}
