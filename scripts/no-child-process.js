/** Replaces `node:child_process` in the published generator, which starts no programs. */
export const spawn = undefined;
