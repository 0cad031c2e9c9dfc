// How a Logon is signed, for programs made of QuickFIX.
#pragma once
#include <quickfix/Message.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <string>
#include <vector>

inline std::string encoded(const unsigned char* bytes, int length) {
  std::vector<unsigned char> text(4 * ((length + 2) / 3) + 1);
  int written = EVP_EncodeBlock(text.data(), bytes, length);
  return std::string(text.begin(), text.begin() + written);
}

inline std::string decoded(const std::string& text) {
  std::vector<unsigned char> bytes(text.size());
  int written = EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(text.data()),
                                static_cast<int>(text.size()));
  std::size_t padding = 0;
  while (padding < text.size() && text[text.size() - 1 - padding] == '=') padding++;
  return std::string(bytes.begin(), bytes.begin() + written - padding);
}

// The text of a field; empty if the message has none.
inline std::string value(const FIX::FieldMap& fields, int tag) {
  return fields.isSetField(tag) ? fields.getField(tag) : "";
}

// What a Logon is signed over: SendingTime, MsgType, MsgSeqNum, SenderCompID, TargetCompID and Password.
inline std::string signature(const FIX::Message& logon, const std::string& secret) {
  const FIX::Header& header = logon.getHeader();
  std::string text;
  for (int tag : {52, 35, 34, 49, 56}) text += value(header, tag) + "\x01";
  text += value(logon, 554);
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &length);
  return encoded(digest, static_cast<int>(length));
}

// Adds what the exchange wants of a Logon: the key, named once more where FIXT.1.1 is spoken, the passphrase and the signature.
inline void signLogon(FIX::Message& logon, const std::string& passphrase, const std::string& secret) {
  if (value(logon.getHeader(), 8) == "FIXT.1.1") logon.setField(553, value(logon.getHeader(), 49));
  logon.setField(554, passphrase);
  const std::string signedText = signature(logon, secret);
  logon.setField(95, std::to_string(signedText.size()));
  logon.setField(96, signedText);
}
