import { type ChildProcess, fork } from 'node:child_process';
import type { ProcessOptions, Question, Told } from './messages.js';

/** Megabytes that a process may use for objects. An hour's orders are kept. */
const maxHeap = 12_000;

/** A process that answers questions. */
export class Process {
  readonly #child: ChildProcess;
  readonly #listeners = new Set<(told: Told) => void>();
  readonly #ended: Promise<never>;

  constructor(module: string, options: ProcessOptions) {
    this.#child = fork(module, [JSON.stringify(options)], {
      execArgv: ['--expose-gc', `--max-old-space-size=${maxHeap}`],
    });
    this.#child.on('message', (told: Told) => {
      for (const listener of this.#listeners) listener(told);
    });
    this.#ended = new Promise((_, reject) => {
      this.#child.on('exit', (code, signal) =>
        reject(new Error(`${module} ended: ${String(code ?? signal)}`)),
      );
    });
    this.#ended.catch(() => undefined);
  }

  /** Resolves to the next message of a kind. Rejects if the process ends before. */
  next<Kind extends Told['tell']>(kind: Kind): Promise<Extract<Told, { readonly tell: Kind }>> {
    const told = new Promise<Extract<Told, { readonly tell: Kind }>>((resolve) => {
      const stop = this.onTold((each) => {
        if (each.tell !== kind) return;
        stop();
        // Its kind is that of the message.
        resolve(each as Extract<Told, { readonly tell: Kind }>);
      });
    });
    return Promise.race([told, this.#ended]);
  }

  /** Asks, and waits for the answer. */
  async ask<Kind extends Told['tell']>(
    question: Question,
    kind: Kind,
  ): Promise<Extract<Told, { readonly tell: Kind }>> {
    const answer = this.next(kind);
    this.send(question);
    return answer;
  }

  send(message: Question | Told): void {
    this.#child.send(message);
  }

  onTold(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Asks it to stop. Resolves when it has ended. */
  async stop(): Promise<void> {
    this.send({ ask: 'stop' });
    await this.#ended.catch(() => undefined);
  }

  /** Ends it at once. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
