// calque aer
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "align/aer.h"
#include "base/error.h"
#include "command.h"
#include "store/text_file.h"
#include "text/alignment.h"

namespace calque::apps {
namespace {

struct AerArguments {
  std::string gold;
  std::string test;
  bool json = false;
};

[[noreturn]] void refuse_lengths(const AerArguments& arguments, std::uint64_t gold, std::uint64_t test) {
  throw DataError({arguments.test},
                  fmt::format("the file has {} lines, but {} has {}", test, arguments.gold, gold),
                  "give one alignment for each gold line, in the same order");
}

align::AerCounts count_file(const AerArguments& arguments) {
  store::LineReader gold(arguments.gold);
  store::LineReader test(arguments.test);
  align::AerCounts counts;
  std::string gold_line;
  std::string test_line;
  while (true) {
    const bool more_gold = gold.next(gold_line);
    const bool more_test = test.next(test_line);
    if (!more_gold && !more_test) return counts;
    if (more_gold != more_test) {
      std::uint64_t gold_lines = gold.line_number();
      std::uint64_t test_lines = test.line_number();
      store::LineReader& longer = more_gold ? gold : test;
      while (longer.next(gold_line)) ++(more_gold ? gold_lines : test_lines);
      refuse_lengths(arguments, gold_lines, test_lines);
    }
    // The sentences are not at hand, so any position is in range.
    const auto links = text::parse_pharaoh(test_line, SIZE_MAX, SIZE_MAX, test.place());
    counts += align::count_links(links, text::parse_gold(gold_line, gold.place()));
  }
}

void run_aer(const AerArguments& arguments, Session&) {
  const align::AerCounts counts = count_file(arguments);
  const align::AerScores scores = align::score(counts);
  if (arguments.json) {
    const nlohmann::ordered_json json{
        {"precision", scores.precision}, {"recall", scores.recall}, {"f1", scores.f1}, {"aer", scores.aer}};
    print_line(json.dump());
  } else {
    const auto show = [](const char* name, double value) {
      return fmt::format("{} {:.4f} ({:.2f} %)", name, value, 100.0 * value);
    };
    print_line(fmt::format("{}  {}  {}  {}  links {}, sure {}", show("precision", scores.precision),
                           show("recall", scores.recall), show("F1", scores.f1), show("AER", scores.aer),
                           counts.links, counts.sure));
  }
}

}  // namespace

void add_aer(Command& parent) {
  auto [command, arguments] = parent.add<AerArguments>(
      "aer",
      "Compares word alignments with gold ones: precision, recall, F1 and alignment error rate, as fractions "
      "of 1. Gold links are sure (i-j) or possible (i?j).",
      "calque aer --gold gold.align --test my.align", run_aer);
  command.option("--gold", arguments.gold, "Gold alignments").reads().required();
  command.option("--test", arguments.test, "Alignments to judge, one line for each gold line")
      .reads()
      .required();
  command.flag("--json", arguments.json, "Print one JSON object, figures as fractions of 1");
}

}  // namespace calque::apps
