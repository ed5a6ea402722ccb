#include "phrasebook/grammar.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/error.h"
#include "phrasebook/language_reader.h"
#include "store/text_file.h"

namespace calque::phrasebook {
namespace {

constexpr std::string_view kExtension = ".grammar";
constexpr std::string_view kWorld = "world";

std::string path_in(const std::string& folder, std::string_view name) {
  return (std::filesystem::path(folder) / (std::string(name) + std::string(kExtension))).string();
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  if (folder.empty()) {
    for (const NamedText& file : built_in_grammars()) names.push_back(file.name);
    return names;
  }
  std::error_code failure;
  for (std::filesystem::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    names.push_back(it->path().filename().string());
  }
  if (failure) {
    throw UsageError({folder}, "cannot read this directory: " + failure.message(),
                     "name a directory with world.grammar and a file for each language");
  }
  return names;
}

std::string load_text(const std::string& folder, std::string_view name) {
  if (!folder.empty()) return store::read_whole(path_in(folder, name));
  for (const NamedText& file : built_in_grammars()) {
    if (file.name == std::string(name) + std::string(kExtension)) return std::string(file.text);
  }
  fail_check("the built-in grammars have this file", __FILE__, __LINE__);
}

}  // namespace

std::vector<std::string> languages_of(const std::string& folder) {
  std::vector<std::string> codes;
  for (const std::string& name : names_in(folder)) {
    if (name.size() <= kExtension.size() || !name.ends_with(kExtension)) continue;
    const std::string code = name.substr(0, name.size() - kExtension.size());
    if (code != kWorld) codes.push_back(code);
  }
  std::sort(codes.begin(), codes.end());
  return codes;
}

Grammar read_grammar(const NamedText& world, const NamedText& source, const NamedText& target) {
  const auto code_of = [](const NamedText& file) {
    return std::filesystem::path(file.name).filename().stem().string();
  };
  Grammar grammar;
  grammar.world = read_world(read_grammar_text(world.name, world.text));
  grammar.source = read_language(code_of(source), read_grammar_text(source.name, source.text), grammar.world);
  grammar.target = read_language(code_of(target), read_grammar_text(target.name, target.text), grammar.world);
  for (std::size_t f = 0; f < grammar.world.functions.size(); ++f) {
    grammar.usable.push_back(grammar.source.has(f) && grammar.target.has(f));
  }
  return grammar;
}

Grammar load_grammar(std::string_view pair, const std::string& folder) {
  const std::vector<std::string> codes = languages_of(folder);
  const std::size_t dash = pair.find('-');
  const std::string source(pair.substr(0, dash));
  const std::string target(dash == std::string_view::npos ? "" : pair.substr(dash + 1));
  const auto known = [&](const std::string& code) {
    return std::binary_search(codes.begin(), codes.end(), code);
  };
  if (!known(source) || !known(target) || source == target) {
    throw UsageError({}, fmt::format("language pair '{}' is not one the phrasebook speaks", pair),
                     fmt::format("give two different languages of {}, such as {}", fmt::join(codes, ", "),
                                 codes.size() > 1 ? codes[0] + "-" + codes[1] : "de-en"));
  }
  const std::string world_text = load_text(folder, kWorld);
  const std::string source_text = load_text(folder, source);
  const std::string target_text = load_text(folder, target);
  return read_grammar({path_in(folder, kWorld), world_text}, {path_in(folder, source), source_text},
                      {path_in(folder, target), target_text});
}

}  // namespace calque::phrasebook
