import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill, pid } from 'node:process';
import { FixStoreError } from '../store/store.js';

/** Exclusive ownership of a file. */
export interface FileLock {
  /** True if the lock is still owned. A user can revoke it by removing the lock file. */
  readonly isOwned: boolean;
  release(): void;
}

/** Owner of a lock. */
interface Owner {
  readonly host: string;
  readonly pid: number;
  /** Start time of the process in the operating system's format; empty if unavailable. */
  readonly started: string;
  /** Unique identifier of this lock. */
  readonly token: string;
}

/**
 * Locks a file for this process, with a lock file that identifies the owner.
 *
 * A lock is taken over if its process has ended. The operating system reports if a process with its id is alive and,
 * where supported, if the id has been reused. Taking over is protected by another lock, named after the lock to
 * replace, so that only one process succeeds.
 *
 * @throws {FixStoreError} `in-use`, naming the process that owns the lock; `damaged` if the lock file cannot be read.
 */
export function lockFile(path: string): FileLock {
  const ownLock = currentOwner();
  acquire(path, `${path}.lock`, ownLock);
  const isOwned = (): boolean => readOwner(`${path}.lock`)?.token === ownLock.token;
  return {
    get isOwned() {
      return isOwned();
    },
    release() {
      if (isOwned()) unlinkSync(`${path}.lock`);
    },
  };
}

function acquire(path: string, lock: string, ownLock: Owner): void {
  const draft = `${lock}.${ownLock.token}`;
  writeFileSync(draft, JSON.stringify(ownLock), { mode: 0o600, flag: 'wx' });
  try {
    for (;;) {
      if (tryLink(draft, lock)) return;
      const owner = readOwner(lock);
      // The lock was released in the meantime.
      if (owner === undefined) continue;
      if (isAlive(owner)) throw new FixStoreError('in-use', inUseMessage(path, lock, owner));
      if (takeOver(path, lock, owner, draft)) return;
    }
  } finally {
    remove(draft);
  }
}

/** Replaces the lock of a process that has ended. Returns false if another process was faster. */
function takeOver(path: string, lock: string, dead: Owner, draft: string): boolean {
  const claim = `${lock}.${dead.token}.claim`;
  acquire(path, claim, currentOwner());
  try {
    if (readOwner(lock)?.token !== dead.token) return false;
    renameSync(draft, lock);
    return true;
  } finally {
    remove(claim);
  }
}

/** Creates the lock as a link, which appears with its content; a file could be read before it is complete. */
function tryLink(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function readOwner(lock: string): Owner | undefined {
  let text: string;
  try {
    text = readFileSync(lock, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const owner = parseOwner(text);
  if (owner === undefined) {
    throw new FixStoreError(
      'damaged',
      `The lock "${lock}" was not created by a FIX store; remove it if no process has the store open`,
    );
  }
  return owner;
}

function parseOwner(text: string): Owner | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { host, pid: number, started, token } = value as Record<string, unknown>;
  const isComplete =
    typeof host === 'string' &&
    typeof number === 'number' &&
    typeof started === 'string' &&
    typeof token === 'string' &&
    /^[0-9a-f]+$/.test(token);
  return isComplete ? { host, pid: number, started, token } : undefined;
}

function inUseMessage(path: string, lock: string, { host, pid: number }: Owner): string {
  if (host !== hostname()) {
    return `The FIX store "${path}" is in use by process ${number} on ${host}; remove "${lock}" if that process has ended`;
  }
  return number === pid
    ? `The FIX store "${path}" is already open in this process`
    : `The FIX store "${path}" is in use by process ${number}`;
}

/** True if the process of a lock may be alive. Processes on other machines cannot be checked. */
function isAlive({ host, pid: number, started }: Owner): boolean {
  if (host !== hostname()) return true;
  try {
    kill(number, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const now = startOf(number);
  return started === '' || now === '' || now === started;
}

function currentOwner(): Owner {
  return { host: hostname(), pid, started: startOf(pid), token: randomBytes(12).toString('hex') };
}

/**
 * Start time of a process (proc(5): field 22 of `stat`, counted after
 * the name, which may contain anything) and the id of the boot.
 */
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
