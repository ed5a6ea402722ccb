#include "reorder/model.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "reorder/classifier_file.h"
#include "store/container.h"

namespace calque::reorder {
namespace {

constexpr std::string_view kKind = "reordering";
constexpr std::uint32_t kVersion = 2;

// Numbers of section settings; how many there are tells the age of a file.
std::vector<std::uint32_t> settings_of(const ReorderingModel::Description& description) {
  std::vector<std::uint32_t> settings{static_cast<std::uint32_t>(description.orientation),
                                      static_cast<std::uint32_t>(description.direction)};
  if (description.neighbours) settings.push_back(static_cast<std::uint32_t>(*description.neighbours));
  return settings;
}

void read_settings(const store::Container& file, ReorderingModel::Description& description) {
  const auto settings = file.section<std::uint32_t>("settings");
  // Files of before there were directions have one number, those of before neighbours were told have two.
  const auto possible = [&] {
    if (settings.empty() || settings.size() > 3 || settings[0] > 2) return false;
    return std::all_of(settings.begin() + 1, settings.end(), [](std::uint32_t value) { return value <= 1; });
  };
  if (!possible()) file.damaged("impossible values in section settings");
  description.orientation = static_cast<phrase::OrientationModel>(settings[0]);
  if (settings.size() > 1) description.direction = static_cast<Direction>(settings[1]);
  if (settings.size() > 2) description.neighbours = static_cast<Neighbours>(settings[2]);
}

}  // namespace

ReorderingModel::ReorderingModel(Description description, std::unique_ptr<const Classifier> classifier)
    : description_(std::move(description)), classifier_(std::move(classifier)) {
  CALQUE_CHECK(classifier_->classes() == description_.classes.size());
}

void ReorderingModel::save(const std::string& path) const {
  store::ContainerWriter file(path, kKind, kVersion);
  file.add_text("learner", description_.learner);
  file.add_text("classes", description_.classes.name());
  file.add("settings", settings_of(description_));
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
    description.classes = ReorderingClasses::parse(file->text("classes"));
  } catch (const UsageError&) {
    file->damaged("impossible values in section classes");
  }
  read_settings(*file, description);
  description.source_classes = ClassLookup::read(file, "source_words");
  description.target_classes = ClassLookup::read(file, "target_words");
  auto classifier = read_classifier(file, description.classes.size());
  return {std::move(description), std::move(classifier)};
}

SampleOptions ReorderingModel::samples_as_learnt(SampleOptions given) const {
  given.orientation = description_.orientation;
  given.direction = description_.direction;
  given.neighbours = description_.neighbours.value_or(given.neighbours);
  return given;
}

}  // namespace calque::reorder
