#include "reorder/learner_options.h"

#include <algorithm>

namespace calque::reorder {
namespace {

class Describer final : public OptionVisitor {
 public:
  void option(std::string_view name, bool& value, std::string_view help) override { add(name, help, value); }
  void option(std::string_view name, std::size_t& value, std::string_view help) override {
    add(name, help, value);
  }
  void option(std::string_view name, double& value, std::string_view help) override {
    add(name, help, value);
  }
  void option(std::string_view name, std::string& value, std::string_view help) override {
    add(name, help, value, !value.empty());
  }
  void option(std::string_view name, std::optional<std::size_t>&, std::string_view help) override {
    add(name, help, std::size_t{0}, false);
  }
  void option(std::string_view name, std::optional<double>&, std::string_view help) override {
    add(name, help, 0.0, false);
  }

  std::vector<OptionDescription> found;

 private:
  // A name that two parts of a learner have is one option.
  void add(std::string_view name, std::string_view help, OptionValue value, bool has_default = true) {
    const auto same = [&](const OptionDescription& option) { return option.name == name; };
    if (std::none_of(found.begin(), found.end(), same))
      found.push_back({name, help, std::move(value), has_default});
  }
};

class Assigner final : public OptionVisitor {
 public:
  explicit Assigner(const OptionValues& values) : values_(values) {}

  void option(std::string_view name, bool& value, std::string_view) override { assign(name, value); }
  void option(std::string_view name, std::size_t& value, std::string_view) override { assign(name, value); }
  void option(std::string_view name, double& value, std::string_view) override { assign(name, value); }
  void option(std::string_view name, std::string& value, std::string_view) override { assign(name, value); }
  void option(std::string_view name, std::optional<std::size_t>& value, std::string_view) override {
    assign(name, value);
  }
  void option(std::string_view name, std::optional<double>& value, std::string_view) override {
    assign(name, value);
  }

  std::vector<std::string> unused() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : values_) {
      if (std::find(used_.begin(), used_.end(), name) == used_.end()) names.push_back(name);
    }
    return names;
  }

 private:
  template <typename T>
  static const T& get(const OptionValue& given, const T&) {
    return std::get<T>(given);
  }
  template <typename T>
  static const T& get(const OptionValue& given, const std::optional<T>&) {
    return std::get<T>(given);
  }
  template <typename T>
  void assign(std::string_view name, T& value) {
    const auto given = values_.find(name);
    if (given == values_.end()) return;
    value = get(given->second, value);
    used_.emplace_back(name);
  }

  const OptionValues& values_;
  std::vector<std::string> used_;
};

}  // namespace

std::vector<OptionDescription> describe_options(const VisitOptions& visit) {
  Describer describer;
  visit(describer);
  return std::move(describer.found);
}

std::vector<std::string> assign_options(const VisitOptions& visit, const OptionValues& values) {
  Assigner assigner(values);
  visit(assigner);
  return assigner.unused();
}

}  // namespace calque::reorder
