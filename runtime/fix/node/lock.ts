import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill, pid } from 'node:process';
import { FixStoreError } from '../store/store.js';

/** A file that is ours alone until it is released. */
export interface FileLock {
  /** Whether nobody has taken it over, which a person can do who removes it. */
  readonly isOurs: boolean;
  release(): void;
}

/** Who has a lock. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  /** When that process was started, in the system's own words; empty where the system does not tell. */
  readonly started: string;
  /** Tells this lock from all others that were ever there. */
  readonly token: string;
}

/**
 * Takes a file for this process, by a lock beside it that says who has it. The lock of a process that has ended, in whatever way, is taken over:
 * the system says whether the process lives, and where it can, whether another one has its number by now. A lock is taken over under a lock of
 * its own, named by the one that it replaces, so that of several processes only one does it.
 *
 * @throws {FixStoreError} `in-use`, which names the process that has it; `damaged` where the lock cannot be read
 */
export function lockFile(path: string): FileLock {
  const own = ownHolder();
  take(path, `${path}.lock`, own);
  const isOurs = (): boolean => readHolder(`${path}.lock`)?.token === own.token;
  return {
    get isOurs() {
      return isOurs();
    },
    release() {
      if (isOurs()) unlinkSync(`${path}.lock`);
    },
  };
}

function take(path: string, lock: string, own: Holder): void {
  const draft = `${lock}.${own.token}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600, flag: 'wx' });
  try {
    for (;;) {
      if (isLinked(draft, lock)) return;
      const holder = readHolder(lock);
      // It was released a moment ago.
      if (holder === undefined) continue;
      if (isAlive(holder)) throw new FixStoreError('in-use', heldBy(path, lock, holder));
      if (takeOver(path, lock, holder, draft)) return;
    }
  } finally {
    remove(draft);
  }
}

/** Puts our lock in the place of one whose process has ended; no if somebody else was faster. */
function takeOver(path: string, lock: string, dead: Holder, draft: string): boolean {
  const claim = `${lock}.${dead.token}.claim`;
  take(path, claim, ownHolder());
  try {
    if (readHolder(lock)?.token !== dead.token) return false;
    renameSync(draft, lock);
    return true;
  } finally {
    remove(claim);
  }
}

/** A link appears with all that is in it, where a file that is written may be read before it is whole. */
function isLinked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(lock: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(lock, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const holder = parsed(text);
  if (holder === undefined) {
    throw new FixStoreError(
      'damaged',
      `The lock "${lock}" is not one of a FIX store; remove it if nobody has the store`,
    );
  }
  return holder;
}

function parsed(text: string): Holder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { host, pid: number, started, token } = value as Record<string, unknown>;
  const isWhole =
    typeof host === 'string' &&
    typeof number === 'number' &&
    typeof started === 'string' &&
    typeof token === 'string' &&
    /^[0-9a-f]+$/.test(token);
  return isWhole ? { host, pid: number, started, token } : undefined;
}

function heldBy(path: string, lock: string, { host, pid: number }: Holder): string {
  if (host !== hostname()) {
    return `The FIX store "${path}" is in use by process ${number} on ${host}; remove "${lock}" if that process has ended`;
  }
  return number === pid
    ? `The FIX store "${path}" is open in this process already`
    : `The FIX store "${path}" is in use by process ${number}`;
}

/** Whether the process of a lock may still be there. Of other machines nobody here can know. */
function isAlive({ host, pid: number, started }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    kill(number, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const now = startOf(number);
  return started === '' || now === '' || now === started;
}

function ownHolder(): Holder {
  return { host: hostname(), pid, started: startOf(pid), token: randomBytes(12).toString('hex') };
}

/** When a process was started (proc(5): field 22 of `stat`, counted behind the name, which may hold anything), and in which boot. */
function startOf(number: number): string {
  try {
    const stat = readFileSync(`/proc/${number}/stat`, 'latin1');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return ticks === '' ? '' : `${boot} ${ticks}`;
  } catch {
    return '';
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
