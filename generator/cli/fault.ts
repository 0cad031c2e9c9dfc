/** What the disk refused, in words; anything else is a fault of ours, in one sentence. */
export function explainFault(error: unknown, debug: boolean): string {
  const stack = debug && error instanceof Error ? `${error.stack ?? ''}\n` : '';
  if (isSystemError(error)) {
    const reason = reasons[error.code] ?? error.code;
    const path = error.path === undefined ? '' : ` "${error.path}"`;
    return `error: the system refused to ${verbs[error.syscall] ?? error.syscall}${path}: ${reason}\n${stack}`;
  }
  const message = error instanceof Error ? error.message : String(error);
  const advice = debug ? '' : 'Set TALLYSTICK_DEBUG=1 to see where.\n';
  return `tallystick has a fault of its own: ${firstLine(message)}\n${advice}${stack}`;
}

interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'the disk is read-only',
  EBUSY: 'another program is using it',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'it does not exist',
  EEXIST: 'something else is there',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  ELOOP: 'its links lead in a circle',
};

const verbs: Readonly<Record<string, string>> = {
  open: 'open',
  read: 'read',
  write: 'write',
  mkdir: 'make the folder',
  rename: 'rename',
  unlink: 'remove',
  rmdir: 'remove the folder',
  scandir: 'list the folder',
  lstat: 'look at',
  stat: 'look at',
  realpath: 'look at',
};

function isSystemError(error: unknown): error is SystemError {
  return (
    error instanceof Error &&
    'code' in error &&
    'syscall' in error &&
    typeof error.code === 'string' &&
    typeof error.syscall === 'string'
  );
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
