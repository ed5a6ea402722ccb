// The models in use, with what clients have corrected laid over them: a journal of corrections for each pair
// of languages (docs/formats/corrections.md), in one folder.
//
// Safe from any thread. A change makes another set of models; requests keep the one with which they began.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calque/correction.h"
#include "calque/corrections.h"
#include "serve/model_set.h"

namespace calque::serve {

// Where and how many corrections are kept.
struct CorrectionSettings {
  std::string folder{};   // empty: none are taken
  std::size_t limit = 0;  // for each pair of languages
};

class CorrectedModels {
 public:
  // Makes the folder if there is none, and opens the journals. Throws what opening them throws (also if
  // another program has them open), and UsageError for corrections that a model cannot take.
  CorrectedModels(CorrectionSettings settings, std::shared_ptr<const ModelSet> models);

  bool takes_corrections() const { return !settings_.folder.empty(); }
  std::shared_ptr<const ModelSet> get() const;
  // Other models from now on, corrected like those before. Takes long for many corrections; until it is done
  // the old ones are in use, and can be corrected. Throws as the constructor does; then the old ones stay.
  void set(const std::shared_ptr<const ModelSet>& models);

  // All of these require that corrections are taken.
  // Returns the name of the correction. Throws RequestError if there are as many as there may be, or if the
  // texts are none that this model can use; what Corrections::add and Translator::with_corrections throw.
  std::string add(const Model& pair, const std::string& source, const std::string& target);
  // False if there is no correction of that name.
  bool remove(std::string_view name);

  struct PairCorrections {
    std::string source{};  // languages
    std::string target{};
    std::shared_ptr<const std::vector<Correction>> corrections{};  // oldest first
  };
  // Of the models in use, in their order.
  std::vector<PairCorrections> list() const;
  // What was odd about the journals when they were opened.
  std::vector<std::string> warnings() const;

 private:
  using Pair = std::pair<std::string, std::string>;
  using Lists = std::map<Pair, std::shared_ptr<const std::vector<Correction>>>;

  Corrections& journal(const Pair& pair);
  Lists lists() const;
  void use(std::shared_ptr<const ModelSet> models, Lists lists);
  void use(const Pair& pair, Translator translator);

  const CorrectionSettings settings_;
  std::mutex changing_;                     // whoever changes something holds it, for as long as that takes
  std::map<Pair, Corrections> journals_;    // guarded by changing_
  mutable std::mutex mutex_;                // held for a moment
  std::shared_ptr<const ModelSet> models_;  // guarded by mutex_
  Lists lists_;                             // guarded by mutex_
  std::vector<std::string> warnings_;       // guarded by mutex_
};

// How corrections are named to clients: "de-en-12".
std::string correction_name(std::string_view source, std::string_view target, std::uint64_t id);

}  // namespace calque::serve
