import { accounts } from './accounts/index.js';
import { addressBook } from './address-book/index.js';
import { assets } from './assets/index.js';
import { clock } from './clock/index.js';
import { conversions } from './conversions/index.js';
import { deployment } from './deployment/index.js';
import type { CommandsOf, StateOf } from './engine.js';
import { faults } from './faults/index.js';
import { ledger } from './ledger/index.js';
import { loans } from './loans/index.js';
import { once } from './once/index.js';
import { orders } from './orders/index.js';
import { policies } from './policies/index.js';
import { products } from './products/index.js';
import { progress } from './progress/index.js';
import { quotes } from './quotes/index.js';
import { reports } from './reports/index.js';
import { sessions } from './sessions/index.js';
import { tenancy } from './tenancy/index.js';
import { transfers } from './transfers/index.js';
import { travelRule } from './travel-rule/index.js';
import { userOperations } from './user-operations/index.js';
import { users } from './users/index.js';
import { webhooks } from './webhooks/index.js';
import { wrappedAssets } from './wrapped-assets/index.js';

/** All subjects by name: the folder of each, as a type and as a value. */
export interface SandboxSubjects {
  readonly accounts: typeof accounts;
  readonly addressBook: typeof addressBook;
  readonly assets: typeof assets;
  readonly clock: typeof clock;
  readonly conversions: typeof conversions;
  readonly deployment: typeof deployment;
  readonly faults: typeof faults;
  readonly ledger: typeof ledger;
  readonly loans: typeof loans;
  readonly once: typeof once;
  readonly orders: typeof orders;
  readonly policies: typeof policies;
  readonly products: typeof products;
  readonly progress: typeof progress;
  readonly quotes: typeof quotes;
  readonly reports: typeof reports;
  readonly sessions: typeof sessions;
  readonly tenancy: typeof tenancy;
  readonly transfers: typeof transfers;
  readonly travelRule: typeof travelRule;
  readonly userOperations: typeof userOperations;
  readonly users: typeof users;
  readonly webhooks: typeof webhooks;
  readonly wrappedAssets: typeof wrappedAssets;
}

/** All subjects. A new one is a line here, and one in {@link SandboxSubjects}. */
export const subjects: SandboxSubjects = {
  accounts,
  addressBook,
  assets,
  clock,
  conversions,
  deployment,
  faults,
  ledger,
  loans,
  once,
  orders,
  policies,
  products,
  progress,
  quotes,
  reports,
  sessions,
  tenancy,
  transfers,
  travelRule,
  userOperations,
  users,
  webhooks,
  wrappedAssets,
};

/** The whole state, as decisions and queries see it. */
export interface DomainState extends StateOf<SandboxSubjects> {}

/** Types of all commands, by name. */
export interface Commands extends CommandsOf<SandboxSubjects> {}
