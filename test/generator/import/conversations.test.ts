import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { importFix } from '../../../generator/import/import-fix.js';

const field = (number: number, name: string, type = 'STRING'): string =>
  `<field number='${number}' name='${name}' type='${type}'/>`;

/** A dictionary of an order and what may answer it; `answer` is what the answer has. */
function dictionary(answer: string): string {
  return `<fix type='FIX' major='4' minor='2' servicepack='0'>
    <header><field name='SendingTime' required='Y'/></header>
    <trailer><field name='CheckSum' required='Y'/></trailer>
    <messages>
      <message name='NewOrderSingle' msgtype='D' msgcat='app'>
        <component name='Naming' required='Y'/>
      </message>
      <message name='ExecutionReport' msgtype='8' msgcat='app'>${answer}</message>
    </messages>
    <components><component name='Naming'><field name='ClOrdID' required='Y'/></component></components>
    <fields>
      ${field(52, 'SendingTime', 'UTCTIMESTAMP')}${field(10, 'CheckSum')}
      ${field(11, 'ClOrdID')}${field(55, 'Symbol')}
    </fields>
  </fix>`;
}

function described(answer: string): string {
  const host = memoryHost({ 'orders.xml': dictionary(answer) });
  const { value = '', diagnostics } = importFix({ dictionary: 'orders.xml' }, host);
  expect(diagnostics).toEqual([]);
  return value;
}

describe('request and reply messages of FIX', () => {
  test('are correlated by a shared field, also in a component', () => {
    const text = described("<field name='ClOrdID' required='N'/>");
    expect(text).toContain(`  askNewOrderSingle:
    action: receive
    channel: { $ref: '#/channels/fix' }
    messages:
      - { $ref: '#/channels/fix/messages/NewOrderSingle' }
    reply:
      channel: { $ref: '#/channels/fix' }
      messages:
        - { $ref: '#/channels/fix/messages/ExecutionReport' }
`);
    const located = text.match(/correlationId: \{ location: '\$message.payload#\/ClOrdID' \}/g);
    expect(located).toHaveLength(2);
  });

  test('are not correlated if a message lacks the field', () => {
    const text = described("<field name='Symbol' required='Y'/>");
    expect(text).not.toContain('correlationId');
    expect(text).not.toContain('reply');
  });
});
