// Prints the CPU time in nanoseconds that QuickFIX takes to parse each message of a file, one per line, with its dictionary and with validation.
#include <algorithm>
#include <ctime>
#include <fstream>
#include <iostream>
#include <quickfix/DataDictionary.h>
#include <quickfix/Message.h>
#include <string>
#include <vector>

static const int rounds = 5;

template <typename Call> static double nanoseconds(int count, Call call) {
  double best = 1e18;
  for (int round = 0; round < rounds; round++) {
    const std::clock_t started = std::clock();
    for (int index = 0; index < count; index++) call();
    const double elapsed = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
    best = std::min(best, elapsed * 1e9 / count);
  }
  return best;
}

int main(int, char **arguments) {
  const FIX::DataDictionary dictionary(arguments[1]);
  std::ifstream lines(arguments[2]);
  const int count = std::stoi(arguments[3]);
  for (std::string line; std::getline(lines, line);) {
    const int own = line.size() > 1000 ? std::max(1, count / 40) : count;
    const double parse = nanoseconds(own, [&] {
      FIX::Message message;
      message.setString(line, false, &dictionary, &dictionary);
    });
    const double checked = nanoseconds(own, [&] {
      FIX::Message message;
      message.setString(line, true, &dictionary, &dictionary);
      dictionary.validate(message);
    });
    std::cout << parse << " " << checked << std::endl;
  }
}
