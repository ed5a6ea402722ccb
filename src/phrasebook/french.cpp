#include "phrasebook/french_composer.h"
#include "phrasebook/linearise.h"

namespace calque::phrasebook {
namespace {

class FrenchLineariser final : public Lineariser {
 public:
  Language language() const override { return Language::kFrench; }
  void linearise(const Sentence& sentence, Tokens& out) const override {
    fr::Composer(sentence, out).sentence();
  }
  std::string_view citation(Concept id) const override { return fr::lexicon().citation(id); }
};

}  // namespace

const Lineariser& french() {
  static const FrenchLineariser lineariser;
  return lineariser;
}

}  // namespace calque::phrasebook
