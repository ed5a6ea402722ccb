#include "text/tokenizer.h"

#include "text/language_rules.h"
#include "text/normalize.h"
#include "text/token_scanner.h"

namespace calque::text {
namespace {

// Buffers and the ICU iterator are worth keeping between lines. They are per thread rather than part of
// Tokenizer so that one Tokenizer can serve all threads.
TokenScanner& thread_scanner() {
  thread_local TokenScanner scanner;
  return scanner;
}

}  // namespace

Tokenizer::Tokenizer(std::string_view language) : rules_(&language_rules(language)) {}

void Tokenizer::tokenize(std::string_view line, std::vector<std::string>& tokens) const {
  TokenScanner& scanner = thread_scanner();
  scanner.scan(line, *rules_);
  tokens.resize(scanner.tokens().size());
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i].assign(scanner.token(scanner.tokens()[i]));
}

std::vector<std::string> Tokenizer::tokenize(std::string_view line) const {
  std::vector<std::string> tokens;
  tokenize(line, tokens);
  return tokens;
}

std::vector<ByteRange> Tokenizer::token_ranges(std::string_view line) const {
  TokenScanner& scanner = thread_scanner();
  scanner.scan(line, *rules_);
  std::string normalized;
  std::vector<OffsetMap> steps;
  normalize(line, normalized, steps);
  std::vector<ByteRange> ranges = scanner.tokens();
  for (ByteRange& range : ranges) {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      if (range.begin < range.end) range = step->before(range);
    }
  }
  return ranges;
}

void Tokenizer::append_tokenized(std::string_view line, std::string& out) const {
  TokenScanner& scanner = thread_scanner();
  scanner.scan(line, *rules_);
  bool first = true;
  for (const ByteRange range : scanner.tokens()) {
    if (!first) out += ' ';
    out += scanner.token(range);
    first = false;
  }
}

std::size_t Tokenizer::count_tokens(std::string_view line) const {
  TokenScanner& scanner = thread_scanner();
  scanner.scan(line, *rules_);
  return scanner.tokens().size();
}

}  // namespace calque::text
