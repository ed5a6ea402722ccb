#include "reorder/model.h"

#include <vector>

#include "base/error.h"
#include "store/container.h"

namespace calque::reorder {
namespace {

constexpr std::string_view kKind = "reordering";
constexpr std::uint32_t kVersion = 2;

}  // namespace

ReorderingModel::ReorderingModel(Description description, std::unique_ptr<const Classifier> classifier)
    : description_(std::move(description)), classifier_(std::move(classifier)) {
  CALQUE_CHECK(classifier_->classes() == description_.classes.size());
}

void ReorderingModel::save(const std::string& path) const {
  store::ContainerWriter file(path, kKind, kVersion);
  file.add_text("learner", description_.learner);
  file.add_text("classes", description_.classes.name());
  file.add("settings", std::vector<std::uint32_t>{static_cast<std::uint32_t>(description_.orientation),
                                                  static_cast<std::uint32_t>(description_.direction)});
  description_.source_classes.write(file, "source_words");
  description_.target_classes.write(file, "target_words");
  classifier_->write(file);
  file.commit();
}

ReorderingModel ReorderingModel::load(const std::string& path, store::Verify verify) {
  const auto file =
      std::make_shared<const store::Container>(store::Container::open(path, kKind, kVersion, verify));
  Description description;
  description.learner = std::string(file->text("learner"));
  try {
    description.classes = OrientationSet::parse(file->text("classes"));
  } catch (const UsageError&) {
    file->damaged("impossible values in section classes");
  }
  const auto settings = file->section<std::uint32_t>("settings");
  // Files of before there were directions have one number only.
  const bool possible =
      (settings.size() == 1 || (settings.size() == 2 && settings[1] <= 1)) && settings[0] <= 2;
  if (!possible) file->damaged("impossible values in section settings");
  description.orientation = static_cast<phrase::OrientationModel>(settings[0]);
  if (settings.size() == 2) description.direction = static_cast<Direction>(settings[1]);
  description.source_classes = ClassLookup::read(file, "source_words");
  description.target_classes = ClassLookup::read(file, "target_words");
  auto classifier = read_classifier(file, description.classes.size());
  return {std::move(description), std::move(classifier)};
}

}  // namespace calque::reorder
