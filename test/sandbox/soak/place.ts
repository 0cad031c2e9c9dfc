import type { SandboxControlClient } from '@platform/sandbox-control';
import { type Trader, testTrader } from '../exchange/traders.js';
import type { TestProject } from '../sandbox.js';
import { patiently, type Random } from './load.js';
import type { Started } from './messages.js';

/** The sandbox that the load is for. */
export interface Place extends Pick<Started, 'url' | 'fixPorts'> {
  readonly control: SandboxControlClient;
  readonly project: TestProject;
  readonly random: Random;
}

/** Enough money for any number of orders. */
const funds = { USD: '100000000000', BTC: '100000000', ETH: '1000000000', USDC: '1000000' };

/** A user who may do everything, with much money. */
export function richTrader(place: Pick<Place, 'url' | 'control'>): Promise<Trader> {
  const permissions = ['view', 'trade', 'transfer', 'manage'] as const;
  return patiently(() => testTrader(place, { funds, permissions }));
}
