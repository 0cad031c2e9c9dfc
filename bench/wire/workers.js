import { fork } from 'node:child_process';
import { join } from 'node:path';

/**
 * Starts a program of this folder. Returns its first message and a function to communicate with it. `flags` are passed to Node.
 */
export async function startWorker(file, argument, flags = []) {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(argument)], {
    execArgv: flags,
  });
  const heard = () =>
    new Promise((resolve, reject) => {
      const ended = (code) =>
        reject(new Error(`${file} ended with ${code}: ${JSON.stringify(argument)}`));
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        resolve(message);
      });
    });
  const first = await heard();
  return {
    first,
    ask(message) {
      const answer = heard();
      child.send(message);
      return answer;
    },
    stop: () => child.kill(),
  };
}

/** Returns the best figure of each candidate, which alternate for a given number of rounds. */
export async function inTurns(candidates, rounds, measure) {
  const best = candidates.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, candidate] of candidates.entries()) {
      best[at] = Math.min(best[at], await measure(candidate));
    }
  }
  return best;
}
