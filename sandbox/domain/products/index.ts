import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { productsCommands, type ProductsCommands } from './commands.js';
import { productsEvents, type ProductsEvents } from './events.js';
import { createProducts, type ProductsState } from './state.js';

/** Currencies, and the products in which they are traded. */
export const products: Subject<ProductsState, ProductsCommands, ProductsEvents, DomainState> = {
  create: createProducts,
  commands: productsCommands,
  events: productsEvents,
};
