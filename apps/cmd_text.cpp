// calque tokenize, detokenize, truecase and clean: text preparation, usable alone.
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/parse.h"
#include "command.h"
#include "store/text_file.h"
#include "text/clean.h"
#include "text/detokenizer.h"
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
};

// Appends the finished line to `out`, without line end. Called from many threads.
using LineTransform = std::function<void(std::string_view line, std::string& out)>;

void add_line_options(CLI::App& command, LineOptions& options) {
  command.add_option("-i,--input", options.input, "File to read, - for standard input")
      ->capture_default_str();
  command.add_option("-o,--output", options.output, "File to write, - for standard output")
      ->capture_default_str();
}

// One line out for each line in, many lines at a time in parallel, in order.
void transform_lines(Session& session, const LineOptions& options, const LineTransform& transform) {
  constexpr std::size_t kBatchLines = 1 << 15;
  constexpr std::size_t kBlockLines = 256;
  store::LineReader reader(options.input);
  store::TextWriter writer(options.output);
  std::vector<std::string> lines(kBatchLines);
  for (bool more = true; more;) {
    const std::uint64_t lines_before = reader.line_number();
    std::size_t count = 0;
    while (count < kBatchLines && (more = reader.next(lines[count]))) ++count;
    const std::string file = reader.place().file;
    const auto blocks =
        session.threads().map_blocks<std::string>(count, kBlockLines, [&](const Block& block) {
          std::string out;
          for (std::size_t i = block.begin; i < block.end; ++i) {
            text::check_utf8(lines[i], {file, lines_before + i + 1, 0});
            transform(lines[i], out);
            out += '\n';
          }
          return out;
        });
    for (const std::string& block : blocks) writer.write(block);
    if (reader.bytes_total() > 0) session.reporter().progress(reader.bytes_read(), reader.bytes_total());
  }
  writer.commit();
}

void add_tokenize_command(CLI::App& app, Session& session) {
  auto options = std::make_shared<LineOptions>();
  CLI::App* command =
      add_command(app, session, "tokenize", "Cut running text into words, one line out for each in",
                  "calque tokenize -l en < text.en > text.tok.en");
  command->add_option("-l,--language", options->language, "Language of the text: en, de, fr, ja, zh, ...");
  add_line_options(*command, *options);
  command->callback([options, &session] {
    const text::Tokenizer tokenizer(options->language);
    transform_lines(session, *options,
                    [&](std::string_view line, std::string& out) { tokenizer.append_tokenized(line, out); });
  });
}

void add_detokenize_command(CLI::App& app, Session& session) {
  auto options = std::make_shared<LineOptions>();
  CLI::App* command =
      add_command(app, session, "detokenize", "Join words into running text, one line out for each in",
                  "calque detokenize -l fr < text.tok.fr > text.fr");
  command->add_option("-l,--language", options->language, "Language of the text: en, de, fr, ja, zh, ...");
  add_line_options(*command, *options);
  command->callback([options, &session] {
    const text::Detokenizer detokenizer(options->language);
    transform_lines(session, *options, [&](std::string_view line, std::string& out) {
      out += detokenizer.detokenize_line(line);
    });
  });
}

std::vector<std::string> words_of(std::string_view line) {
  const auto words = split_words(line);
  return {words.begin(), words.end()};
}

void run_truecase_train(Session& session, const LineOptions& options) {
  store::LineReader reader(options.input);
  text::TruecaseTrainer trainer(options.language);
  session.reporter().stage("counting words");
  for (std::string line; reader.next(line);) {
    text::check_utf8(line, reader.place());
    trainer.add(words_of(line));
    session.reporter().progress(reader.bytes_read(), reader.bytes_total());
  }
  const text::TruecaseModel model = trainer.train();
  model.save(options.model);
  session.reporter().note(fmt::format("{} words", model.size()));
}

void run_truecase_apply(Session& session, const LineOptions& options) {
  const text::TruecaseModel model = text::TruecaseModel::load(options.model);
  transform_lines(session, options, [&](std::string_view line, std::string& out) {
    std::vector<std::string> tokens = words_of(line);
    model.apply(tokens);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (i > 0) out += ' ';
      out += tokens[i];
    }
  });
}

void add_truecase_command(CLI::App& app, Session& session) {
  CLI::App* truecase = app.add_subcommand("truecase", "Give words the case they have inside sentences");
  truecase->require_subcommand(1);
  auto training = std::make_shared<LineOptions>();
  CLI::App* train =
      add_command(*truecase, session, "train", "Learn the usual form of each word from tokenised text",
                  "calque truecase train -l en -i text.tok.en -m truecase.en");
  train->add_option("-l,--language", training->language,
                    "Language of the text (matters for Turkish and the like)");
  train->add_option("-i,--input", training->input, "Tokenised text, - for standard input")
      ->capture_default_str();
  train->add_option("-m,--model", training->model, "File to write the model to")->required();
  train->callback([training, &session] { run_truecase_train(session, *training); });

  auto applying = std::make_shared<LineOptions>();
  CLI::App* apply =
      add_command(*truecase, session, "apply", "Truecase tokenised text, one line out for each in",
                  "calque truecase apply -m truecase.en < text.tok.en > text.true.en");
  apply->add_option("-m,--model", applying->model, "Model made by 'calque truecase train'")->required();
  add_line_options(*apply, *applying);
  apply->callback([applying, &session] { run_truecase_apply(session, *applying); });
}

struct CleanCommand {
  text::ParallelInput input;
  text::CleanOptions clean;
  std::string tmx;
  std::string format = "auto";
  std::string source_language;
  std::string target_language;
  std::string prefix;
  std::string source_output;
  std::string target_output;
  bool raw = false;
  bool json = false;
};

void choose_clean_input(CleanCommand& options) {
  options.input.format = text::parse_parallel_format(options.format);
  options.input.source_language = options.source_language;
  options.input.target_language = options.target_language;
  if (!options.tmx.empty()) {
    if (!options.input.source.empty() || !options.input.target.empty()) {
      throw UsageError({}, "--tmx and -s/-t exclude each other", "give the sentence pairs once");
    }
    options.input.source = options.tmx;
    options.input.format = text::ParallelFormat::kTmx;
  }
  if (options.raw) {
    if (options.source_language.empty() || options.target_language.empty()) {
      throw UsageError({}, "--raw counts words with the tokenisers of both languages, which are not given",
                       "add --source-language and --target-language");
    }
    options.clean.source_language = options.source_language;
    options.clean.target_language = options.target_language;
  }
}

void choose_clean_output(CleanCommand& options) {
  const bool both = !options.source_output.empty() && !options.target_output.empty();
  if (!options.prefix.empty() && options.source_output.empty() && options.target_output.empty()) {
    options.source_output =
        options.prefix + "." + (options.source_language.empty() ? "source" : options.source_language);
    options.target_output =
        options.prefix + "." + (options.target_language.empty() ? "target" : options.target_language);
  } else if (!options.prefix.empty() || !both) {
    throw UsageError({}, "it is not clear where to write",
                     "give either -o PREFIX or both -S FILE and -T FILE");
  }
  if (options.source_output == "-" || options.target_output == "-") {
    throw UsageError({}, "standard output is for the figures, not for the text",
                     "give names of files with -S and -T");
  }
  if (options.source_output == options.target_output) {
    throw UsageError({options.source_output, 0, 0}, "both languages would be written to one file",
                     "give two names with -S and -T");
  }
}

void print_clean_result(const text::CleanResult& result, bool json) {
  if (json) {
    nlohmann::ordered_json removed;
    for (std::size_t i = 0; i < text::kRemovalCount; ++i) {
      removed[std::string(text::name_of(static_cast<text::Removal>(i)))] = result.removed[i];
    }
    const nlohmann::ordered_json out{
        {"read", result.read}, {"kept", result.kept}, {"unpaired", result.unpaired}, {"removed", removed}};
    fmt::print("{}\n", out.dump());
    return;
  }
  fmt::print("read          {:>12}\nkept          {:>12}\n", result.read, result.kept);
  for (std::size_t i = 0; i < text::kRemovalCount; ++i) {
    if (result.removed[i] == 0) continue;
    fmt::print("{:<13} {:>12}\n", text::name_of(static_cast<text::Removal>(i)), result.removed[i]);
  }
  if (result.unpaired > 0) fmt::print("{:<13} {:>12}\n", "unpaired", result.unpaired);
}

void run_clean(Session& session, CleanCommand options) {
  choose_clean_input(options);
  choose_clean_output(options);
  options.clean.validate();
  session.reporter().stage("cleaning");
  store::TextWriter source(options.source_output);
  store::TextWriter target(options.target_output);
  const text::CleanResult result = text::clean(
      options.input, options.clean,
      [&](const text::SentencePairText& pair) {
        source.write_line(pair.source);
        target.write_line(pair.target);
      },
      session.reporter());
  source.commit();
  target.commit();
  print_clean_result(result, options.json);
}

void add_clean_command(CLI::App& app, Session& session) {
  auto options = std::make_shared<CleanCommand>();
  CLI::App* command =
      add_command(app, session, "clean", "Leave out sentence pairs that harm training",
                  "calque clean -s train.de -t train.en -S clean.de -T clean.en --duplicates");
  command->add_option("-s,--source", options->input.source, "Source text, or one file with both sides");
  command->add_option("-t,--target", options->input.target, "Target text");
  command->add_option("--tmx", options->tmx, "Read a TMX file instead (needs both languages)");
  command->add_option("--format", options->format, "auto, two-files, tsv, bars (SOURCE ||| TARGET) or tmx")
      ->capture_default_str();
  command->add_option("--source-language", options->source_language,
                      "Source language, for TMX, --raw and -o");
  command->add_option("--target-language", options->target_language,
                      "Target language, for TMX, --raw and -o");
  command->add_option("-o,--output", options->prefix,
                      "Write PREFIX.SOURCELANGUAGE and PREFIX.TARGETLANGUAGE");
  command->add_option("-S,--source-output", options->source_output, "File for the source side");
  command->add_option("-T,--target-output", options->target_output, "File for the target side");
  command->add_option("--min-words", options->clean.min_words, "Fewest words of either side")
      ->capture_default_str();
  command->add_option("--max-words", options->clean.max_words, "Most words of either side")
      ->capture_default_str();
  command->add_option("--max-ratio", options->clean.max_ratio, "Longest side by shortest side, in words")
      ->capture_default_str();
  command->add_flag("--duplicates", options->clean.remove_duplicates, "Remove pairs that came before");
  command->add_flag("--identical", options->clean.remove_identical,
                    "Remove pairs whose two sides are the same");
  command->add_flag("--raw", options->raw, "The text is not tokenised: count words with the tokenisers");
  command->add_flag("--json", options->json, "Print the figures as JSON");
  command->callback([options, &session] { run_clean(session, *options); });
}

}  // namespace

void add_text_commands(CLI::App& app, Session& session) {
  add_tokenize_command(app, session);
  add_detokenize_command(app, session);
  add_truecase_command(app, session);
  add_clean_command(app, session);
}

}  // namespace calque::apps
