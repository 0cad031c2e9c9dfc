/** Stands for `node:child_process` in the published generator, which starts no program. */
export const spawn = undefined;
