import { describe, expect, test } from 'vitest';
import { createFixCodec, fixField, FixView, type FixRecord } from '@tallystick/runtime/fix';
import { loadFixApi } from '../../generator/pipeline/load-fix.js';
import { fieldsOf } from '../../generator/model/fix.js';
import { memoryHost } from '../../generator/host/memory.js';
import { wire } from './wire.js';

/** A dictionary of one order: the types that the versions read differently. */
const dictionary = (minor: number): string => `
<fix type="FIX" major="4" minor="${minor}">
  <header>
    <field name="BeginString" required="Y"/><field name="BodyLength" required="Y"/>
    <field name="MsgType" required="Y"/><field name="SenderCompID" required="Y"/>
    <field name="TargetCompID" required="Y"/><field name="MsgSeqNum" required="Y"/>
    <field name="SendingTime" required="Y"/>
  </header>
  <trailer><field name="CheckSum" required="Y"/></trailer>
  <messages>
    <message name="NewOrderSingle" msgtype="D" msgcat="app">
      <field name="ClOrdID" required="Y"/><field name="TransactTime" required="N"/>
    </message>
  </messages>
  <fields>
    <field number="8" name="BeginString" type="CHAR"/>
    <field number="9" name="BodyLength" type="INT"/>
    <field number="10" name="CheckSum" type="CHAR"/>
    <field number="11" name="ClOrdID" type="CHAR"/>
    <field number="34" name="MsgSeqNum" type="INT"/>
    <field number="35" name="MsgType" type="CHAR"/>
    <field number="49" name="SenderCompID" type="CHAR"/>
    <field number="52" name="SendingTime" type="TIME"/>
    <field number="56" name="TargetCompID" type="CHAR"/>
    <field number="60" name="TransactTime" type="TIME"/>
  </fields>
</fix>`;

describe('data dictionary', () => {
  test.each([
    [0, 'text', [0], false],
    [1, 'text', [0], false],
    [2, 'character', [0, 3, 6, 9, 12], true],
  ])(
    'is read with the data types of FIX 4.%i',
    async (minor, form, precision, hasBusinessReject) => {
      const host = memoryHost({ '/order.xml': dictionary(minor) });
      const { value: api } = await loadFixApi({ document: 'order.xml' }, host);
      const order = api?.messages.find(({ msgType }) => msgType === 'D');
      const fields = order === undefined ? [] : fieldsOf(order.record);
      expect(fields).toMatchObject([
        { name: 'ClOrdID', form },
        { name: 'TransactTime', form: 'timestamp', precision },
      ]);
      expect(api?.messages.some(({ msgType }) => msgType === 'j')).toBe(hasBusinessReject);
      expect(api?.sessions[0]?.policy['sendingTime']).toMatchObject({ send: minor < 2 ? 0 : 3 });
    },
  );
});

test('validates session messages by the transport version in FIXT.1.1', () => {
  const header: FixRecord = { fields: () => ({ msgSeqNum: fixField.integer(34) }) };
  const none: FixRecord = { fields: () => ({}) };
  const codecOf = (beginString: string): ReturnType<typeof createFixCodec> =>
    createFixCodec({
      beginString,
      unknownFields: 'refuse',
      dataFields: new Map(),
      header,
      trailer: none,
      messages: [
        { type: 'Heartbeat', msgType: '0', fields: () => ({ testReqId: fixField.text(112) }) },
        { type: 'Logout', msgType: '5', fields: () => ({ text: fixField.text(58) }) },
        { type: 'NewOrderSingle', msgType: 'D', fields: () => ({ clOrdId: fixField.text(11) }) },
      ],
    });
  const refusal = (beginString: string, body: string): unknown => {
    const view = new FixView();
    expect(view.read(wire(body, beginString))).toBeUndefined();
    const decoded = codecOf(beginString).decode(view);
    return decoded.kind === 'reject' ? [decoded.reason, decoded.refTag] : decoded;
  };
  // 11 is a field of the application, 58 one of the transport.
  expect(refusal('FIXT.1.1', '35=0|34=2|11=a|')).toEqual([0, 11]);
  expect(refusal('FIXT.1.1', '35=0|34=2|58=a|')).toEqual([2, 58]);
  expect(refusal('FIXT.1.1', '35=D|34=2|58=a|')).toEqual([2, 58]);
  expect(refusal('FIX.4.4', '35=0|34=2|11=a|')).toEqual([2, 11]);
});
