#include "kernel/model.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/error.h"
#include "kernel/cholesky.h"
#include "kernel/conjugate_gradients.h"
#include "kernel/cosine_regression.h"
#include "kernel/low_rank.h"
#include "kernel/model_format.h"
#include "kernel/translation_state.h"

namespace calque::kernel {
namespace {

text::VocabularyView open_vocabulary(const store::Container& file, const std::string& side,
                                     store::Verify verify) {
  const text::VocabularyView vocabulary(file.text(side + "_characters"),
                                        file.section<std::uint64_t>(side + "_word_offsets"),
                                        file.section<std::uint32_t>(side + "_word_table"), file.path());
  if (verify == store::Verify::kFull) vocabulary.verify(file.path());
  return vocabulary;
}

template <typename T>
void require_finite(const store::Container& file, std::span<const T> values) {
  if (!std::all_of(values.begin(), values.end(), [](T value) { return std::isfinite(value); }))
    file.damaged("numbers are not finite");
}

}  // namespace

struct KernelModel::Parts {
  store::Container file;
  KernelOptions options{};
  double ridge = 0;
  text::VocabularyView source_vocabulary{};
  text::VocabularyView target_vocabulary{};
  SpectrumIndex source{};
  SpectrumIndex target{};
  std::unique_ptr<const Regression> regression{};
  const MarginRegression* margin = nullptr;  // the same if it is one

  std::span<const std::uint32_t> open_pivots() const;
  std::unique_ptr<const Regression> open_solver(store::Verify verify) const;
  void open_regression(store::Verify verify);
  void open_margin();
};

void KernelModel::Parts::open_margin() {
  const auto alpha = file.section<double>(kAlphaSection);
  if (alpha.size() != source.sentence_count()) file.damaged("weights and sentences are not as many");
  require_finite(file, alpha);
  auto made = std::make_unique<const MarginRegression>(source, target, alpha);
  margin = made.get();
  regression = std::move(made);
}

std::span<const std::uint32_t> KernelModel::Parts::open_pivots() const {
  const auto pivots = file.section<std::uint32_t>(kPivotsSection);
  const bool rising =
      std::adjacent_find(pivots.begin(), pivots.end(), std::greater_equal<>()) == pivots.end();
  if (!rising || (!pivots.empty() && pivots.back() >= source.sentence_count()))
    file.damaged("its chosen sentences cannot be");
  return pivots;
}

std::unique_ptr<const Regression> KernelModel::Parts::open_solver(store::Verify verify) const {
  const Ridge shared = solver_ridge(source, options.cosine, ridge);
  switch (options.solver) {
    case Solver::kLocal: {
      LocalOptions local{options.neighbours, options.choice, shared};
      if (options.choice == NeighbourChoice::kPivots) local.pivots = open_pivots();
      return std::make_unique<const LocalRegression>(source, local);
    }
    case Solver::kMatrixFree:
      return std::make_unique<const ConjugateGradientRegression>(source, shared);
    case Solver::kCholesky: {
      const auto tiles = file.section<float>(kTilesSection);
      if (tiles.size() != tile_values(source.sentence_count())) file.damaged("the factor is of another size");
      if (verify == store::Verify::kFull) require_finite(file, tiles);
      return std::make_unique<const CholeskyRegression>(source, tiles, shared);
    }
    case Solver::kLowRank: {
      const auto rows = file.section<double>(kLowRankSection);
      const std::size_t sentences = source.sentence_count();
      if (sentences == 0 || rows.size() % sentences != 0 || !(ridge > 0))
        file.damaged("the factor is of another size");
      require_finite(file, rows);
      return std::make_unique<const LowRankRegression>(source, rows, rows.size() / sentences, shared);
    }
  }
  fail_check("a known solver", __FILE__, __LINE__);
}

void KernelModel::Parts::open_regression(store::Verify verify) {
  if (options.method == Method::kMargin) {
    open_margin();
    return;
  }
  regression = open_solver(verify);
  if (options.cosine)
    regression = std::make_unique<const CosineRegression>(source, target, std::move(regression));
}

KernelModel::KernelModel(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
KernelModel::~KernelModel() = default;
KernelModel::KernelModel(KernelModel&&) noexcept = default;
KernelModel& KernelModel::operator=(KernelModel&&) noexcept = default;

KernelModel KernelModel::load(const std::string& path, store::Verify verify) {
  auto parts =
      std::make_unique<Parts>(Parts{store::Container::open(path, kKernelKind, kKernelVersion, verify)});
  const store::Container& file = parts->file;
  parts->options = parse_options(file.text(kOptionsSection), path);
  const auto ridge = file.section<double>(kRidgeSection);
  if (ridge.size() != 1 || !std::isfinite(ridge[0]) || ridge[0] < 0) file.damaged("its ridge cannot be");
  parts->ridge = ridge[0];
  parts->source_vocabulary = open_vocabulary(file, "source", verify);
  parts->target_vocabulary = open_vocabulary(file, "target", verify);
  parts->source = SpectrumIndex::open(file, "source", parts->options.source, verify);
  parts->target = SpectrumIndex::open(file, "target", parts->options.target, verify);
  if (parts->source.sentence_count() != parts->target.sentence_count())
    file.damaged("its two sides have different numbers of sentences");
  parts->open_regression(verify);
  return KernelModel(std::move(parts));
}

const KernelOptions& KernelModel::options() const {
  return parts_->options;
}
double KernelModel::ridge() const {
  return parts_->ridge;
}
text::VocabularyView KernelModel::source_vocabulary() const {
  return parts_->source_vocabulary;
}
text::VocabularyView KernelModel::target_vocabulary() const {
  return parts_->target_vocabulary;
}
const SpectrumIndex& KernelModel::source() const {
  return parts_->source;
}
const SpectrumIndex& KernelModel::target() const {
  return parts_->target;
}

DualWeights KernelModel::weights(const SourcePrefixes& input) const {
  return parts_->regression->weights(input);
}

PrefixScore KernelModel::prefix_score(const DualWeights& dual) const {
  if (parts_->margin != nullptr) return PrefixScore(parts_->margin->constants(dual));
  return parts_->options.cosine ? PrefixScore::cosine() : PrefixScore();
}

std::vector<text::WordId> number_words(const text::VocabularyView& vocabulary,
                                       std::span<const std::string_view> words) {
  std::vector<text::WordId> numbers;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto known = vocabulary.find(words[i]);
    const auto first = std::find(words.begin(), words.end(), words[i]) - words.begin();
    numbers.push_back(known.value_or(
        text::WordId{static_cast<std::uint32_t>(vocabulary.size() + static_cast<std::size_t>(first))}));
  }
  return numbers;
}

std::vector<double> losses(const KernelModel& model, std::span<const std::string_view> source,
                           std::span<const std::vector<std::string_view>> targets) {
  const auto input = SourcePrefixes::whole(model.source(), number_words(model.source_vocabulary(), source));
  const DualWeights dual = model.weights(input);
  const PrefixScore score = model.prefix_score(dual);
  const bool distance = model.options().method == Method::kLeastSquares;
  const double constant = distance ? predicted_squared_norm(model.target(), dual, 0) : 0.0;
  SearchNgrams ngrams;
  ngrams.reset(model.target(), dual);
  std::vector<double> result;
  TranslationState state;
  for (const auto& target : targets) {
    state.assign({}, {}, {});
    for (const text::WordId word : number_words(model.target_vocabulary(), target)) state.push(word, ngrams);
    double gain = 0;
    for (const std::uint32_t ngram : state.ngrams()) gain += ngrams.gain(ngram, 0);
    result.push_back(constant + score.cost(0, gain, state.sums()));
  }
  return result;
}

double loss(const KernelModel& model, std::span<const std::string_view> source,
            std::span<const std::string_view> target) {
  const std::vector<std::string_view> words(target.begin(), target.end());
  return losses(model, source, {&words, 1})[0];
}

}  // namespace calque::kernel
