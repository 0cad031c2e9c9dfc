/** Whether `package-lock.json` knows every generated package as it is. */
export function isLockCurrent(root: string): boolean;
/** Writes the generated packages into the lock. */
export function bringLockAlong(root: string): { readonly done: boolean; readonly message: string };
