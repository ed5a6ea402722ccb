// calque classes
#include <chrono>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "command.h"
#include "store/text_file.h"
#include "text/corpus_reader.h"
#include "text/word_classes.h"
#include "text/word_classes_file.h"

namespace calque::apps {
namespace {

// Most words and sentences that are taken: counting their bigrams takes 16 bytes for each.
constexpr std::uint64_t kMaxEvents = std::uint64_t{1} << 26U;

struct ClassesArguments {
  std::string input = "-";
  std::string output = "-";
  text::CorpusLimits limits{.most = kMaxEvents};
  bool json = false;
  text::WordClassOptions options;
};

void print_json(const text::MonolingualCorpus& text, const text::WordClassTraining& training,
                double seconds) {
  const nlohmann::ordered_json json{{"sentences", text.sentences.size()},
                                    {"tokens", text.sentences.token_count()},
                                    {"words", training.words},
                                    {"classes", training.classes.classes},
                                    {"runs", training.run_perplexities.size()},
                                    {"iterations", training.iterations},
                                    {"converged", training.converged},
                                    {"log_likelihood", training.log_likelihood},
                                    {"perplexity", training.perplexity},
                                    {"seconds", seconds}};
  print_line(json.dump());
}

void run_classes(const ClassesArguments& arguments, Session& session) {
  text::WordClassOptions options = arguments.options;
  options.seed = session.common.seed;
  options.validate();
  if (arguments.json && arguments.output == "-") {
    throw UsageError({}, "figures and classes cannot both go to standard output",
                     "name a file for the classes with -o");
  }
  Reporter& reporter = session.reporter();
  const text::MonolingualCorpus text = text::read_corpus(arguments.input, arguments.limits, reporter);
  if (text.vocabulary.size() == 0) {
    throw DataError({arguments.input}, "the text has no words", "give a file with one sentence per line");
  }
  store::TextWriter out(arguments.output);  // before the work, so that a bad place is known at once
  const auto start = std::chrono::steady_clock::now();
  const text::WordClassTraining training =
      text::train_word_classes(text.sentences, text.vocabulary.size(), options, session.threads(), reporter);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  text::write_word_classes(training.classes, text.vocabulary, out);
  out.commit();
  reporter.note(fmt::format("{} words in {} classes, perplexity {:.4f} (runs: {:.4f})", training.words,
                            training.classes.classes, training.perplexity,
                            fmt::join(training.run_perplexities, ", ")));
  if (!training.converged) {
    reporter.note(
        fmt::format("ended after {} iterations, before the classes were stable", training.iterations));
  }
  if (arguments.json) print_json(text, training, spent.count());
}

}  // namespace

void add_classes(Command& parent) {
  auto [command, arguments] = parent.add<ClassesArguments>(
      "classes",
      "Sorts the words of a text into classes of words that are used alike: one line for each word, word and "
      "class number separated by a tab. Input is tokenised text, one sentence per line.",
      "calque classes -i train.en -k 50 -o train.en.classes", run_classes);
  text::WordClassOptions& options = arguments.options;
  command.option("-i,--input", arguments.input, "Text, one sentence per line (.gz, .zst, - too)").reads();
  command.flag(
      "--skip-bad-lines",
      [&limits = arguments.limits] { limits.bad_lines = text::BadLinePolicy::kSkipAndCount; },
      "Leave out and count unreadable lines instead of stopping");
  command.option("-k,--classes", options.classes, "How many classes, 1 to 4096");
  command.option("-o,--output", arguments.output, "Where the classes go").writes();
  command.option("--iterations", options.iterations, "Most sweeps of the exchange algorithm in a run");
  command.option("--runs", options.runs, "Independent searches, of which the best is kept");
  command.option("--annealing", options.annealing_sweeps, "Sweeps with random moves before the exchange");
  command.option("--start", options.start, "First classes of the first run: round-robin or frequent");
  command.flag("--json", arguments.json, "Print the figures as JSON; needs -o FILE");
}

}  // namespace calque::apps
