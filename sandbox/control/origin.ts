import type { CommandOrigin } from '../server/loop.js';

/** Origin of the commands of the control plane. */
export const origin: CommandOrigin = { surface: 'control', caller: 'control' };
