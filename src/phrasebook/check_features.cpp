// Whether every form finds the features that it is chosen by: what a field needs is traced from the words up
// to the sentence, where nothing may be left.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "phrasebook/grammar_file.h"
#include "phrasebook/language_reader.h"

namespace calque::phrasebook {
namespace {

class FeatureCheck {
 public:
  FeatureCheck(const Language& language, const World& world) : language_(language), world_(world) {
    for (const LanguageCategory& category : language.categories) {
      needs_.emplace_back(std::max<std::size_t>(1, category.fields.size()));
    }
  }

  void check() {
    for (const Function& function : world_.functions) {
      if (!function.is_word()) continue;
      const auto& fields = language_.categories[function.category].fields;
      for (std::size_t f = 0; f < fields.size(); ++f) {
        need_all(fields[f].forms, language_.words[&function - world_.functions.data()].place,
                 needs_[function.category][f]);
      }
    }
    do {
      changed_ = false;
      for (std::size_t f = 0; f < world_.functions.size(); ++f) {
        if (!world_.functions[f].is_word() && language_.rules[f].present)
          visit(world_.functions[f], language_.rules[f]);
      }
    } while (changed_);
    const Needs& left = needs_[0][0];
    for (std::size_t i = 0; i < language_.features.size(); ++i) {
      if (left.where[i] == nullptr) continue;
      refuse(*left.where[i],
             fmt::format("unresolved feature: {} decides what stands here, and nothing on the way from the "
                         "rule in line {} "
                         "sets it",
                         language_.features[i], left.top[i]->line),
             "set it behind the ':' of a rule on the way, or in {} behind an argument");
    }
  }

 private:
  // For each feature one of the places that need it.
  struct Needs {
    std::array<const Place*, kMaxFeatures> where{};
    std::array<const Place*, kMaxFeatures> top{};  // the rule that leaves it open
  };

  void need(std::uint8_t feature, const Place& place, const Place& top, Needs& needs) {
    if (needs.where[feature] != nullptr) return;
    needs.where[feature] = &place;
    needs.top[feature] = &top;
    changed_ = true;
  }

  void need_all(const Shape& shape, const Place& place, Needs& needs) {
    for (const std::uint8_t feature : shape.features) need(feature, place, place, needs);
  }

  static bool sets(const std::vector<Setting>& settings, std::uint8_t feature) {
    return std::any_of(settings.begin(), settings.end(),
                       [&](const Setting& s) { return s.feature == feature; });
  }

  void visit(const Function& function, const LanguageRule& rule) {
    for (std::size_t f = 0; f < rule.fields.size(); ++f) {
      const LanguageRule::FieldRows& rows = rule.fields[f];
      Needs inside;
      if (rows.rows.empty()) inside = needs_[function.arguments[rows.argument].category][rows.field];
      for (const Row& row : rows.rows) visit_row(function, row, inside);
      Needs& outside = needs_[function.category][f];
      for (std::uint8_t i = 0; i < kMaxFeatures; ++i) {
        if (inside.where[i] != nullptr && !sets(rule.settings, i))
          need(i, *inside.where[i], rule.place, outside);
      }
    }
  }

  void visit_row(const Function& function, const Row& row, Needs& inside) const {
    const auto note = [&](std::uint8_t feature, const Place& place) {
      if (inside.where[feature] == nullptr) inside.where[feature] = &place;
    };
    for (const Guard& guard : row.guards) {
      if (guard.of == Guard::Of::kEnvironment) note(guard.feature, row.place);
    }
    for (const Item& item : row.items) {
      Needs wanted;
      if (item.kind == Item::Kind::kArgument) {
        wanted = needs_[function.arguments[item.index].category][item.field];
      } else if (item.kind == Item::Kind::kTable) {
        for (const std::uint8_t feature : language_.tables[item.index].shape.features)
          wanted.where[feature] = &row.place;
      }
      for (const std::uint8_t feature : item.features) wanted.where[feature] = &row.place;
      for (std::uint8_t i = 0; i < kMaxFeatures; ++i) {
        if (wanted.where[i] != nullptr && !sets(item.settings, i)) note(i, *wanted.where[i]);
      }
    }
  }

  const Language& language_;
  const World& world_;
  std::vector<std::vector<Needs>> needs_;  // by category and field
  bool changed_ = false;
};

}  // namespace

void check_features(const Language& language, const World& world) {
  FeatureCheck(language, world).check();
}

}  // namespace calque::phrasebook
