// An initiator made of QuickFIX, whose sessions a test drives through a day. A session is named by its qualifier.
// Usage: initiator <settings>
// Each line of the input is carried out and then answered with "done":
//   poll                            reads what has arrived, and sends what is due by the clock
//   send <session> <field>|...      sends a message of fields such as 35=D; 146:55=BTC-USD adds an entry to the group 146
// Before that it says what has happened in the sessions: "logon <session>", "logout <session>", "received <session> <field>|...", and
// "rejected <session> <field>|..." with the Reject that QuickFIX has sent.
#include <quickfix/Application.h>
#include <quickfix/Group.h>
#include <quickfix/Message.h>
#include <quickfix/MessageStore.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketInitiator.h>

#include "../../fix/interop/signature.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

namespace {

std::string printed(const FIX::Message& message) {
  std::string text = message.toString();
  std::replace(text.begin(), text.end(), '\x01', '|');
  return text;
}

class Trader : public FIX::Application {
 public:
  explicit Trader(const FIX::SessionSettings& settings) : settings_(settings) {}

  // Number of things that have happened in the sessions.
  int events() const { return events_; }

  void send(const std::string& session, const std::string& fields) {
    FIX::Message message;
    std::istringstream parts(fields);
    std::string part;
    while (std::getline(parts, part, '|')) {
      const std::size_t colon = part.find(':'), equals = part.find('=');
      if (colon < equals) {
        const int first = std::stoi(part.substr(colon + 1, equals - colon - 1));
        FIX::Group group(std::stoi(part.substr(0, colon)), first);
        group.setField(first, part.substr(equals + 1));
        message.addGroup(group);
        continue;
      }
      const int tag = std::stoi(part.substr(0, equals));
      FIX::FieldMap& place = tag == 35 ? static_cast<FIX::FieldMap&>(message.getHeader()) : message;
      place.setField(tag, part.substr(equals + 1));
    }
    FIX::Session::sendToTarget(message, sessions_.at(session));
  }

  void onCreate(const FIX::SessionID& id) override { sessions_[id.getSessionQualifier()] = id; }
  void onLogon(const FIX::SessionID& id) override { say("logon", id); }
  void onLogout(const FIX::SessionID& id) override { say("logout", id); }

  void toAdmin(FIX::Message& message, const FIX::SessionID& id) override {
    events_++;
    const std::string type = value(message.getHeader(), 35);
    if (type == "3") say("rejected", id, printed(message));
    if (type != "A") return;
    const FIX::Dictionary& settings = settings_.get(id);
    if (settings.has("DropCopyFlag")) message.setField(9406, settings.getString("DropCopyFlag"));
    signLogon(message, settings.getString("Passphrase"), decoded(settings.getString("Secret")));
  }

  // The exceptions that may leave these are part of their types (C++14).
  void toApp(FIX::Message&, const FIX::SessionID&) throw(FIX::DoNotSend) override { events_++; }

  void fromAdmin(const FIX::Message& message, const FIX::SessionID& id) throw(
      FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::RejectLogon) override {
    say("received", id, printed(message));
  }

  void fromApp(const FIX::Message& message, const FIX::SessionID& id) throw(
      FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue,
      FIX::UnsupportedMessageType) override {
    say("received", id, printed(message));
  }

 private:
  void say(const std::string& what, const FIX::SessionID& id, const std::string& text = "") {
    events_++;
    std::cout << what << " " << id.getSessionQualifier() << (text.empty() ? "" : " ") << text << "\n";
  }

  const FIX::SessionSettings& settings_;
  std::map<std::string, FIX::SessionID> sessions_;
  int events_ = 0;
};

// Lets QuickFIX work until nothing more happens: a turn reads from a socket or looks at the clock, not both.
void poll(FIX::Initiator& initiator, const Trader& trader) {
  for (int quiet = 0; quiet < 3;) {
    const int before = trader.events();
    initiator.poll();
    quiet = trader.events() == before ? quiet + 1 : 0;
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return 2;
  try {
    FIX::SessionSettings settings(arguments[1]);
    Trader trader(settings);
    FIX::MemoryStoreFactory store;
    FIX::SocketInitiator initiator(trader, store, settings);
    std::string line;
    while (std::getline(std::cin, line)) {
      std::istringstream words(line);
      std::string command, session, fields;
      words >> command >> session >> fields;
      if (command == "send") trader.send(session, fields);
      poll(initiator, trader);
      std::cout << "done" << std::endl;
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}
