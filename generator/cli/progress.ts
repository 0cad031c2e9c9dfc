import type { Progress } from '../request.js';
import type { Console } from './console.js';

/** How long a run stays silent, in milliseconds: a short one is over before a line could be read. */
const patience = 400;

const steps: Readonly<Record<Progress['step'], string>> = {
  read: 'reading',
  lint: 'linting',
  plan: 'planning',
  emit: 'generating',
  verify: 'verifying',
  compare: 'comparing',
  write: 'writing',
};

/** One line on a terminal that says what a long run is at, and is gone when it ends. */
export function showProgress(console: Console): { show(progress: Progress): void; clear(): void } {
  const started = console.now();
  let shown = false;
  const show = (progress: Progress): void => {
    console.onStep?.();
    if (!console.terminal || console.now() - started < patience) return;
    console.error(`\r\u001b[K${steps[progress.step]} ${progress.package} …`);
    shown = true;
  };
  const clear = (): void => {
    if (shown) console.error('\r\u001b[K');
    shown = false;
  };
  return { show, clear };
}
