import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { assetsCommands, type AssetsCommands } from './commands.js';
import { assetsEvents, type AssetsEvents } from './events.js';
import { createAssets, type AssetsState } from './state.js';

/** Assets, and the chain of each network with its balances. */
export const assets: Subject<AssetsState, AssetsCommands, AssetsEvents, DomainState> = {
  create: createAssets,
  commands: assetsCommands,
  events: assetsEvents,
};
