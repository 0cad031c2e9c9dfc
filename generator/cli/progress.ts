import type { Progress } from '../pipeline/request.js';
import type { Console } from './console.js';

/** Delay before progress is displayed, in milliseconds. Shorter runs print nothing. */
const displayDelay = 400;

const steps: Readonly<Record<Progress['step'], string>> = {
  read: 'reading',
  lint: 'linting',
  plan: 'planning',
  emit: 'generating',
  verify: 'verifying',
  compare: 'comparing',
  write: 'writing',
};

/** Displays the current step of a long run on one line of the terminal, and clears it at the end. */
export function showProgress(console: Console): { show(progress: Progress): void; clear(): void } {
  const started = console.now();
  let shown = false;
  const show = (progress: Progress): void => {
    console.onStep?.();
    if (!console.terminal || console.now() - started < displayDelay) return;
    console.error(`\r\u001b[K${steps[progress.step]} ${progress.package} …`);
    shown = true;
  };
  const clear = (): void => {
    if (shown) console.error('\r\u001b[K');
    shown = false;
  };
  return { show, clear };
}
