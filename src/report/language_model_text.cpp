#include "report/language_model_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "store/json_text.h"

namespace calque::report {

std::string score_json(const TextScore& score) {
  return store::json_text(nlohmann::ordered_json{{"sentences", score.sentences},
                                                 {"tokens", score.tokens},
                                                 {"oov", score.oov},
                                                 {"log10", score.log10},
                                                 {"perplexity", score.perplexity()},
                                                 {"perplexity_without_oov", score.perplexity_without_oov()}});
}

std::string score_text(const TextScore& score) {
  return fmt::format(
      "sentences {}\ntokens {}\noov {}\nlog10 {:.4f}\nperplexity {:.4f}\nperplexity without oov {:.4f}",
      score.sentences, score.tokens, score.oov, score.log10, score.perplexity(),
      score.perplexity_without_oov());
}

std::string language_model_json(const lm::TrainedModel& model, const lm::EstimateOptions& options) {
  nlohmann::ordered_json json = {{"order", options.order},
                                 {"smoothing", name_of(options.smoothing)},
                                 {"sentences", model.facts.sentences},
                                 {"words", model.facts.words},
                                 {"outside_words", model.facts.outside_words},
                                 {"on_disk", model.on_disk != nullptr},
                                 {"ngrams", model.sizes()},
                                 {"discounts", nlohmann::ordered_json::array()}};
  for (const lm::Discounts& order : model.discounts()) json["discounts"].push_back(order.amount);
  return store::json_text(json);
}

}  // namespace calque::report
