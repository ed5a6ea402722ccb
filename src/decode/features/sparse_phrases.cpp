#include "decode/features/sparse_phrases.h"

#include <utility>

namespace calque::decode {
namespace {

template <typename Visit>
void visit_pairs(const WordLabels& labels, const SourceSentence& sentence, const TranslationOption& option,
                 const Visit& visitor) {
  for (const phrase::InternalLink& link : option.alignment) {
    const auto source = labels.of(Side::kSource, sentence.ids[option.source.begin + link.source]);
    const auto target = labels.of(Side::kTarget, option.target[link.target]);
    if (source.by_name != kNoLabel && target.by_name != kNoLabel)
      visitor(Indicator{IndicatorKind::kPair, 0, source.by_name, target.by_name});
    if (source.by_class != kNoLabel && target.by_class != kNoLabel)
      visitor(Indicator{IndicatorKind::kPair, 0, source.by_class, target.by_class});
  }
}

template <typename Visit>
void visit_lengths(const TranslationOption& option, const Visit& visitor) {
  const std::uint32_t source = option.source.size();
  const auto target = static_cast<std::uint32_t>(option.target.size());
  visitor(Indicator{IndicatorKind::kSourceLength, 0, source});
  visitor(Indicator{IndicatorKind::kTargetLength, 0, target});
  visitor(Indicator{IndicatorKind::kLengths, 0, source, target});
}

template <typename Visit>
void visit(SparsePhrases::Of what, const WordLabels& labels, const SourceSentence& sentence,
           const TranslationOption& option, const Visit& visitor) {
  switch (what) {
    case SparsePhrases::Of::kLinks:
      return visit_pairs(labels, sentence, option, visitor);
    case SparsePhrases::Of::kLengths:
      return visit_lengths(option, visitor);
  }
}

}  // namespace

SparsePhrases::SparsePhrases(const FeatureDescription& description, Of what,
                             std::shared_ptr<const WordLabels> labels, std::span<const SparseWeight> weights)
    : OptionFeature(description),
      what_(what),
      labels_(std::move(labels)),
      weights_(weights, description.name, *labels_) {}

void SparsePhrases::score(const OptionContext& context, std::span<float> scores) const {
  double sum = 0;
  visit(what_, *labels_, context.sentence, context.option,
        [&](const Indicator& indicator) { sum += weights_.of(indicator); });
  scores[0] = static_cast<float>(sum);
}

void SparsePhrases::append_indicators(const DerivationStep& step, std::vector<std::string>& names) const {
  visit(what_, *labels_, step.sentence, step.option,
        [&](const Indicator& indicator) { names.push_back(decode::name_of(indicator, *labels_)); });
}

}  // namespace calque::decode
