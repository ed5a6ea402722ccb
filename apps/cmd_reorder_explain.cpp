// calque reorder explain
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/parse.h"
#include "cmd_reorder.h"
#include "text/alignment.h"

namespace calque::apps {
namespace {

struct ExplainArguments {
  std::string model;
  std::string sentence;
  std::string span;
  std::string target;
  std::string alignment;
  std::size_t maximum = 20;
  bool json = false;
};

// "2-4": positions as links have them, both ends included.
text::Span parse_span(const std::string& text, std::size_t length) {
  const auto fields = split_fields(text, "-");
  const auto first = fields.empty() ? std::nullopt : parse_unsigned(fields.front());
  const auto last = fields.size() > 2 || fields.empty() ? std::nullopt : parse_unsigned(fields.back());
  if (!first || !last || *first > *last || *last >= length) {
    throw UsageError({}, fmt::format("'{}' are no positions of a sentence of {} words", text, length),
                     "count from 0 and give the first and the last word, such as --span 2-4");
  }
  return {static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last + 1)};
}

// Words with all that a model looks at.
struct Words {
  std::vector<std::string_view> names;
  std::vector<reorder::Key> keys;
  std::vector<std::uint32_t> classes;

  Words(const std::string& text, const reorder::ClassLookup& lookup) : names(split_words(text)) {
    for (const std::string_view name : names) {
      keys.push_back(reorder::key_of(name));
      if (!lookup.empty()) classes.push_back(lookup.of(keys.back()));
    }
  }
  reorder::WordsView view() const { return {keys, classes}; }
};

void print(const ExplainArguments& arguments, const reorder::ReorderingModel& model,
           std::span<const float> log_probs, std::vector<reorder::Influence> influences) {
  const auto& labels = model.classes().labels();
  const auto spread = [](const reorder::Influence& influence) {
    const auto [minimum, maximum] = std::minmax_element(influence.by_class.begin(), influence.by_class.end());
    return *maximum - *minimum;
  };
  std::stable_sort(influences.begin(), influences.end(),
                   [&](const auto& a, const auto& b) { return spread(a) > spread(b); });
  if (influences.size() > arguments.maximum) influences.resize(arguments.maximum);
  if (arguments.json) {
    nlohmann::ordered_json json{{"learner", model.description().learner},
                                {"direction", name_of(model.description().direction)},
                                {"classes", labels}};
    if (model.description().neighbours)
      json["join_unlinked"] = *model.description().neighbours == reorder::Neighbours::kPhrases;
    for (const float log_prob : log_probs) json["probabilities"].push_back(std::exp(log_prob));
    json["features"] = nlohmann::ordered_json::array();
    for (const auto& influence : influences)
      json["features"].push_back({{"name", influence.feature}, {"scores", influence.by_class}});
    print_line(json.dump());
    return;
  }
  for (std::size_t k = 0; k < labels.size(); ++k)
    print_line(fmt::format("{:<14} {:.4f}", labels[k], std::exp(log_probs[k])));
  if (model.description().direction == reorder::Direction::kForward)
    print_line("of the move on from the phrase");
  if (influences.empty()) return;
  std::string head = "what each feature adds:";
  for (const std::string& label : labels) head += fmt::format(" {:>13}", label);
  print_line(head);
  for (const auto& influence : influences) {
    std::string line = "                       ";
    for (const double score : influence.by_class) line += fmt::format(" {:>+13.4f}", score);
    print_line(line + "  " + influence.feature);
  }
}

void run_explain(const ExplainArguments& arguments, Session&) {
  const auto model = reorder::ReorderingModel::load(arguments.model);
  const Words source(arguments.sentence, model.description().source_classes);
  const Words target(arguments.target, model.description().target_classes);
  const text::Span span = parse_span(arguments.span, source.names.size());
  if (target.names.empty() || target.names.size() > phrase::kMaxPhraseLength ||
      span.size() > phrase::kMaxPhraseLength) {
    throw UsageError({}, fmt::format("phrases have 1 to {} words", phrase::kMaxPhraseLength),
                     "name the target phrase with --target");
  }
  std::vector<phrase::InternalLink> links;
  for (const text::Link& link :
       text::parse_pharaoh(arguments.alignment, span.size(), target.names.size(), {"--alignment"}))
    links.push_back({static_cast<std::uint8_t>(link.source), static_cast<std::uint8_t>(link.target)});
  const reorder::TargetPhrase phrase{target.view(), links};
  reorder::SpanScratch scratch;
  std::vector<float> log_probs(model.classes().size());
  model.classifier().begin_span(source.view(), span, scratch);
  model.classifier().log_probs(scratch, phrase, log_probs);
  print(arguments, model, log_probs,
        model.classifier().influences(source.view(), span, phrase, {source.names, target.names}));
}

}  // namespace

void add_reorder_explain(Command& parent) {
  auto [command, arguments] = parent.add<ExplainArguments>(
      "explain", "Which features moved a phrase: class probabilities and what each feature adds",
      "calque reorder explain -m reordering.model --sentence 'das Haus ist klein' --span 0-1 --target 'the "
      "house' --alignment '0-0 1-1'",
      run_explain);
  command.option("-m,--model", arguments.model, "Model of 'calque reorder train'").required();
  command.option("--sentence", arguments.sentence, "Source sentence, words separated by blanks").required();
  command.option("--span", arguments.span, "First and last word of the source phrase, from 0: 2-4")
      .required();
  command.option("--target", arguments.target, "Target phrase").required();
  command.option("--alignment", arguments.alignment,
                 "Links inside the phrase pair, counted from its first words: '0-0 1-1'");
  command.option("--most", arguments.maximum, "Features to show, those that decide most first");
  command.flag("--json", arguments.json, "Print the figures as JSON");
}

}  // namespace calque::apps
