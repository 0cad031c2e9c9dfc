/** True if `package-lock.json` matches all generated packages. */
export function isLockCurrent(root: string): boolean;
/** Updates the lockfile with the generated packages. */
export function updateLock(root: string): { readonly done: boolean; readonly message: string };
