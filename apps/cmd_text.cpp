// calque tokenize, detokenize, truecase: text preparation, usable alone.
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "command.h"
#include "text/detokenizer.h"
#include "text/language_rules.h"
#include "text/line_transform.h"
#include "text/parallel_input.h"
#include "text/preparation.h"
#include "text/tokenizer.h"
#include "text/truecaser.h"

namespace calque::apps {
namespace {

struct LineOptions {
  std::string language;
  text::LineFiles files;
  std::string model;
};

void add_line_options(Command& command, text::LineFiles& files) {
  command.option("-i,--input", files.input, "File to read, - for standard input").reads();
  command.option("-o,--output", files.output, "File to write, - for standard output").writes();
  command.flag("--skip-bad-lines", files.skip_bad_lines,
               "Lines that are not UTF-8 come back as they went in, with a warning");
}

void add_language_option(Command& command, std::string& language) {
  command.option("-l,--language", language,
                 "Language of the text; there are rules for " + text::languages_with_rules());
}

void transform(const LineOptions& options, Session& session, const text::LineTransform& transform) {
  text::transform_lines(options.files, transform, session.threads(), session.reporter());
}

void tokenize(const LineOptions& options, Session& session) {
  text::warn_of_language(options.language, session.reporter());
  const text::Tokenizer tokenizer(options.language);
  transform(options, session,
            [&](std::string_view line, std::string& out) { tokenizer.append_tokenized(line, out); });
}

void detokenize(const LineOptions& options, Session& session) {
  text::warn_of_language(options.language, session.reporter());
  const text::Detokenizer detokenizer(options.language);
  transform(options, session,
            [&](std::string_view line, std::string& out) { out += detokenizer.detokenize_line(line); });
}

void train_truecase(const LineOptions& options, Session& session) {
  const auto model = text::train_truecase_model(
      options.files.input, options.language,
      options.files.skip_bad_lines ? text::BadLinePolicy::kSkipAndCount : text::BadLinePolicy::kThrow,
      session.reporter());
  model.save(options.model);
  session.reporter().note(fmt::format("{} words", model.size()));
}

void truecase(const LineOptions& options, Session& session) {
  const text::TruecaseModel model = text::TruecaseModel::load(options.model);
  transform(options, session, [&](std::string_view line, std::string& out) { model.apply_line(line, out); });
}

}  // namespace

void add_tokenize(Command& parent) {
  auto [command, options] =
      parent.add<LineOptions>("tokenize", "Cut running text into words, one line out for each in",
                              "calque tokenize -l en < text.en > text.tok.en", tokenize);
  add_language_option(command, options.language);
  add_line_options(command, options.files);
}

void add_detokenize(Command& parent) {
  auto [command, options] =
      parent.add<LineOptions>("detokenize", "Join words into running text, one line out for each in",
                              "calque detokenize -l fr < text.tok.fr > text.fr", detokenize);
  add_language_option(command, options.language);
  add_line_options(command, options.files);
}

void add_truecase_train(Command& parent) {
  auto [command, options] =
      parent.add<LineOptions>("train", "Learn the usual form of each word from tokenised text",
                              "calque truecase train -l en -i text.tok.en -m truecase.en", train_truecase);
  command.option("-l,--language", options.language,
                 "Language of the text (matters for Turkish and the like)");
  command.option("-i,--input", options.files.input, "Tokenised text, - for standard input").reads();
  command.option("-m,--model", options.model, "File to write the model to").writes().required();
  command.flag("--skip-bad-lines", options.files.skip_bad_lines,
               "Leave out and count lines that are not UTF-8 instead of stopping");
}

void add_truecase_apply(Command& parent) {
  auto [command, options] =
      parent.add<LineOptions>("apply", "Truecase tokenised text, one line out for each in",
                              "calque truecase apply -m truecase.en < text.tok.en > text.true.en", truecase);
  command.option("-m,--model", options.model, "Model made by 'calque truecase train'").reads().required();
  add_line_options(command, options.files);
}

}  // namespace calque::apps
