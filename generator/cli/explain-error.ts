/** Describes an error for the user: a system error by its cause, any other as an internal error. */
export function explainError(error: unknown, debug: boolean): string {
  const stack = debug && error instanceof Error ? `${error.stack ?? ''}\n` : '';
  if (isSystemError(error)) {
    const reason = reasons[error.code] ?? error.code;
    const path = error.path === undefined ? '' : ` "${error.path}"`;
    return `error: cannot ${verbs[error.syscall] ?? error.syscall}${path}: ${reason}\n${stack}`;
  }
  const message = error instanceof Error ? error.message : String(error);
  const advice = debug ? '' : 'Set TALLYSTICK_DEBUG=1 to print the stack.\n';
  return `internal error: ${firstLine(message)}\n${advice}${stack}`;
}

interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  ENOSPC: 'no space left on the device',
  EROFS: 'the file system is read-only',
  EBUSY: 'it is in use by another program',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'it does not exist',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  ELOOP: 'its symbolic links form a cycle',
};

const verbs: Readonly<Record<string, string>> = {
  open: 'open',
  read: 'read',
  write: 'write',
  mkdir: 'create the folder',
  rename: 'rename',
  unlink: 'remove',
  rmdir: 'remove the folder',
  scandir: 'list the folder',
  lstat: 'access',
  stat: 'access',
  realpath: 'access',
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
