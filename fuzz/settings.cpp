// What people write behind options: names, lists of names and numbers. The first byte says of which kind the
// rest is.
#include <array>
#include <string>
#include <string_view>

#include "base/error.h"
#include "block/binary_features.h"
#include "decode/features/registry.h"
#include "decode/search_options.h"
#include "metrics/registry.h"
#include "phrase/reordering_type.h"
#include "phrase/table_options.h"
#include "pipeline/learned_reordering.h"
#include "reader.h"
#include "reorder/features.h"
#include "reorder/learner.h"
#include "reorder/reordering_classes.h"

namespace calque::fuzz {
namespace {

void set_search_option(std::string_view text) {
  decode::SearchOptions options;
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return;
  decode::set_option(options, std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
  options.validate();
}

void read_setting(Bytes bytes) {
  using Parse = void (*)(std::string_view);
  static constexpr std::array<Parse, 10> kKinds{
      set_search_option,
      [](std::string_view text) { pipeline::parse_reordering(text, {}); },
      [](std::string_view text) { decode::parse_feature_names(decode::FeatureOption::kPhrase, text); },
      [](std::string_view text) { decode::parse_feature_names(decode::FeatureOption::kSparse, text); },
      [](std::string_view text) { reorder::FeatureOptions::parse(text); },
      [](std::string_view text) { reorder::ReorderingClasses::parse(text); },
      [](std::string_view text) { reorder::Learner::parse(text); },
      [](std::string_view text) { phrase::ReorderingType::parse(text); },
      [](std::string_view text) { phrase::SignificanceThreshold::parse(text); },
      [](std::string_view text) {
        block::parse_binary_kinds(text);
        metrics::make_metrics(text, {});
      },
  };
  if (!bytes.empty()) kKinds[bytes[0] % kKinds.size()](text_of(bytes.subspan(1)));
}

const Registered settings({"settings", read_setting});

}  // namespace
}  // namespace calque::fuzz
