// calque tokenize, detokenize, truecase: text preparation, usable alone.
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "command.h"
#include "store/text_file.h"
#include "text/detokenizer.h"
#include "text/language_rules.h"
#include "text/preparation.h"
#include "text/tokenizer.h"
#include "text/truecaser.h"
#include "text/utf8.h"

namespace calque::apps {
namespace {

struct LineOptions {
  std::string language;
  std::string input = "-";
  std::string output = "-";
  std::string model;
  bool skip_bad_lines = false;
};

// Appends the finished line to `out`, without line end. Called from many threads.
using LineTransform = std::function<void(std::string_view line, std::string& out)>;

void add_line_options(Command& command, LineOptions& options) {
  command.option("-i,--input", options.input, "File to read, - for standard input").reads();
  command.option("-o,--output", options.output, "File to write, - for standard output").writes();
  command.flag("--skip-bad-lines", options.skip_bad_lines,
               "Lines that are not UTF-8 come back as they went in, with a warning");
}

// One line out for each line in, many lines at a time in parallel, in order.
void transform_lines(const LineOptions& options, Session& session, const LineTransform& transform) {
  constexpr std::size_t kBatchLines = 1 << 15;
  constexpr std::size_t kBatchBytes = 1 << 24;
  constexpr std::size_t kBlockLines = 256;
  store::LineReader reader(options.input);
  store::TextWriter writer(options.output);
  std::vector<std::string> lines(kBatchLines);
  std::atomic<std::uint64_t> skipped = 0;
  for (bool more = true; more;) {
    const std::uint64_t lines_before = reader.line_number();
    std::size_t count = 0;
    std::size_t bytes = 0;
    while (count < kBatchLines && bytes < kBatchBytes && (more = reader.next(lines[count])))
      bytes += lines[count++].size();
    const std::string file = reader.place().file;
    const auto blocks =
        session.threads().map_blocks<std::string>(count, kBlockLines, [&](const Block& block) {
          std::string out;
          for (std::size_t i = block.begin; i < block.end; ++i) {
            if (options.skip_bad_lines && text::find_invalid_utf8(lines[i])) {
              out += lines[i];
              ++skipped;
            } else {
              text::check_utf8(lines[i], {file, lines_before + i + 1, 0});
              transform(lines[i], out);
            }
            out += '\n';
          }
          return out;
        });
    for (const std::string& block : blocks) writer.write(block);
    if (reader.bytes_total() > 0) session.reporter().progress(reader.bytes_read(), reader.bytes_total());
  }
  if (skipped > 0)
    session.reporter().warning(
        fmt::format("{} lines are not UTF-8 and passed through as they are", skipped.load()));
  writer.commit();
}

void tokenize(const LineOptions& options, Session& session) {
  text::warn_of_language(options.language, session.reporter());
  const text::Tokenizer tokenizer(options.language);
  transform_lines(options, session,
                  [&](std::string_view line, std::string& out) { tokenizer.append_tokenized(line, out); });
}

void detokenize(const LineOptions& options, Session& session) {
  text::warn_of_language(options.language, session.reporter());
  const text::Detokenizer detokenizer(options.language);
  transform_lines(options, session,
                  [&](std::string_view line, std::string& out) { out += detokenizer.detokenize_line(line); });
}

std::vector<std::string> words_of(std::string_view line) {
  const auto words = split_words(line);
  return {words.begin(), words.end()};
}

void train_truecase(const LineOptions& options, Session& session) {
  store::LineReader reader(options.input);
  text::TruecaseTrainer trainer(options.language);
  session.reporter().stage("counting words");
  std::uint64_t skipped = 0;
  for (std::string line; reader.next(line);) {
    if (options.skip_bad_lines && text::find_invalid_utf8(line)) {
      ++skipped;
      continue;
    }
    text::check_utf8(line, reader.place());
    trainer.add(words_of(line));
    session.reporter().progress(reader.bytes_read(), reader.bytes_total());
  }
  if (skipped > 0)
    session.reporter().warning(fmt::format("{} lines are not UTF-8 and are left out", skipped));
  const text::TruecaseModel model = trainer.train();
  model.save(options.model);
  session.reporter().note(fmt::format("{} words", model.size()));
}

void truecase(const LineOptions& options, Session& session) {
  const text::TruecaseModel model = text::TruecaseModel::load(options.model);
  transform_lines(options, session, [&](std::string_view line, std::string& out) {
    std::vector<std::string> tokens = words_of(line);
    model.apply(tokens);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (i > 0) out += ' ';
      out += tokens[i];
    }
  });
}

}  // namespace

void add_tokenize(Command& parent) {
  auto [command, options] =
      parent.add<LineOptions>("tokenize", "Cut running text into words, one line out for each in",
                              "calque tokenize -l en < text.en > text.tok.en", tokenize);
  command.option("-l,--language", options.language,
                 "Language of the text; there are rules for " + text::languages_with_rules());
  add_line_options(command, options);
}

void add_detokenize(Command& parent) {
  auto [command, options] =
      parent.add<LineOptions>("detokenize", "Join words into running text, one line out for each in",
                              "calque detokenize -l fr < text.tok.fr > text.fr", detokenize);
  command.option("-l,--language", options.language,
                 "Language of the text; there are rules for " + text::languages_with_rules());
  add_line_options(command, options);
}

void add_truecase_train(Command& parent) {
  auto [command, options] =
      parent.add<LineOptions>("train", "Learn the usual form of each word from tokenised text",
                              "calque truecase train -l en -i text.tok.en -m truecase.en", train_truecase);
  command.option("-l,--language", options.language,
                 "Language of the text (matters for Turkish and the like)");
  command.option("-i,--input", options.input, "Tokenised text, - for standard input").reads();
  command.option("-m,--model", options.model, "File to write the model to").writes().required();
  command.flag("--skip-bad-lines", options.skip_bad_lines,
               "Leave out and count lines that are not UTF-8 instead of stopping");
}

void add_truecase_apply(Command& parent) {
  auto [command, options] =
      parent.add<LineOptions>("apply", "Truecase tokenised text, one line out for each in",
                              "calque truecase apply -m truecase.en < text.tok.en > text.true.en", truecase);
  command.option("-m,--model", options.model, "Model made by 'calque truecase train'").reads().required();
  add_line_options(command, options);
}

}  // namespace calque::apps
