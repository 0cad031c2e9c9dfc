import { divide, type Decimal, printDecimal } from '../../domain/numbers.js';
import { printFixTime } from '../fix/times.js';
import type { OrderChange, ReportedOrder } from './changes.js';

/** Removes members without a value. */
export function present<Fields extends object>(fields: {
  readonly [Name in keyof Fields]: Fields[Name] | undefined;
}): Fields {
  const some: Partial<Fields> = {};
  for (const name in fields) if (fields[name] !== undefined) some[name] = fields[name];
  return some as Fields;
}

/** Fields that a report has in both versions. */
export interface CommonFields {
  readonly clOrdId?: string;
  readonly origClOrdId?: string;
  readonly orderId: string;
  readonly execId: string;
  readonly symbol: string;
  readonly side: '1' | '2';
  readonly ordType: '1' | '2' | '4' | 'O';
  readonly price?: string;
  readonly orderQty?: string;
  readonly cashOrderQty?: string;
  readonly stopPx?: string;
  readonly stopLimitPx?: string;
  readonly triggerPriceDirection?: 'U' | 'D';
  readonly execInst?: readonly 'A'[];
  readonly selfTradeType: 'D' | 'O' | 'N' | 'B';
  readonly expireTime?: string;
  readonly transactTime: string;
  readonly text?: string;
  readonly lastPx?: string;
  readonly tradeId?: string;
  readonly aggressorIndicator?: boolean;
  readonly secondaryOrderId?: string;
  readonly miscFees?: readonly {
    readonly miscFeeAmt: string;
    readonly miscFeeCurr: string;
    readonly miscFeeType: '4';
    readonly miscFeeBasis: 0;
  }[];
}

/** The fields that a report has in both versions. */
export function commonFields(change: OrderChange): CommonFields {
  const { order, happening, execId, at, request } = change;
  const isReplaced = happening.kind === 'replaced';
  return present<CommonFields>({
    clOrdId: request ?? order.clientId,
    origClOrdId: isReplaced ? happening.before : request === undefined ? undefined : order.clientId,
    orderId: order.id,
    execId,
    symbol: order.product,
    side: order.side === 'buy' ? '1' : '2',
    ordType: ordTypes[order.kind],
    price: printed(order.price),
    orderQty: printed(order.size),
    cashOrderQty: printed(order.funds),
    stopPx: printed(order.stopPrice),
    stopLimitPx: printed(order.stopLimitPrice),
    triggerPriceDirection:
      order.stop === undefined || order.kind === 'tpsl'
        ? undefined
        : order.stop === 'entry'
          ? 'U'
          : 'D',
    execInst: order.postOnly ? ['A'] : undefined,
    selfTradeType: selfTradeTypes[order.stp],
    expireTime: order.expireAt === undefined ? undefined : printFixTime(order.expireAt),
    transactTime: printFixTime(at),
    text: 'text' in happening ? happening.text : undefined,
    ...fillFields(change),
  });
}

type FillFields = Pick<
  CommonFields,
  'lastPx' | 'tradeId' | 'aggressorIndicator' | 'secondaryOrderId' | 'miscFees'
>;

function fillFields({ order, happening }: OrderChange): FillFields {
  if (happening.kind !== 'filled') return {};
  const { price, trade, isTaker, other, fee } = happening;
  return {
    lastPx: printDecimal(price),
    tradeId: String(trade),
    aggressorIndicator: isTaker,
    secondaryOrderId: other,
    miscFees: [
      {
        miscFeeAmt: printDecimal(fee),
        miscFeeCurr: quoteOf(order.product),
        miscFeeType: '4',
        miscFeeBasis: 0,
      },
    ],
  };
}

/** Currency of a product's price, in which fees are charged (fees-1). */
function quoteOf(product: string): string {
  return product.slice(product.indexOf('-') + 1);
}

/** Average price of the fills; `undefined` without fills. */
export function averagePrice({ filled, value }: ReportedOrder): string | undefined {
  return filled > 0n ? printDecimal(divide(value, filled, 'half-even')) : undefined;
}

/** A decimal as text, if there is one. */
export function printed(value: Decimal | undefined): string | undefined {
  return value === undefined ? undefined : printDecimal(value);
}

const ordTypes = { market: '1', limit: '2', stop: '4', tpsl: 'O' } as const;
const selfTradeTypes = { dc: 'D', co: 'O', cn: 'N', cb: 'B' } as const;
