/** Replaces `node:child_process` for commander in the published generator, which has no external subcommands. */
export const spawn = undefined;
