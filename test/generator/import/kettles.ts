/** A dictionary with a message of the session, a component, groups, values and data. */
export const kettles: string = `<fix type="FIX" major="4" minor="2" servicepack="0">
  <header>
    <field name="MsgType" required="Y"/>
    <field name="SendingTime" required="Y"/>
  </header>
  <messages>
    <message name="Logout" msgtype="5" msgcat="admin"><field name="Text" required="N"/></message>
    <message name="NewOrderSingle" msgtype="D" msgcat="app">
      <component name="Instrument" required="Y"/>
      <field name="Side" required="Y"/>
      <group name="NoAllocs" required="N">
        <field name="AllocShares" required="Y"/>
      </group>
    </message>
    <message name="Allocation" msgtype="J" msgcat="app">
      <component name="Instrument" required="N"/>
      <group name="NoAllocs" required="Y">
        <component name="Instrument" required="N"/>
        <field name="AllocShares" required="Y"/>
      </group>
      <field name="EncodedTextLen" required="N"/>
      <field name="EncodedText" required="N"/>
    </message>
  </messages>
  <trailer><field name="CheckSum" required="Y"/></trailer>
  <components>
    <component name="Instrument"><field name="Symbol" required="Y"/></component>
  </components>
  <fields>
    <field number="10" name="CheckSum" type="STRING"/>
    <field number="35" name="MsgType" type="STRING"/>
    <field number="52" name="SendingTime" type="UTCTIMESTAMP"/>
    <field number="54" name="Side" type="CHAR">
      <value enum="1" description="BUY"/>
      <value enum="2" description="SELL"/>
      <value enum="5" description="SELL_SHORT"/>
    </field>
    <field number="55" name="Symbol" type="STRING"/>
    <field number="58" name="Text" type="STRING"/>
    <field number="78" name="NoAllocs" type="NUMINGROUP"/>
    <field number="80" name="AllocShares" type="QTY"/>
    <field number="114" name="LocateReqd" type="BOOLEAN">
      <value enum="Y" description="YES"/>
    </field>
    <field number="354" name="EncodedTextLen" type="LENGTH"/>
    <field number="355" name="EncodedText" type="DATA"/>
  </fields>
</fix>
`;
