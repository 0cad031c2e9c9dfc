// The other side of an interoperability test: an initiator that sends orders, or an acceptor that answers them, made of QuickFIX.
// Usage: peer (initiator|acceptor) (plain|tls) <settings> <orders> [secret, base64]
// It says what it sees, a line each: "logon", "logout", "order <ClOrdID> <PossDup>", "report <ClOrdID> <PossDup>", "bad-signature", "done".
#define HAVE_SSL 1
#include <quickfix/Application.h>
#include <quickfix/FileLog.h>
#include <quickfix/FileStore.h>
#include <quickfix/Message.h>
#include <quickfix/SSLSocketInitiator.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketAcceptor.h>
#include <quickfix/SocketInitiator.h>
#include <quickfix/ThreadedSSLSocketAcceptor.h>

#include "signature.h"

#include <iostream>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace {

std::mutex output;

void say(const std::string& line) {
  std::lock_guard<std::mutex> lock(output);
  std::cout << line << std::endl;
}

// A ClOrdID: a UUID in lower case.
std::string identifier(int index) {
  const std::string digits = std::to_string(index);
  return "7d2c3f0a-3c3e-4b8e-9a55-" + std::string(12 - digits.size(), '0') + digits;
}

class Peer : public FIX::Application {
 public:
  Peer(bool isInitiator, int orders, const std::string& secret)
      : isInitiator_(isInitiator), orders_(orders), secret_(secret) {}

  void onCreate(const FIX::SessionID&) override {}

  void onLogon(const FIX::SessionID& id) override {
    say("logon");
    if (!isInitiator_ || hasSent_) return;
    hasSent_ = true;
    for (int index = 0; index < orders_; index++) {
      FIX::Message order;
      order.getHeader().setField(35, "D");
      order.setField(11, identifier(index));
      order.setField(38, "1.5");
      order.setField(40, "2");
      order.setField(44, "42150.25");
      order.setField(54, "1");
      order.setField(55, "BTC-USD");
      order.setField(59, "1");
      FIX::Session::sendToTarget(order, id);
    }
  }

  void onLogout(const FIX::SessionID&) override { say("logout"); }

  void toAdmin(FIX::Message& message, const FIX::SessionID&) override {
    if (value(message.getHeader(), 35) != "A" || secret_.empty() || !isInitiator_) return;
    signLogon(message, "pp123", secret_);
  }

  // The exceptions that may leave these are part of their types (C++14).
  void toApp(FIX::Message&, const FIX::SessionID&) throw(FIX::DoNotSend) override {}

  void fromAdmin(const FIX::Message& message, const FIX::SessionID&) throw(
      FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::RejectLogon) override {
    if (value(message.getHeader(), 35) != "A" || secret_.empty() || isInitiator_) return;
    if (value(message, 96) == signature(message, secret_)) return;
    say("bad-signature");
    throw FIX::RejectLogon("bad signature");
  }

  void fromApp(const FIX::Message& message, const FIX::SessionID& id) throw(
      FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue,
      FIX::UnsupportedMessageType) override {
    const std::string type = value(message.getHeader(), 35);
    const std::string name = value(message, 11);
    const std::string again = value(message.getHeader(), 43) == "Y" ? " again" : "";
    if (type == "D") {
      say("order " + name + again);
      FIX::Message report;
      report.getHeader().setField(35, "8");
      report.setField(11, name);
      report.setField(14, "0");
      report.setField(17, "E" + name);
      report.setField(37, "X" + name);
      report.setField(39, "0");
      report.setField(54, "1");
      report.setField(55, "BTC-USD");
      report.setField(150, "0");
      report.setField(151, "1.5");
      FIX::Session::sendToTarget(report, id);
    } else if (type == "8") {
      say("report " + name + again);
      reported_.insert(name);
      if (static_cast<int>(reported_.size()) == orders_) say("done");
    }
  }

 private:
  const bool isInitiator_;
  const int orders_;
  const std::string secret_;
  bool hasSent_ = false;
  std::set<std::string> reported_;
};

template <typename Side>
void run(Side& side) {
  side.start();
  // Whoever started this process closes its input when it has seen enough.
  std::string line;
  while (std::getline(std::cin, line)) {
  }
  side.stop();
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) return 2;
  try {
    const bool isInitiator = std::string(arguments[1]) == "initiator";
    const bool isTls = std::string(arguments[2]) == "tls";
    FIX::SessionSettings settings(arguments[3]);
    Peer peer(isInitiator, std::stoi(arguments[4]), count > 5 ? decoded(arguments[5]) : "");
    FIX::FileStoreFactory store(settings);
    if (isInitiator && isTls) {
      FIX::SSLSocketInitiator side(peer, store, settings);
      run(side);
    } else if (isInitiator) {
      FIX::SocketInitiator side(peer, store, settings);
      run(side);
    } else if (isTls) {
      FIX::ThreadedSSLSocketAcceptor side(peer, store, settings);
      run(side);
    } else {
      FIX::SocketAcceptor side(peer, store, settings);
      run(side);
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}
